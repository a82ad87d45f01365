// Package retry has the signatures that the tests need.
package retry

import (
	"context"
	"time"
)

type RetryableFunc func() error
type RetryableFuncWithData[T any] func() (T, error)
type Config struct{}
type Option func(*Config)
type DelayTypeFunc func(n uint, err error, config *Config) time.Duration

func Do(f RetryableFunc, opts ...Option) error                                { panic(0) }
func DoWithData[T any](f RetryableFuncWithData[T], opts ...Option) (T, error) { panic(0) }
func Attempts(n uint) Option                                                  { panic(0) }
func UntilSucceeded() Option                                                  { panic(0) }
func Context(ctx context.Context) Option                                      { panic(0) }
func Delay(d time.Duration) Option                                            { panic(0) }
func DelayType(f DelayTypeFunc) Option                                        { panic(0) }
func FixedDelay(n uint, err error, config *Config) time.Duration              { panic(0) }
func RetryIf(f func(error) bool) Option                                       { panic(0) }

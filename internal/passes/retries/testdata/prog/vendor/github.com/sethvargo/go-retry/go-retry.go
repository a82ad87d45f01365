// Package retry has the signatures that the tests need.
package retry

import (
	"context"
	"time"
)

type Backoff interface{ Next() (time.Duration, bool) }
type BackoffFunc func() (time.Duration, bool)

func (b BackoffFunc) Next() (time.Duration, bool) { panic(0) }

type RetryFunc func(ctx context.Context) error

func Do(ctx context.Context, b Backoff, f RetryFunc) error             { panic(0) }
func Constant(ctx context.Context, t time.Duration, f RetryFunc) error { panic(0) }
func NewConstant(t time.Duration) Backoff                              { panic(0) }
func NewExponential(t time.Duration) Backoff                           { panic(0) }
func NewFibonacci(t time.Duration) Backoff                             { panic(0) }
func WithMaxRetries(max uint64, next Backoff) Backoff                  { panic(0) }
func WithMaxDuration(t time.Duration, next Backoff) Backoff            { panic(0) }
func WithJitter(j time.Duration, next Backoff) Backoff                 { panic(0) }
func WithCappedDuration(c time.Duration, next Backoff) Backoff         { panic(0) }
func RetryableError(err error) error                                   { panic(0) }

// Package retry stands for the library of that name.
package retry

import (
	"context"
	"time"
)

type RetryableFunc func() error

type Config struct{}

type Option func(*Config)

func Do(f RetryableFunc, opts ...Option) error { return f() }

func Attempts(n uint) Option { return nil }

func Delay(d time.Duration) Option { return nil }

func Context(ctx context.Context) Option { return nil }

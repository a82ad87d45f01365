// Package wait has the signatures that the tests need.
package wait

import (
	"context"
	"time"
)

type ConditionFunc func() (done bool, err error)
type ConditionWithContextFunc func(context.Context) (done bool, err error)
type Backoff struct {
	Duration time.Duration
	Factor   float64
	Jitter   float64
	Steps    int
	Cap      time.Duration
}

func ExponentialBackoff(b Backoff, c ConditionFunc) error { panic(0) }
func ExponentialBackoffWithContext(ctx context.Context, b Backoff, c ConditionWithContextFunc) error {
	panic(0)
}
func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, c ConditionWithContextFunc) error {
	panic(0)
}

// Package backoff has the signatures that the tests need.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}
type BackOffContext interface {
	BackOff
	Context() context.Context
}
type Operation func() error
type OperationWithData[T any] func() (T, error)
type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	MaxElapsedTime      time.Duration
}

func (b *ExponentialBackOff) NextBackOff() time.Duration { panic(0) }
func (b *ExponentialBackOff) Reset()                     { panic(0) }

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { panic(0) }
func WithMaxElapsedTime(d time.Duration) ExponentialBackOffOpts                { panic(0) }

type ConstantBackOff struct{ Interval time.Duration }

func (b *ConstantBackOff) NextBackOff() time.Duration     { panic(0) }
func (b *ConstantBackOff) Reset()                         { panic(0) }
func NewConstantBackOff(d time.Duration) *ConstantBackOff { panic(0) }

type ZeroBackOff struct{}

func (b *ZeroBackOff) NextBackOff() time.Duration { panic(0) }
func (b *ZeroBackOff) Reset()                     { panic(0) }

type StopBackOff struct{}

func (b *StopBackOff) NextBackOff() time.Duration               { panic(0) }
func (b *StopBackOff) Reset()                                   { panic(0) }
func WithMaxRetries(b BackOff, max uint64) BackOff              { panic(0) }
func WithContext(b BackOff, ctx context.Context) BackOffContext { panic(0) }
func Retry(o Operation, b BackOff) error                        { panic(0) }

type Notify func(error, time.Duration)

func RetryNotify(o Operation, b BackOff, n Notify) error                { panic(0) }
func RetryWithData[T any](o OperationWithData[T], b BackOff) (T, error) { panic(0) }
func Permanent(err error) error                                         { panic(0) }

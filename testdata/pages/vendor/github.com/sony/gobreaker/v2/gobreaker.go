// Package gobreaker has the form of github.com/sony/gobreaker/v2 and none of its work: it
// stands here so that the shop can be analysed without a network.
package gobreaker

import (
	"errors"
	"time"
)

var (
	ErrOpenState       = errors.New("circuit breaker is open")
	ErrTooManyRequests = errors.New("too many requests")
)

type Counts struct {
	Requests, TotalSuccesses, TotalFailures, TotalExclusions uint32
	ConsecutiveSuccesses, ConsecutiveFailures                uint32
}

type Settings struct {
	Name         string
	MaxRequests  uint32
	Interval     time.Duration
	BucketPeriod time.Duration
	Timeout      time.Duration
	ReadyToTrip  func(counts Counts) bool
	IsSuccessful func(err error) bool
	IsExcluded   func(err error) bool
}

type CircuitBreaker[T any] struct{ name string }

func NewCircuitBreaker[T any](st Settings) *CircuitBreaker[T] { return &CircuitBreaker[T]{st.Name} }

func (cb *CircuitBreaker[T]) Execute(req func() (T, error)) (T, error) { return req() }

type TwoStepCircuitBreaker[T any] struct{ name string }

func NewTwoStepCircuitBreaker[T any](st Settings) *TwoStepCircuitBreaker[T] {
	return &TwoStepCircuitBreaker[T]{st.Name}
}

func (cb *TwoStepCircuitBreaker[T]) Allow() (done func(success bool), err error) {
	return func(bool) {}, nil
}

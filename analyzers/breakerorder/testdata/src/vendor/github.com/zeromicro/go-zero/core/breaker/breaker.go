// Package breaker is a stub.
package breaker

import "errors"

var ErrServiceUnavailable = errors.New("circuit breaker is open")

type Acceptable func(err error) bool

type Breaker interface {
	Do(req func() error) error
	DoWithAcceptable(req func() error, acceptable Acceptable) error
}

func NewBreaker() Breaker { return nil }

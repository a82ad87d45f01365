// Package ants is a stub.
package ants

type Pool struct{}

type Option func()

func NewPool(size int, options ...Option) (*Pool, error) { return &Pool{}, nil }

func (p *Pool) Submit(task func()) error { return nil }

func WithNonblocking(nonblocking bool) Option { return nil }

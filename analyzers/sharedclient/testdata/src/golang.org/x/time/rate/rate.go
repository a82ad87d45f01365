// Package rate is a stub.
package rate

import "context"

// Limiter is a stub.
type Limiter struct{}

// NewLimiter makes one.
func NewLimiter(r float64, b int) *Limiter { return &Limiter{} }

// Wait waits.
func (l *Limiter) Wait(ctx context.Context) error { return nil }

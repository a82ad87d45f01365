// Package fallback is a stub.
package fallback

import "github.com/failsafe-go/failsafe-go"

// Fallback is a stub.
type Fallback[R any] interface{ failsafe.Policy[R] }

// NewWithFunc makes one.
func NewWithFunc[R any](fn func(exec failsafe.Execution[R]) (R, error)) Fallback[R] { return nil }

// Package layers knows the retry layers that libraries bring: functions that repeat what
// they are given, clients that repeat their own calls, middleware. It reads their
// options where they are set and says how many attempts remain.
//
// It exports no fact and composes nothing: that is for package retries.
package layers

import (
	"go/token"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
)

// A Layer is one retry layer of a library.
type Layer struct {
	Name     string // as a reader names it: "retry.Do", "retryablehttp", "AWS SDK for Go v2"
	Attempts attempts.Number
	Entry    *catalogue.Entry
	Pos      token.Pos // where it is set up, if that is in the package
	Pauses   bool
	Jitter   bool
	Ctx      bool // heeds a context
}

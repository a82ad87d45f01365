package ssabuild

import (
	"slices"
	"testing"
)

// TestUsed: each object once, in the order of its first use, without local variables,
// constants, and types and fields of the package's own.
func TestUsed(t *testing.T) {
	lazy := newLazy(t, `package p

import ("os"; "log")

type T struct{ f int }

func (t T) m(n int) int { return n + t.f }

var v = c

const c = 1

func g() {
	var l *log.Logger
	l.Fatal(v)
	x := T{f: v}
	os.Exit(x.m(x.f))
	l.Fatal(x, l.Level, log.LUTC)
}
`)
	var got []string
	for _, obj := range lazy.Used() {
		got = append(got, obj.Name())
	}
	want := []string{"Logger", "Fatal", "v", "Exit", "m", "Level"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Package again has helpers that repeat what they are given.
package again

import (
	"context"
	"errors"
	"time"
)

// Policy says how often to try.
type Policy struct {
	Attempts int
	Wait     time.Duration
}

// Thrice runs op up to three times.
func Thrice(op func() error) (err error) { // want Thrice:`^runs\(loop ×3 → param0\)$`
	for range 3 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Times runs op up to n times.
func Times(n int, op func() error) (err error) { // want Times:`^runs\(loop ×param0\+0 → param1\)$`
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// By runs op as the policy says.
func By(ctx context.Context, p Policy, op func(context.Context) error) (err error) { // want By:`^runs\(loop ×param1\+0 → param2\)$`
	for n := 0; n < p.Attempts; n++ {
		if err = op(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(p.Wait):
		}
	}
	return err
}

// Value runs a generic op.
func Value[T any](op func() (T, error)) (v T, err error) { // want Value:`^runs\(loop ×4 → param0\)$`
	for range 4 {
		if v, err = op(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return v, err
}

// Outer hands op on to a helper.
func Outer(op func() error) error { return Times(5, op) } // want Outer:`^runs\(loop ×5 → param0\)$`

// Twice puts two layers around op.
func Twice(op func() error) error { // want Twice:`^runs\(loop ×3 → loop ×2 → param0\)$`
	return Thrice(func() error { return Times(2, op) })
}

// Once runs op once.
func Once(op func() error) error { return op() } // want Once:`^runs\(param0\)$`

// Guarded returns op with a check before it.
func Guarded(op func() error) func() error { // want Guarded:`^returns\(0=wraps param0\)$`
	return func() error {
		if op == nil {
			return errors.New("nothing to do")
		}
		return op()
	}
}

// Limited runs op in a goroutine and waits for it, or for the end of ctx.
func Limited(ctx context.Context, op func() error) error { // want Limited:`^runs\(param1\)$`
	done := make(chan error, 1)
	go func() { done <- op() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Later starts op and does not wait.
func Later(op func() error) {
	go func() { _ = op() }()
}

// Doer does something.
type Doer interface {
	Do(ctx context.Context) error
}

// All calls a method of its parameter up to three times.
func All(ctx context.Context, d Doer) (err error) { // want All:`^runs\(loop ×3 → param1.Do\)$`
	for range 3 {
		if err = d.Do(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Countdown repeats by recursion.
func Countdown(n int, op func() error) error { // want Countdown:`^runs\(recursion ×param0\+1 → param1\) runs\(recursion ×param0\+1 → param1\)$|^runs\(recursion ×.* → param1\)$`
	err := op()
	if err == nil || n == 0 {
		return err
	}
	time.Sleep(time.Second)
	return Countdown(n-1, op)
}

// Until runs a condition up to n times, until it is met.
func Until(n int, condition func() (bool, error)) error { // want Until:`^runs\(loop ×param0\+0 → until param1\)$`
	for range n {
		if ok, err := condition(); err != nil || ok {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("not met")
}

// UntilFive hands the condition on.
func UntilFive(condition func() (bool, error)) error { // want UntilFive:`^runs\(loop ×5 → until param0\)$`
	return Until(5, condition)
}

// Retry makes a condition of an operation.
func Retry(n int, op func() error, temporary func(error) bool) (err error) { // want Retry:`^runs\(loop ×param0\+0 → param1\)`
	condition := func() (bool, error) {
		if err = op(); temporary(err) {
			return false, nil
		}
		return true, err
	}
	_ = Until(n, condition)
	return err
}

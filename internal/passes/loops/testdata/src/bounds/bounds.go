// Package bounds counts attempts in every form in which a retry is written.
package bounds

import (
	"context"
	"errors"
	"time"
)

func op() error                      { return errors.New("no") }
func send(ctx context.Context) error { return ctx.Err() }

var errGone = errors.New("gone")

func below() error {
	var err error
	for i := 0; i < 3; i++ { // want `^3$`
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func upTo() error {
	var err error
	for i := 0; i <= 3; i++ { // want `^4$`
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func fromOneBelow() error {
	var err error
	for i := 1; i < 3; i++ { // want `^2$`
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func fromOneUpTo() error {
	var err error
	for i := 1; i <= 3; i++ { // want `^3$`
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func downToOne() error {
	var err error
	for i := 3; i > 0; i-- { // want `^3$`
		if err = op(); err == nil {
			break
		}
	}
	return err
}

func downToZero() error {
	var err error
	for left := 3; left >= 0; left-- { // want `^4$`
		if err = op(); err == nil {
			break
		}
	}
	return err
}

func notEqual() (err error) {
	for i := 0; i != 4; i++ { // want `^4$`
		if err = op(); err == nil {
			return
		}
	}
	return
}

func rangeInt() error {
	var last error
	for range 5 { // want `^5$`
		if last = op(); last == nil {
			return nil
		}
	}
	return last
}

func rangeIntParam(n int) error {
	var last error
	for i := range n { // want `^n$`
		_ = i
		if last = op(); last == nil {
			return nil
		}
	}
	return last
}

func checkAfter(limit int) error {
	for attempt := 1; ; attempt++ { // want `^limit$`
		err := op()
		if err == nil || attempt == limit {
			return err
		}
	}
}

func checkBefore(limit int) error {
	attempt := 0
	for { // want `^limit$`
		if attempt == limit {
			return errGone
		}
		attempt++
		if op() == nil {
			return nil
		}
	}
}

func checkGreater(limit int) error {
	attempts := 0
	for { // want `^limit\+1$`
		err := op()
		if err == nil {
			return nil
		}
		attempts++
		if attempts > limit {
			return err
		}
	}
}

func checkFirst(retries uint) error {
	for attempt := uint(1); ; attempt++ { // want `^retries\+1$`
		if attempt > retries+1 {
			return errGone
		}
		if op() == nil {
			return nil
		}
	}
}

func lastTry() error {
	const max = 4
	for i := 0; i < max; i++ { // want `^4$`
		err := op()
		if err == nil {
			return nil
		}
		if i == max-1 {
			return err
		}
	}
	return nil
}

func flag() error {
	retries := 0
	again := true
	var err error
	for again { // want `^3$`
		err = op()
		again = false
		if err != nil && retries < 2 {
			retries++
			again = true
		}
	}
	return err
}

func jump() error {
	tries := 0
try:
	tries++ // want `^3$`
	err := op()
	if err != nil {
		if tries < 3 {
			goto try
		}
		return err
	}
	return nil
}

func jumpOnce() error {
	retried := false
again:
	err := op() // want `^2$`
	if err != nil && !retried {
		retried = true
		goto again
	}
	return err
}

func recurse(retries int) error {
	err := op()
	if err == nil || retries == 0 {
		return err
	}
	time.Sleep(time.Second)
	return recurse(retries - 1) // want `^retries\+1$`
}

func recurseUp(attempt int) error {
	err := op()
	if err != nil && attempt < 5 {
		time.Sleep(time.Second)
		return recurseUp(attempt + 1) // want `^at most 6$`
	}
	return err
}

func recurseOnce(retry bool) error {
	if err := send(context.Background()); err != nil {
		if retry {
			time.Sleep(time.Second)
			return recurseOnce(false) // want `^2$`
		}
		return err
	}
	return nil
}

const constant = 6

var variable = 7

func named() error {
	for i := 0; i < constant; i++ { // want `^6$`
		if op() == nil {
			return nil
		}
	}
	for i := 0; i < variable; i++ { // want `^7$`
		if op() == nil {
			return nil
		}
	}
	return errGone
}

var changed = 3

func change() { changed = pick() }

func pick() int { return len(delays) }

func reassigned() error {
	for i := 0; i < changed; i++ { // want `^changed$`
		if op() == nil {
			return nil
		}
	}
	return errGone
}

var delays = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}

func schedule() error {
	for _, d := range delays { // want `^3$`
		if op() == nil {
			return nil
		}
		time.Sleep(d)
	}
	return errGone
}

func scheduleThenOnce() error {
	for i := 0; ; i++ { // want `^4$`
		err := op()
		if err == nil || i == len(delays) {
			return err
		}
		time.Sleep(delays[i])
	}
}

type retrier struct{ max int }

func newRetrier() *retrier { return &retrier{max: 8} }

func (r *retrier) field() error {
	for i := 0; i < r.max; i++ { // want `^8$`
		if op() == nil {
			return nil
		}
	}
	return errGone
}

// Config is set by others.
type Config struct{ MaxRetries int }

type client struct {
	cfg   Config
	tries int
}

func newClient(n int) *client { return &client{tries: n} }

func (c *client) setting() error {
	for i := 0; i <= c.cfg.MaxRetries; i++ { // want `^cfg.MaxRetries$`
		if op() == nil {
			return nil
		}
	}
	for i := 0; i < c.tries; i++ { // want `^c.tries$`
		if op() == nil {
			return nil
		}
	}
	return errGone
}

func captured(limit int) func() error {
	return func() error {
		for i := 0; i < limit; i++ { // want `^limit$`
			if op() == nil {
				return nil
			}
		}
		return errGone
	}
}

func loggedAttempt(log func(func() int)) error {
	attempt := 0
	for attempt < 4 { // want `^4$`
		attempt++
		log(func() int { return attempt })
		if op() == nil {
			return nil
		}
	}
	return errGone
}

func beforehand() error {
	err := op()
	for i := 0; err != nil && i < 3; i++ { // want `^4$`
		time.Sleep(time.Second)
		err = op()
	}
	return err
}

func smaller(n int) error {
	for i := 0; i < min(n, 5); i++ { // want `^at most 5$`
		if op() == nil {
			return nil
		}
	}
	return errGone
}

func twoCounts(n int) error {
	for i := 0; i < 5; i++ { // want `^at most 5$`
		if op() == nil {
			return nil
		}
		if i == n {
			break
		}
	}
	return errGone
}

func doubling() error {
	for wait := time.Second; ; wait *= 2 { // want `^6$`
		err := op()
		if err == nil || wait > 30*time.Second {
			return err
		}
		time.Sleep(wait)
	}
}

func elapsed() error {
	start := time.Now()
	for { // want `^for 1m$`
		err := op()
		if err == nil || time.Since(start) > time.Minute {
			return err
		}
		time.Sleep(time.Second)
	}
}

func deadline(d time.Duration) error {
	end := time.Now().Add(d)
	for time.Now().Before(end) { // want `^time-bound$`
		if op() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errGone
}

func timeout() error {
	out := time.After(10 * time.Second)
	for { // want `^for 10s$`
		if op() == nil {
			return nil
		}
		select {
		case <-out:
			return errGone
		case <-time.After(time.Second):
		}
	}
}

func ownContext(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for { // want `^for 30s$`
		if send(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func untilContext(ctx context.Context) error {
	for { // want `^unbounded but for the context$`
		if send(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func forever() {
	for { // want `^unbounded$`
		if op() == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func foreverCounted() int {
	n := 0
	for { // want `^unbounded$`
		if op() == nil {
			return n
		}
		n++
		time.Sleep(time.Second)
	}
}

type gate struct{ closed bool }

func (g *gate) isClosed() bool { return g.closed }

func untilClosed(g *gate) {
	for !g.isClosed() { // want `^n$`
		if op() == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

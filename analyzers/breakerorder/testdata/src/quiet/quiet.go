// Package quiet is right, and must stay without a finding.
package quiet

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/avast/retry-go/v4"
	"github.com/sony/gobreaker/v2"

	"m/guard"
)

type settings struct {
	Min   uint32
	Share float64
}

func configured(s settings) *gobreaker.CircuitBreaker[int] {
	return gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
		Interval: time.Minute, Timeout: 30 * time.Second, MaxRequests: 3,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.Requests >= s.Min && float64(c.TotalFailures)/float64(c.Requests) >= s.Share
		},
	})
}

var (
	inARow = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 1 }})
	off    = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{ReadyToTrip: func(gobreaker.Counts) bool { return false }})
	third  = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool { return c.Requests >= 3 && c.TotalFailures*100/c.Requests >= 60 }})
)

type store struct {
	db  *sql.DB
	hc  *http.Client
	cb  *gobreaker.CircuitBreaker[string]
	g   *guard.Guard
	ts  *gobreaker.TwoStepCircuitBreaker[string]
	url string
}

func newStore(db *sql.DB) *store {
	return &store{db: db, cb: gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
		IsExcluded: func(err error) bool { return errors.Is(err, context.Canceled) },
	})}
}

func (s *store) missing(ctx context.Context) (string, error) {
	return s.cb.Execute(func() (name string, err error) {
		err = s.db.QueryRowContext(ctx, "SELECT 1").Scan(&name)
		if errors.Is(err, sql.ErrNoRows) {
			return "", nil
		}
		return name, err
	})
}

func known(err error) bool { return errors.Is(err, sql.ErrNoRows) || errors.Is(err, sql.ErrTxDone) }

func (s *store) helped(ctx context.Context) (string, error) {
	return s.cb.Execute(func() (name string, err error) {
		if _, err = s.db.ExecContext(ctx, "SELECT 1"); err != nil {
			if known(err) || ctx.Err() != nil {
				return "", nil
			}
			return "", err
		}
		_, _ = s.db.ExecContext(ctx, "INSERT INTO audit VALUES (1)")
		return name, nil
	})
}

func (s *store) filtered(filters []func(error) (bool, error)) error {
	return hystrix.Do("x", func() error {
		_, err := s.hc.Get(s.url)
		for _, f := range filters {
			if ok, _ := f(err); ok {
				return err
			}
		}
		if len(filters) > 0 {
			return nil
		}
		return err
	}, func(error) error { return nil })
}

func (s *store) two(ctx context.Context) error {
	done, err := s.ts.Allow()
	if err != nil {
		return err
	}
	err = s.db.PingContext(ctx)
	done(err == nil)
	return err
}

func (s *store) stops(ctx context.Context) (err error) {
	for range 3 {
		err = s.g.Do(ctx, func(context.Context) error { _, err := s.hc.Get(s.url); return err })
		if err == nil || errors.Is(err, guard.ErrRefused) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) typed(ctx context.Context) (err error) {
	for range 3 {
		err = hystrix.DoC(ctx, "x", func(context.Context) error { _, err := s.hc.Get(s.url); return err }, nil)
		var refused hystrix.CircuitError
		if err == nil || errors.As(err, &refused) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) library() error {
	return retry.Do(func() error {
		_, err := s.cb.Execute(func() (string, error) { _, err := s.hc.Get(s.url); return "", err })
		if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
			return retry.Unrecoverable(err)
		}
		return err
	}, retry.Attempts(3))
}

func (s *store) predicate() error {
	return retry.Do(func() error {
		_, err := s.cb.Execute(func() (string, error) { _, err := s.hc.Get(s.url); return "", err })
		return err
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool { return !errors.Is(err, gobreaker.ErrOpenState) }))
}

func (s *store) work(jobs <-chan string) {
	for range jobs {
		if _, err := s.cb.Execute(func() (string, error) { _, err := s.hc.Get(s.url); return "", err }); err != nil {
			continue
		}
	}
}

type limiter struct {
	mu     sync.Mutex
	tokens int
	last   time.Time
}

func (l *limiter) allow() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.last) > time.Second {
		l.tokens, l.last = 10, time.Now()
	}
	l.tokens--
	return l.tokens >= 0
}

func (l *limiter) set(n int) { l.tokens = n }

func (s *store) limited(l *limiter) (err error) {
	for range 3 {
		if !l.allow() {
			return errors.New("slow down")
		}
		if _, err = s.hc.Get(s.url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type command struct{ cancelled bool }

func (s *store) flagged(cmd *command) error {
	return hystrix.Do("x", func() error {
		_, err := s.hc.Get(s.url)
		if cmd.cancelled {
			return nil
		}
		return err
	}, nil)
}

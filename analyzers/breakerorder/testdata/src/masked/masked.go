// Package masked forgets failures behind a breaker.
package masked

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/sony/gobreaker/v2"

	"m/guard"
)

type store struct {
	db *sql.DB
	hc *http.Client
	cb *gobreaker.CircuitBreaker[string]
	g  *guard.Guard
	ts *gobreaker.TwoStepCircuitBreaker[string]
}

func (s *store) logged(ctx context.Context) (string, error) {
	return s.cb.Execute(func() (name string, err error) {
		if err := s.db.QueryRowContext(ctx, "SELECT 1").Scan(&name); err != nil {
			slog.Error("query", "err", err)
			return "", nil // want `sql.Row.Scan fails and this returns no error: gobreaker.CircuitBreaker.Execute counts a success`
		}
		return name, nil
	})
}

func (s *store) sideways(ctx context.Context) error {
	var failed error
	err := hystrix.Do("db", func() error {
		_, failed = s.db.ExecContext(ctx, "SELECT 1")
		return nil // want `sql.DB.ExecContext fails and this returns no error: hystrix.Do counts a success`
	}, nil)
	if failed != nil {
		return failed
	}
	return err
}

func (s *store) wrapped(ctx context.Context) error {
	return s.g.Do(ctx, func(ctx context.Context) error {
		if _, err := s.db.ExecContext(ctx, "SELECT 1"); err != nil {
			return nil // want `guard.Guard.Do counts a success`
		}
		return nil
	})
}

func (s *store) instead(a, b string) (*http.Response, error) {
	var resp *http.Response
	err := hystrix.Do("pages", func() (err error) {
		if resp, err = s.hc.Get(a); err != nil {
			resp, err = s.hc.Head(b)
		}
		return err // want `http.Client.Get fails and http.Client.Head answers in its place`
	}, nil)
	return resp, err
}

func (s *store) always(ctx context.Context) error {
	done, err := s.ts.Allow()
	if err != nil {
		return err
	}
	defer done(true) // want `the breaker is told of a success whatever happened`
	return s.db.PingContext(ctx)
}

// Package store asks a database behind a web page.
package store

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type Store struct{ DB *sql.DB }

func (s *Store) Touch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_, err := s.DB.ExecContext(ctx, "UPDATE seen SET n = n + 1")
	return err
}

// Report is slow on purpose.
func (s *Store) Report(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	defer cancel()
	if s.DB.PingContext(ctx) != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// Routes registers what the store serves.
func (s *Store) Routes(mux *http.ServeMux) { mux.HandleFunc("GET /report", s.Report) }

// Seconds gets a number of seconds, whatever its type.
func Seconds(d time.Duration) time.Duration { return d * time.Second }

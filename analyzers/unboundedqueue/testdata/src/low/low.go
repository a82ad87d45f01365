// Package low has what is only shown on request.
package low

import (
	"context"
	"database/sql"
	"time"
)

// Open makes a pool without a cap.
func Open(dsn string) (*Store, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	return &Store{db}, nil
}

// A Store keeps jobs.
type Store struct{ db *sql.DB }

// Poll reads all of them, each second.
func (s *Store) Poll(ctx context.Context, run func(string)) {
	for range time.Tick(time.Second) {
		rows, err := s.db.QueryContext(ctx, "SELECT job FROM jobs WHERE state = 'due'")
		if err != nil {
			continue
		}
		for rows.Next() {
			var j string
			if rows.Scan(&j) == nil {
				run(j)
			}
		}
		rows.Close()
	}
}

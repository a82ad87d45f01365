// Package bad is the example on the page of unboundedqueue/read, wrong.
package bad

import (
	"context"
	"database/sql"
	"time"
)

type store struct{ db *sql.DB }

func (s *store) poll(ctx context.Context, run func(string)) {
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

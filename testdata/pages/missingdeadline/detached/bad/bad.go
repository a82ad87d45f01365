// Package bad is the example on the page of missingdeadline/detached, wrong.
package bad

import (
	"context"
	"database/sql"
)

type store struct{ db *sql.DB }

func (s *store) save(ctx context.Context, id int64, sku string) error {
	_, err := s.db.ExecContext(context.Background(), "INSERT INTO orders (id, sku) VALUES ($1, $2)", id, sku)
	return err
}

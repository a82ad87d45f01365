// Package good is the example on the page of fallbackprimary/lie, right.
package good

import (
	"context"
	"database/sql"
	"fmt"
)

type orders struct{ db *sql.DB }

func (o *orders) open(ctx context.Context) ([]string, error) {
	ids, err := o.query(ctx)
	if err != nil {
		return nil, fmt.Errorf("open orders: %w", err)
	}
	return ids, nil
}

func (o *orders) query(ctx context.Context) ([]string, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT id FROM orders WHERE state = 'open' LIMIT 100")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

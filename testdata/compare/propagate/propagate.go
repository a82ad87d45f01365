// Package propagate has a context that stops on its way, with a deadline set anew.
package propagate

import (
	"context"
	"database/sql"
	"time"
)

// Save has a context, and calls what has none.
func Save(ctx context.Context, db *sql.DB) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return insert(db)
}

func insert(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_, err := db.ExecContext(ctx, "INSERT INTO seen DEFAULT VALUES")
	return err
}

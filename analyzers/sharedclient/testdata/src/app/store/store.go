// Package store opens the database.
package store

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// Open makes a pool for its caller.
func Open() (*sql.DB, error) { // want Open:`result0=fresh sql.Open`
	return sql.Open("x", "y")
}

// Count opens a pool for itself.
func Count(ctx context.Context) error { // want Count:`makes\(sql.Open\)`
	db, err := Open()
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "SELECT 1")
	return err
}

// Shared is used by every package.
var Shared = &http.Client{Timeout: time.Second} // want Shared:`holds\(http.Client\)`

// Fetch calls through any client.
func Fetch(c *http.Client, u string) (*http.Response, error) { // want Fetch:`fate\(0 used\) uses\(param0 for param1\)`
	return c.Get(u)
}

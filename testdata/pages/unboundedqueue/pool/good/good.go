// Package good is the example on the page of unboundedqueue/pool, right.
package good

import (
	"database/sql"
	"time"
)

type store struct{ db *sql.DB }

func open(dsn string) (*store, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(20)
	db.SetMaxIdleConns(20)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return &store{db}, nil
}

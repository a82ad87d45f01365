// Package bad is the example on the page of unboundedqueue/pool, wrong.
package bad

import "database/sql"

type store struct{ db *sql.DB }

func open(dsn string) (*store, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	return &store{db}, nil
}

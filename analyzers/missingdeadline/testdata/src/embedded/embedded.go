// Package embedded keeps its database in a file: a call of it does not leave the process.
package embedded

import (
	"context"
	"database/sql"

	_ "github.com/mattn/go-sqlite3"
)

type notes struct{ db *sql.DB }

func open() (*notes, error) {
	db, err := sql.Open("sqlite3", "notes.db")
	return &notes{db}, err
}

func (n *notes) add(text string) error {
	_, err := n.db.Exec("INSERT INTO notes VALUES (?)", text)
	return err
}

func (n *notes) all() (*sql.Rows, error) {
	return n.db.QueryContext(context.Background(), "SELECT text FROM notes")
}

// Nobody waits for the answer any more, whoever gives it.
func (n *notes) find(ctx context.Context, text string) (*sql.Rows, error) {
	return n.db.QueryContext(context.Background(), "SELECT text FROM notes WHERE text LIKE ?", text) // want `the caller's context is dropped`
}

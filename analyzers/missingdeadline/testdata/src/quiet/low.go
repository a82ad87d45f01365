package quiet

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"time"
)

// What is true here is only told on request: see the golden file.

func init() {
	db, err := sql.Open("postgres", "postgres://orders.internal/orders")
	if err == nil {
		db.PingContext(context.Background())
	}
}

// Clean-up has a context of its own on purpose.
func undo(tx *sql.Tx, db *sql.DB) error {
	defer func() { db.ExecContext(context.Background(), "DELETE FROM locks WHERE owner = 1") }()
	return tx.Commit()
}

// A worker on the context of its lifetime.
func work(db *sql.DB) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			db.ExecContext(ctx, "DELETE FROM carts WHERE old")
		}
	}
}

// The operating system ends a dial, after minutes.
func dial() (net.Conn, error) { return net.Dial("tcp", "stock.internal:80") }

// A statement that changes the schema takes as long as it takes.
func migrate(db *sql.DB) error {
	_, err := db.ExecContext(context.Background(), "ALTER TABLE orders ADD COLUMN told int")
	return err
}

// The header is bounded, the rest of a connection's life is not.
func serve(h http.Handler) error {
	return (&http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: time.Second}).ListenAndServe()
}

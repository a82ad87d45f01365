// Package orders keeps what was bought.
package orders

import (
	"context"
	"database/sql"
	"log"
	"time"

	"example.com/shop/stock"
)

// An Order is what a visitor wants.
type Order struct {
	ID    int64
	SKU   string
	Count int
	Card  string
	Cents int
	Mail  string
}

// A Store keeps orders in a database.
type Store struct{ db *sql.DB }

// NewStore makes a store over an open database.
func NewStore(db *sql.DB) *Store { return &Store{db: db} }

// Save writes an order down.
func (s *Store) Save(ctx context.Context, o *Order) error {
	// Fault: the visitor has gone after ten seconds, but the insert waits on for the
	// locked table. Each retry of the visitor's adds another one that nobody waits for.
	_, err := s.db.ExecContext(context.Background(),
		"INSERT INTO orders (id, sku, count) VALUES ($1, $2, $3)", o.ID, o.SKU, o.Count)
	return err
}

// Sold is right: it ends with its caller, and after two seconds in any case.
func (s *Store) Sold(ctx context.Context, sku string) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM orders WHERE sku = $1", sku).Scan(&n)
	return n, err
}

// Restock looks after the shelves as long as the shop runs.
func Restock(s *Store, levels *stock.Client, every time.Duration) {
	for range time.Tick(every) {
		if err := restock(s, levels); err != nil {
			log.Print(err)
		}
	}
}

func restock(s *Store, levels *stock.Client) error {
	// Fault: the stock service accepts the connection and then says nothing. This was
	// the last round: the loop waits for the answer, hour after hour, and no log tells.
	n, err := levels.Level(context.Background(), "bestseller")
	if err != nil {
		return err
	}
	sold, err := s.Sold(context.Background(), "bestseller")
	if err != nil || n > sold {
		return err
	}
	log.Print("order more of the bestseller")
	return nil
}

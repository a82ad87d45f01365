// Package basic has each kind of the rule at its plainest.
package basic

import (
	"context"
	"database/sql"
	"net/http"
)

type orders struct {
	db  *sql.DB
	ctx context.Context
}

func newOrders(db *sql.DB) *orders { return &orders{db: db, ctx: context.Background()} }

func (o *orders) count() (n int, err error) {
	row := o.db.QueryRowContext(context.Background(), "SELECT count(*) FROM orders") // want `^context.Background goes to sql.DB.QueryRowContext with no deadline on the way: basic.orders.count → sql.DB.QueryRowContext; add one with context.WithTimeout \(no bound in: context, DSN\) \(missingdeadline/background\)$`
	return n, row.Scan(&n)
}

// The context is kept in a field.
func (o *orders) first() (n int, err error) {
	rows, err := o.db.QueryContext(o.ctx, "SELECT id FROM orders") // want `field ctx, which holds context.Background, goes to sql.DB.QueryContext`
	if err != nil {
		return 0, err
	}
	return n, rows.Close()
}

// A context derived from the root is no better, and one cause is told once.
func (o *orders) mark(id int) error {
	ctx := context.WithValue(context.TODO(), key{}, id)
	if _, err := o.db.ExecContext(ctx, "UPDATE orders SET seen = 1 WHERE id = ?", id); err != nil { // want `context.TODO goes to sql.DB.ExecContext with no deadline on the way \(and 2 more calls\)`
		return err
	}
	if err := o.db.PingContext(ctx); err != nil {
		return err
	}
	_, err := o.db.ExecContext(ctx, "UPDATE orders SET told = 1 WHERE id = ?", id)
	return err
}

type key struct{}

// Through a helper, which takes the context from here.
func (o *orders) forget(id int) error {
	return o.exec(context.Background(), "DELETE FROM orders WHERE id = ?", id) // want `context.Background goes to sql.DB.ExecContext with no deadline on the way: basic.orders.forget → basic.orders.exec → sql.DB.ExecContext`
}

func (o *orders) exec(ctx context.Context, query string, args ...any) error {
	_, err := o.db.ExecContext(ctx, query, args...)
	return err
}

// Through a function that calls what it is given.
func (o *orders) retry(id int) error {
	return again(context.Background(), func(ctx context.Context) error {
		_, err := o.db.ExecContext(ctx, "UPDATE orders SET n = n + 1 WHERE id = ?", id) // want `context.Background goes to sql.DB.ExecContext with no deadline on the way`
		return err
	})
}

func again(ctx context.Context, op func(context.Context) error) error {
	for range 3 {
		if op(ctx) == nil {
			return nil
		}
	}
	return op(ctx)
}

// A request that was made with a context without deadline.
func ping(c *http.Client) error {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://stock.internal/ping", nil)
	if err != nil {
		return err
	}
	resp, err := bare.Do(req) // want `context.Background goes to http.Client.Do with no deadline on the way and an http.Client without timeout sets none`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

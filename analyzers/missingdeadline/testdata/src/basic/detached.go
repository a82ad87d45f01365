package basic

import (
	"context"
	"database/sql"
	"net/http"
)

func save(ctx context.Context, db *sql.DB, id int) error {
	_, err := db.ExecContext(context.Background(), "INSERT INTO orders VALUES (?)", id) // want `^the caller's context is dropped: context.Background goes to sql.DB.ExecContext with no deadline: basic.save → sql.DB.ExecContext; derive from the caller's context, or add a timeout of its own \(no bound in: context, DSN\) \(missingdeadline/detached\)$`
	return err
}

func audit(ctx context.Context, db *sql.DB, id int) error {
	_, err := db.ExecContext(context.WithoutCancel(ctx), "INSERT INTO audit VALUES (?)", id) // want `context.WithoutCancel goes to sql.DB.ExecContext and brings no deadline of its own`
	return err
}

// A handler has a caller, too: the request.
func (o *orders) handle(w http.ResponseWriter, r *http.Request) {
	if err := o.exec(context.Background(), "DELETE FROM carts"); err != nil { // want `the caller's context is dropped: context.Background goes to sql.DB.ExecContext with no deadline: basic.orders.handle → basic.orders.exec → sql.DB.ExecContext`
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// Command shop is a small web shop that works on a good day. It holds one fault of each
// kind that resilint finds, each under a comment that begins with "Fault" and says in
// words what will happen. Beside each stands code that does the same right.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"

	"example.com/shop/mail"
	"example.com/shop/orders"
	"example.com/shop/payment"
	"example.com/shop/stock"
	"example.com/shop/web"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	db, err := sql.Open("postgres", os.Getenv("SHOP_DB"))
	if err != nil {
		return err
	}
	defer db.Close()

	store := orders.NewStore(db)
	levels := stock.New("http://stock.internal")
	site := web.New(store, levels, payment.New(), mail.New("mail.internal:25"))
	go orders.Restock(store, levels, time.Hour)

	// Fault: a visitor who opens a connection and sends a letter of the header a minute
	// keeps the connection, its goroutine and its descriptor. A few thousand of them,
	// from one laptop, and nobody else gets in.
	server := &http.Server{Addr: ":8080", Handler: site.Routes()}

	// Right: who has not sent the header after five seconds is sent away.
	metrics := &http.Server{
		Addr:              ":9090",
		Handler:           web.Metrics(),
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       time.Minute,
	}
	return serve(ctx, server, metrics)
}

// serve runs the servers until one fails or ctx ends, and gives requests ten seconds to
// finish.
func serve(ctx context.Context, servers ...*http.Server) error {
	failed := make(chan error, len(servers))
	for _, s := range servers {
		go func() { failed <- s.ListenAndServe() }()
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	for _, s := range servers {
		if err := s.Shutdown(last); err != nil {
			return err
		}
	}
	return nil
}

package fixes

import (
	"context"
	"database/sql"
	"net"
	"net/http"
)

type stock struct {
	http *http.Client
	db   *sql.DB
}

func newStock(db *sql.DB) *stock {
	return &stock{http: &http.Client{}, db: db} // want `an http.Client without timeout sends requests without deadline`
}

func (s *stock) count(ctx context.Context, id string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, "http://stock.internal/"+id, nil)
	if err != nil {
		return nil, err
	}
	return s.http.Do(req)
}

func standard(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequest(http.MethodGet, "http://stock.internal/", nil)
	if err != nil {
		return
	}
	resp, err := http.DefaultClient.Do(req) // want `the request has no deadline and http.DefaultClient has no timeout`
	if err == nil {
		resp.Body.Close()
	}
}

func (s *stock) rows(ctx context.Context) (*sql.Rows, error) {
	if _, err := s.db.Exec("UPDATE stock SET seen = 1"); err != nil { // want `sql.DB.Exec carries no deadline`
		return nil, err
	}
	return s.db.Query("SELECT id FROM stock")
}

func (s *stock) begin(ctx context.Context) (*sql.Tx, error) {
	return s.db.Begin() // want `sql.DB.Begin carries no deadline`
}

func (s *stock) ping(w http.ResponseWriter, r *http.Request) {
	ctx := context.Background()
	if s.db.PingContext(ctx) != nil { // want `the caller's context is dropped`
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// Only a reader knows where this context should come from.
func (s *stock) later() error {
	return s.db.PingContext(context.TODO()) // want `context.TODO goes to sql.DB.PingContext`
}

func reach(ctx context.Context, addr string) (net.Conn, error) {
	return net.Dial("tcp", addr)
}

// Package api serves what the store has.
package api

import (
	"context"
	"net/http"
	"time"

	"m/app/store"
)

func touch(s *store.Store) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return s.Touch(ctx)
}

func Serve(s *store.Store) error {
	mux := http.NewServeMux()
	s.Routes(mux)
	srv := &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: store.Seconds(5), WriteTimeout: 15 * time.Second}
	return srv.ListenAndServe()
}

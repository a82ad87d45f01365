// Package basic falls back in the ways that one package shows.
package basic

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"
)

type store struct{ db *sql.DB }

func (s *store) find(ctx context.Context, id string) (name string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT name FROM fast WHERE id = $1", id).Scan(&name)
	if err != nil {
		err = s.db.QueryRowContext(ctx, "SELECT name FROM slow WHERE id = $1", id).Scan(&name) // want `when sql.DB.QueryRowContext fails, basic.store.find calls the same dependency again \(store.db\)`
	}
	return name, err
}

func (s *store) mark(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := s.db.ExecContext(ctx, "CALL work($1)", id); err != nil {
		again, stop := context.WithTimeout(ctx, time.Second)
		defer stop()
		_, _ = s.db.ExecContext(again, "UPDATE jobs SET failed = true WHERE id = $1", id) // want `the deadline that basic.store.mark gives sql.DB.ExecContext \(store.db\) is derived from the one that sql.DB.ExecContext \(store.db\) has used up`
		return err
	}
	return nil
}

func (s *store) slow(ctx context.Context, id string) (string, error) {
	type found struct {
		name string
		err  error
	}
	ch := make(chan found, 1)
	go func() {
		var f found
		f.err = s.db.QueryRowContext(ctx, "SELECT name FROM a WHERE id = $1", id).Scan(&f.name)
		ch <- f
	}()
	select {
	case f := <-ch:
		return f.name, f.err
	case <-time.After(time.Second):
		return s.find(ctx, id) // want `when sql.DB.QueryRowContext is too slow, basic.store.slow calls the same dependency again`
	}
}

type cache struct {
	load func(ctx context.Context, id string) (string, error)
}

func (c *cache) get(ctx context.Context, id string) (string, error) { return c.load(ctx, id) }

type cached struct {
	store *store
	cache *cache
}

func newCached(s *store) *cached {
	c := &cached{store: s}
	c.cache = &cache{load: c.query}
	return c
}

func (c *cached) query(ctx context.Context, id string) (string, error) { return c.store.find(ctx, id) }

func (c *cached) get(ctx context.Context, id string) (string, error) {
	name, err := c.query(ctx, id)
	if err == nil {
		return name, nil
	}
	return c.cache.get(ctx, id) // want `when basic.cached.query fails, basic.cached.get calls the same dependency again \(cached.store.db\)`
}

type two struct{ replica, main *sql.DB }

func open(dsn string) (*two, error) {
	replica, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	main, err := sql.Open("postgres", dsn)
	return &two{replica, main}, err
}

func (t *two) count(ctx context.Context) (n int, err error) {
	err = t.replica.QueryRowContext(ctx, "SELECT 1").Scan(&n)
	if err != nil {
		err = t.main.QueryRowContext(ctx, "SELECT 1").Scan(&n) // want `calls what may be the same dependency again`
	}
	return n, err
}

type remote interface {
	Get(ctx context.Context, key string) ([]string, error)
	Zip(ctx context.Context, key string) ([]string, error)
}

type reader struct{ remote remote }

func (r *reader) read(ctx context.Context, key string) ([]string, error) {
	b, err := r.remote.Zip(ctx, key)
	if err != nil {
		return r.remote.Get(ctx, key) // want `when basic.remote.Zip fails, basic.reader.read calls the same dependency again \(reader.remote\)`
	}
	return b, nil
}

// What follows is right, or told at low confidence.

func (r *reader) list(ctx context.Context, key string) ([]string, error) {
	b, err := r.remote.Get(ctx, key)
	if err != nil {
		log.Print(err)
		return []string{}, nil
	}
	return b, nil
}

func (s *store) exact(ctx context.Context, id string) (name string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT name FROM fast WHERE id = $1", id).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = s.db.QueryRowContext(ctx, "SELECT name FROM slow WHERE id = $1", id).Scan(&name)
	}
	return name, err
}

func (s *store) undo(ctx context.Context, id string) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO a VALUES ($1)", id); err != nil {
		if _, err := s.db.ExecContext(ctx, "DELETE FROM b WHERE id = $1", id); err != nil {
			log.Print(err)
		}
		return err
	}
	return nil
}

func (s *store) both(ctx context.Context, id string) (string, string, error) {
	a, err := s.find(ctx, id)
	if err != nil {
		return "", "", err
	}
	b, err := s.find(ctx, id+"x")
	return a, b, err
}

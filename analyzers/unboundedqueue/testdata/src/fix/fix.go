// Package fix has sends with a context beside them.
package fix

import (
	"context"
	"net/http"
)

type job struct {
	id   string
	done chan error
}

// A Pool runs jobs.
type Pool struct {
	jobs chan *job
	do   func(context.Context, string) error
}

// New makes a pool.
func New() *Pool {
	p := &Pool{jobs: make(chan *job, 64)}
	go p.work()
	return p
}

func (p *Pool) work() {
	for j := range p.jobs {
		j.done <- p.do(context.Background(), j.id)
	}
}

// Submit runs a job.
func (p *Pool) Submit(ctx context.Context, id string) (int, error) {
	j := &job{id, make(chan error, 1)}
	p.jobs <- j // want `no way out.*unboundedqueue/block`
	select {
	case err := <-j.done:
		return 1, err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// ServeHTTP has no context of its own to offer.
func (p *Pool) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.jobs <- &job{r.URL.Path, make(chan error, 1)} // want `no way out.*unboundedqueue/block`
}

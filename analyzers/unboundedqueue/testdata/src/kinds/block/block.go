// Package block is a case of its rule.
package block

import (
	"context"
	"net/http"
)

type job struct {
	body string
	done chan error
}
type Pool struct {
	jobs chan *job
	do   func(context.Context, string) error
}

func New(n int) *Pool {
	p := &Pool{jobs: make(chan *job, 64)}
	for range n {
		go p.work()
	}
	return p
}
func (p *Pool) work() {
	for j := range p.jobs {
		j.done <- p.do(context.Background(), j.body)
	}
}
func (p *Pool) Submit(ctx context.Context, body string) error {
	j := &job{body: body, done: make(chan error, 1)}
	p.jobs <- j // want `no way out.*unboundedqueue/block`
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
func (p *Pool) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.Submit(r.Context(), r.URL.Path) }

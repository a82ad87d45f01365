// Package stale is a case of its rule.
package stale

import "context"

type work struct {
	ctx context.Context
	q   string
	out chan string
}
type P struct {
	in  chan *work
	run func(string) string
}

func (p *P) Do(ctx context.Context, q string) string {
	w := &work{ctx: ctx, q: q, out: make(chan string, 1)}
	select {
	case p.in <- w:
	case <-ctx.Done():
		return ""
	}
	select {
	case s := <-w.out:
		return s
	case <-ctx.Done():
		return ""
	}
}
func (p *P) loop() {
	for w := range p.in {
		w.out <- p.run(w.q)
	}
}

// Package workers is a case of its rule.
package workers

import "context"

type task struct{ id int }
type pool struct {
	idle  chan *worker
	tasks chan task
}
type worker struct {
	do func(context.Context, task) error
}

func (p *pool) Run(ctx context.Context) {
	for t := range p.tasks {
		w := <-p.idle
		go func() {
			defer func() { p.idle <- w }()
			w.do(ctx, t)
		}()
	}
}

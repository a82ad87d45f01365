// Package ants stands in for the library of this name, so that the shop builds without a
// network.
package ants

// A Pool runs tasks.
type Pool struct{ slots chan struct{} }

// An Option changes a pool.
type Option func(*Pool)

// NewPool makes a pool of so many workers; -1 means no limit.
func NewPool(size int, _ ...Option) (*Pool, error) {
	p := &Pool{}
	if size > 0 {
		p.slots = make(chan struct{}, size)
	}
	return p, nil
}

// WithMaxBlockingTasks limits how many callers may wait.
func WithMaxBlockingTasks(int) Option { return func(*Pool) {} }

// Submit runs task.
func (p *Pool) Submit(task func()) error {
	if p.slots != nil {
		p.slots <- struct{}{}
	}
	go func() {
		task()
		if p.slots != nil {
			<-p.slots
		}
	}()
	return nil
}

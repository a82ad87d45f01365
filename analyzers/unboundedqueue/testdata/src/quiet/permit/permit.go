// Package permit is a case of its rule.
package permit

import "context"

type msg struct{ b []byte }
type src interface {
	Receive(ctx context.Context) (*msg, error)
}
type gate interface {
	Enter(ctx context.Context) (leave func(), err error)
}
type sink interface {
	Put(ctx context.Context, m *msg) error
}

func Run(ctx context.Context, s src, g gate, k sink) error {
	for {
		m, err := s.Receive(ctx)
		if err != nil {
			return err
		}
		leave, err := g.Enter(ctx)
		if err != nil {
			return err
		}
		go func() { defer leave(); k.Put(ctx, m) }()
	}
}

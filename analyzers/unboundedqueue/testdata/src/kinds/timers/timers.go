// Package timers is a case of its rule.
package timers

import (
	"context"
	"time"
)

type msg struct{ id string }

type source interface {
	Receive(context.Context) (*msg, error)
}

type store interface {
	Expire(ctx context.Context, id string) error
}

func Run(ctx context.Context, s source, st store) error {
	for {
		m, err := s.Receive(ctx)
		if err != nil {
			return err
		}
		time.AfterFunc(time.Hour, func() { // want `(starts|takes a task) for.*unboundedqueue/spawn`
			st.Expire(context.Background(), m.id)
		})
	}
}

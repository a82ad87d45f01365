// Package rate is a case of its rule.
package rate

import (
	"context"
	"net"
)

type lim interface {
	Wait(ctx context.Context) error
}
type S struct {
	l lim
	h interface{ Handle([]byte, net.Addr) error }
}

func (s *S) Serve(ctx context.Context, pc net.PacketConn) error {
	for {
		b := make([]byte, 1500)
		n, a, err := pc.ReadFrom(b)
		if err != nil {
			return err
		}
		if err := s.l.Wait(ctx); err != nil {
			return err
		}
		go s.h.Handle(b[:n], a)
	}
}

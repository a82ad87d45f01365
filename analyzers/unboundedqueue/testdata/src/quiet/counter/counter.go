// Package counter is a case of its rule.
package counter

import (
	"net"
	"sync/atomic"
)

type S struct {
	running atomic.Int32
	h       interface{ Handle([]byte, net.Addr) error }
}

func (s *S) Serve(pc net.PacketConn) error {
	for {
		b := make([]byte, 1500)
		n, a, err := pc.ReadFrom(b)
		if err != nil {
			return err
		}
		if s.running.Load() >= 100 {
			continue
		}
		s.running.Add(1)
		go func() { defer s.running.Add(-1); s.h.Handle(b[:n], a) }()
	}
}

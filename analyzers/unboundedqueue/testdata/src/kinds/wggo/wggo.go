// Package wggo is a case of its rule.
package wggo

import (
	"net"
	"sync"
)

type H interface {
	Handle(b []byte, a net.Addr) error
}

func Serve(pc net.PacketConn, h H) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		b := make([]byte, 2048)
		n, a, err := pc.ReadFrom(b)
		if err != nil {
			return err
		}
		wg.Go(func() { h.Handle(b[:n], a) }) // want `(starts|takes a task) for.*unboundedqueue/spawn`
	}
}

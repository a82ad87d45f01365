// Package bad is the first half of the page's example.
package bad

import (
	"net"
)

type Handler interface {
	Answer(query []byte) ([]byte, error)
}

func serve(pc net.PacketConn, h Handler) error {
	for {
		b := make([]byte, 1232)
		n, from, err := pc.ReadFrom(b)
		if err != nil {
			return err
		}
		go func() { // want `unboundedqueue/spawn`
			if a, err := h.Answer(b[:n]); err == nil {
				pc.WriteTo(a, from)
			}
		}()
	}
}

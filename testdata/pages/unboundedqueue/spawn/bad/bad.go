// Package bad is the example on the page of unboundedqueue/spawn, wrong.
package bad

import "net"

type handler interface {
	answer(query []byte) ([]byte, error)
}

func serve(pc net.PacketConn, h handler) error {
	for {
		b := make([]byte, 1232)
		n, from, err := pc.ReadFrom(b)
		if err != nil {
			return err
		}
		go func() {
			if a, err := h.answer(b[:n]); err == nil {
				pc.WriteTo(a, from)
			}
		}()
	}
}

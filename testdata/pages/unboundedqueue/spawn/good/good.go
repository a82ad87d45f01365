// Package good is the example on the page of unboundedqueue/spawn, right.
package good

import "net"

type handler interface {
	answer(query []byte) ([]byte, error)
}

func serve(pc net.PacketConn, h handler) error {
	running := make(chan struct{}, 256)
	for {
		b := make([]byte, 1232)
		n, from, err := pc.ReadFrom(b)
		if err != nil {
			return err
		}
		select {
		case running <- struct{}{}:
		default:
			continue // whoever asks asks again
		}
		go func() {
			defer func() { <-running }()
			if a, err := h.answer(b[:n]); err == nil {
				pc.WriteTo(a, from)
			}
		}()
	}
}

// Package good is the second half of the page's example.
package good

import (
	"net"
)

type Handler interface {
	Answer(query []byte) ([]byte, error)
}

func serve(pc net.PacketConn, h Handler) error {
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
			if a, err := h.Answer(b[:n]); err == nil {
				pc.WriteTo(a, from)
			}
		}()
	}
}

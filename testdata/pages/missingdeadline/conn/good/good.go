// Package good is the example on the page of missingdeadline/conn, right.
package good

import (
	"net"
	"time"
)

type board struct{ seen func(line string) }

func (b *board) serve(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go b.lines(conn)
	}
}

func (b *board) lines(conn net.Conn) {
	defer conn.Close()
	buf := make([]byte, 64)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
			return
		}
		n, err := conn.Read(buf)
		if err != nil {
			return
		}
		b.seen(string(buf[:n]))
	}
}

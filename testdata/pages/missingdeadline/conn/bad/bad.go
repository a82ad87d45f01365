// Package bad is the example on the page of missingdeadline/conn, wrong.
package bad

import "net"

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
		n, err := conn.Read(buf)
		if err != nil {
			return
		}
		b.seen(string(buf[:n]))
	}
}

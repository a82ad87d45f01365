// Package accept is a case of its rule.
package accept

import (
	"bufio"
	"io"
	"log"
	"net"
)

type Server struct{ conns chan net.Conn }

func (s *Server) Serve(l net.Listener) error {
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go s.serve(c)
	}
}
func (s *Server) Loop() {
	for c := range s.conns {
		go s.serve(c)
	}
}
func (s *Server) serve(c net.Conn) {
	defer c.Close()
	sc := bufio.NewScanner(c)
	for sc.Scan() {
		io.WriteString(c, sc.Text())
	}
	log.Print("bye")
}

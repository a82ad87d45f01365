// Package ants is a case of its rule.
package ants

import "github.com/panjf2000/ants/v2"

type Server struct{ p *ants.Pool }

func New(n int) (*Server, error) {
	p, err := ants.NewPool(n, ants.WithNonblocking(true))
	return &Server{p}, err
}
func (s *Server) Do(f func()) error { return s.p.Submit(f) }

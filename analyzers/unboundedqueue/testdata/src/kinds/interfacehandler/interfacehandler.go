// Package interfacehandler is a case of its rule.
package interfacehandler

import (
	"context"
	"encoding/json"
	"io"
)

type Msg struct {
	Kind string
	Body json.RawMessage
}
type handler interface{ handle(*Msg) }
type Notifier interface {
	Notify(ctx context.Context, body []byte) error
}
type push struct{ n Notifier }

func (p *push) handle(m *Msg) {
	go func() { // want `(starts|takes a task) for.*unboundedqueue/spawn`
		p.n.Notify(context.Background(), m.Body)
	}()
}

type Session struct{ hs map[string]handler }

func (s *Session) Run(r io.Reader) error {
	dec := json.NewDecoder(r)
	for {
		m := new(Msg)
		if err := dec.Decode(m); err != nil {
			return err
		}
		if h, ok := s.hs[m.Kind]; ok {
			h.handle(m)
		}
	}
}
func New(n Notifier) *Session { return &Session{hs: map[string]handler{"push": &push{n}}} }

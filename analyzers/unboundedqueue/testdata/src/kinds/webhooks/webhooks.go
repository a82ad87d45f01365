// Package webhooks is a case of its rule.
package webhooks

import (
	"context"
	"net/http"
)

type Event struct{ ID string }
type Stream interface{ Recv() (*Event, error) }
type Hook struct {
	client *http.Client
	url    string
}
type Sub struct{ hooks []*Hook }

func (s *Sub) Run(st Stream) error {
	for {
		ev, err := st.Recv()
		if err != nil {
			return err
		}
		s.dispatch(ev)
	}
}
func (s *Sub) dispatch(ev *Event) {
	for _, h := range s.hooks {
		h.fire(ev)
	}
}
func (h *Hook) fire(ev *Event) {
	go h.post(ev) // want `(starts|takes a task) for.*unboundedqueue/spawn`
}
func (h *Hook) post(ev *Event) {

	req, err := http.NewRequestWithContext(context.Background(), "POST", h.url+ev.ID, nil)
	if err != nil {
		return
	}
	if res, err := h.client.Do(req); err == nil {
		res.Body.Close()
	}
}

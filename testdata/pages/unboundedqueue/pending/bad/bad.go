// Package bad is the example on the page of unboundedqueue/pending, wrong.
package bad

import (
	"errors"
	"sync"
	"time"
)

type station struct {
	mu    sync.Mutex
	asked map[string]chan string
	send  func(string) error
}

func (s *station) where(sku string) (string, error) {
	answer := make(chan string, 1)
	s.mu.Lock()
	s.asked[sku] = answer
	s.mu.Unlock()
	if err := s.send(sku); err != nil {
		return "", err
	}
	select {
	case place := <-answer:
		return place, nil
	case <-time.After(2 * time.Second):
		return "", errors.New("no answer")
	}
}

func (s *station) answered(sku, place string) {
	s.mu.Lock()
	answer := s.asked[sku]
	delete(s.asked, sku)
	s.mu.Unlock()
	if answer != nil {
		answer <- place
	}
}

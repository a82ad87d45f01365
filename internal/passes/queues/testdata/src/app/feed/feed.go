// Package feed reads a stream and hands each message to a function.
package feed

import "context"

// A Message is one of a stream.
type Message struct{ Key string }

// A Stream gives messages.
type Stream interface {
	Receive(context.Context) (*Message, error)
}

// Each runs f for each message.
func Each(ctx context.Context, s Stream, f func(*Message)) error { // want Each:"runs\\(2,1\\)"
	for {
		m, err := s.Receive(ctx)
		if err != nil {
			return err
		}
		f(m)
	}
}

// Go runs f in a goroutine that survives its panics.
func Go(f func()) { // want Go:"runs\\(0,2\\)"
	go func() {
		defer func() { _ = recover() }()
		f()
	}()
}

// A Gate admits so many at a time.
type Gate struct{ slots chan struct{} }

// Enter waits for a slot.
func (g *Gate) Enter() { g.slots <- struct{}{} } // want Enter:"slot"

// Leave gives it back.
func (g *Gate) Leave() { <-g.slots } // want Leave:"waits"

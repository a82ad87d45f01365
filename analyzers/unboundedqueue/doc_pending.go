// # Kind pending
//
// # What it reports
//
// A map of calls in flight which a call that times out, or is given up, never leaves: only
// an answer takes it out.
//
// # Why it matters
//
// If the warehouse loses one question in a hundred, then of 50 a second 50/s × 0.01 × 86400
// s = 43200 entries stay a day. With 1 KB for the entry, its channel and what hangs on
// them, 43200 × 1 KB = 43.2 MB a day and 43.2 MB × 30 = 1296 MB a month. An answer that
// comes late finds an entry of which nobody knows, and where the key is used again, it
// answers the wrong question.
//
// # Example
//
// What is not answered stays in the map:
//
//	type station struct {
//		mu    sync.Mutex
//		asked map[string]chan string
//		send  func(string) error
//	}
//
//	func (s *station) where(sku string) (string, error) {
//		answer := make(chan string, 1)
//		s.mu.Lock()
//		s.asked[sku] = answer
//		s.mu.Unlock()
//		if err := s.send(sku); err != nil {
//			return "", err
//		}
//		select {
//		case place := <-answer:
//			return place, nil
//		case <-time.After(2 * time.Second):
//			return "", errors.New("no answer")
//		}
//	}
//
//	func (s *station) answered(sku, place string) {
//		s.mu.Lock()
//		answer := s.asked[sku]
//		delete(s.asked, sku)
//		s.mu.Unlock()
//		if answer != nil {
//			answer <- place
//		}
//	}
//
// It leaves the map on every way out:
//
//	type station struct {
//		mu    sync.Mutex
//		asked map[string]chan string
//		send  func(string) error
//	}
//
//	func (s *station) where(sku string) (string, error) {
//		answer := make(chan string, 1)
//		s.mu.Lock()
//		s.asked[sku] = answer
//		s.mu.Unlock()
//		defer func() {
//			s.mu.Lock()
//			delete(s.asked, sku)
//			s.mu.Unlock()
//		}()
//		if err := s.send(sku); err != nil {
//			return "", err
//		}
//		select {
//		case place := <-answer:
//			return place, nil
//		case <-time.After(2 * time.Second):
//			return "", errors.New("no answer")
//		}
//	}
//
//	func (s *station) answered(sku, place string) {
//		s.mu.Lock()
//		answer := s.asked[sku]
//		delete(s.asked, sku)
//		s.mu.Unlock()
//		if answer != nil {
//			answer <- place
//		}
//	}
//
// # How to fix
//
// Delete the entry in a defer right behind the lines that enter it.
//
//   - x/sync/singleflight: Forget(key) when a waiter gives up. DoChan with a select leaves
//     the call running, and the entry until it ends.
//   - sync.Map: Delete in the defer; LoadAndDelete where the answer comes.
//   - AMQP and NATS: CorrelationId maps in request and reply over a queue are such maps.
//     NATS's own Request and RequestWithContext take care of it.
//   - Where an owner wants to keep them: entries with an age, and a sweep.
//
// # When it stays silent
//
// Where every way out deletes, where a sweep takes old entries out, and where the whole map
// goes with its connection. In tests, examples, generated code and programs that run once
// and end.
//
// # Options
//
// None.
//
// # Limits
//
// An entry that another package deletes is not seen.
//
// # References
//
// Defer: https://go.dev/ref/spec#Defer_statements.
package unboundedqueue

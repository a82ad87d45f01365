// Package crawl is a case of its rule.
package crawl

import "sync"

type work struct {
	mu   sync.Mutex
	todo []string
}

func (w *work) push(s string) { w.mu.Lock(); w.todo = append(w.todo, s); w.mu.Unlock() }
func (w *work) pop() (string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.todo) == 0 {
		return "", false
	}
	s := w.todo[0]
	w.todo = w.todo[1:]
	return s, true
}
func Walk(root string, kids func(string) []string) (out []string) {
	w := &work{}
	w.push(root)
	for {
		s, ok := w.pop()
		if !ok {
			return out
		}
		out = append(out, s)
		for _, k := range kids(s) {
			w.push(k)
		}
	}
}

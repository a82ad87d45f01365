package size

import (
	"cmp"
	"container/heap"
	"fmt"
	"time"
)

// What happens at one instant happens in this order.
const (
	finish = iota
	giveUp
	retry
	arrive
)

// An event is what happens to a call at a time counted from the start.
type event struct {
	at      time.Duration
	what    int // finish, giveUp, …
	order   int // of being planned, for what happens at one instant
	call    int
	attempt int
}

// events are what is still to happen, the next first.
type events struct {
	heap    eventHeap
	planned int
}

func (e *events) plan(at time.Duration, what, call, attempt int) {
	heap.Push(&e.heap, event{at, what, e.planned, call, attempt})
	e.planned++
}

// next takes the next event; ok is false where nothing more happens.
func (e *events) next() (ev event, ok bool) {
	if len(e.heap) == 0 {
		return event{}, false
	}
	ev = e.heap[0]
	heap.Pop(&e.heap)
	return ev, true
}

type eventHeap []event

func (h eventHeap) Len() int      { return len(h) }
func (h eventHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *eventHeap) Push(x any)   { *h = append(*h, x.(event)) }

func (h eventHeap) Less(i, j int) bool {
	a, b := h[i], h[j]
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.what, b.what), cmp.Compare(a.order, b.order)) < 0
}

func (h *eventHeap) Pop() any {
	last := len(*h) - 1
	ev := (*h)[last]
	*h = (*h)[:last]
	return ev
}

// arrivals gives how many calls arrive in run at rate calls a second, the first at once, or
// an error where they are too many.
func arrivals(rate int, run time.Duration, most int) (int, error) {
	seconds := int64(run / time.Second)
	if seconds > int64(most) || seconds*int64(rate) > int64(most) {
		return 0, tooMany(rate, run)
	}
	// In two parts, since run × rate may not fit.
	rest := int64(run%time.Second) * int64(rate)
	n := seconds*int64(rate) + (rest+int64(time.Second)-1)/int64(time.Second)
	if n > int64(most) {
		return 0, tooMany(rate, run)
	}
	return int(n), nil
}

func tooMany(rate int, run time.Duration) error {
	is := fmt.Sprintf("%s at %d calls a second, which is too much to simulate", run, rate)
	return paramError("run", is, "less: %d calls are the limit, retries included", MaxCalls)
}

// arrival is when call i of rate calls a second arrives.
func arrival(i, rate int) time.Duration {
	return time.Duration(int64(i) * int64(time.Second) / int64(rate))
}

package driver

import (
	"container/heap"
	"context"
	"fmt"
	"sync"
	"time"
)

// schedule checks and analyses the packages, each after those it imports, with all
// workers. Among those that are ready the first in the graph's order goes first: that
// order is depth-first, so few packages are begun before their importers need them.
func (r *run) schedule(ctx context.Context, need []*node, o *outside) error {
	q := newQueue(append(o.source[:len(o.source):len(o.source)], need...))
	stop := context.AfterFunc(ctx, q.abort)
	defer stop()
	var wg sync.WaitGroup
	for range r.workers {
		wg.Go(func() {
			for n := q.next(); n != nil; n = q.next() {
				r.process(n)
				q.finish(n)
			}
		})
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		// Who asks for an end gets one, even where a rule hangs.
		select {
		case <-done:
		case <-time.After(grace):
		}
	}
	return ctx.Err()
}

// grace is how long a run that is to end waits for the packages in hand.
const grace = 2 * time.Second

// process does all that is to be done for one package. A panic that got this far (a
// fact that cannot be encoded, say) costs that package's answer and no other.
func (r *run) process(n *node) {
	defer func() {
		if v := recover(); v != nil {
			n.tainted = true
			r.problem(Problem{Pkg: n.path, Message: oneLine(fmt.Sprintf("internal error: panic: %v%s", v, panicPlace()))})
		}
	}()
	switch {
	case !n.own:
		r.checkOutside(n)
	case n.mode == typesOnly:
		r.checkTypes(n)
	default:
		r.analyseNode(n)
		r.progress()
	}
}

// checkTypes loads a package of ours whose answer is known, errors included.
func (r *run) checkTypes(n *node) {
	if n.absent() {
		return
	}
	r.check(n)
	n.errs = nil
	r.packages.Store(n.pkg, n)
}

func (r *run) progress() {
	if r.opts.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	r.opts.Progress(r.done, r.total)
}

// queue hands out nodes whose imports are finished.
type queue struct {
	mu      sync.Mutex
	cond    *sync.Cond
	ready   nodeHeap
	waits   map[*node]int
	users   map[*node][]*node
	left    int
	aborted bool
}

func newQueue(nodes []*node) *queue {
	q := &queue{waits: make(map[*node]int, len(nodes)), users: make(map[*node][]*node), left: len(nodes)}
	q.cond = sync.NewCond(&q.mu)
	for _, n := range nodes {
		q.waits[n] = 0
	}
	for _, n := range nodes {
		for _, d := range n.deps {
			if _, in := q.waits[d]; in {
				q.waits[n]++
				q.users[d] = append(q.users[d], n)
			}
		}
		if q.waits[n] == 0 {
			heap.Push(&q.ready, n)
		}
	}
	return q
}

// next waits for a node that is ready. It is nil when there are no more.
func (q *queue) next() *node {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.ready) == 0 && q.left > 0 && !q.aborted {
		q.cond.Wait()
	}
	if q.left == 0 || q.aborted {
		return nil
	}
	return heap.Pop(&q.ready).(*node)
}

func (q *queue) finish(n *node) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.left--
	for _, u := range q.users[n] {
		if q.waits[u]--; q.waits[u] == 0 {
			heap.Push(&q.ready, u)
		}
	}
	q.cond.Broadcast()
}

func (q *queue) abort() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.aborted = true
	q.cond.Broadcast()
}

// nodeHeap orders nodes by their place in the graph.
type nodeHeap []*node

func (h nodeHeap) Len() int           { return len(h) }
func (h nodeHeap) Less(i, j int) bool { return h[i].order < h[j].order }
func (h nodeHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nodeHeap) Push(x any)        { *h = append(*h, x.(*node)) }
func (h *nodeHeap) Pop() any {
	old := *h
	n := old[len(old)-1]
	*h = old[:len(old)-1]
	return n
}

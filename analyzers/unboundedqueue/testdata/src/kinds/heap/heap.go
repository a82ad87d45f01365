// Package heap is a case of its rule.
package heap

import (
	"container/heap"
	"sync"
)

type job struct {
	prio int
	run  func() error
}
type jobs []*job

func (j jobs) Len() int           { return len(j) }
func (j jobs) Less(a, b int) bool { return j[a].prio < j[b].prio }
func (j jobs) Swap(a, b int)      { j[a], j[b] = j[b], j[a] }
func (j *jobs) Push(x any)        { *j = append(*j, x.(*job)) }
func (j *jobs) Pop() any          { o := *j; n := len(o); x := o[n-1]; *j = o[:n-1]; return x }

type Scheduler struct {
	mu   sync.Mutex
	cond *sync.Cond
	q    jobs
}

func New() *Scheduler { s := &Scheduler{}; s.cond = sync.NewCond(&s.mu); go s.work(); return s }
func (s *Scheduler) Add(j *job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()

	heap.Push(&s.q, j) // want `has no limit.*unboundedqueue/slice`
	s.cond.Signal()
	return true
}
func (s *Scheduler) work() {
	for {
		s.mu.Lock()
		for s.q.Len() == 0 {
			s.cond.Wait()
		}
		j := heap.Pop(&s.q).(*job)
		s.mu.Unlock()
		j.run()
	}
}

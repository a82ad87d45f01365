// Package workerpool is a stub.
package workerpool

type WorkerPool struct{}

func New(maxWorkers int) *WorkerPool { return &WorkerPool{} }

func (p *WorkerPool) Submit(task func()) {}

func (p *WorkerPool) WaitingQueueSize() int { return 0 }

func (p *WorkerPool) StopWait() {}

// Package budget has queues whose owner states what their callers bear.
package budget

import "time"

type printer struct {
	//resilint:queue timeout=200ms service=16ms safety=0.8
	pages chan []byte
	//resilint:queue timeout=200ms service=16ms safety=0.8
	short chan []byte
}

func newPrinter() *printer {
	p := &printer{
		pages: make(chan []byte, 64), // want `pages has room for 64 items, and its callers wait for no more than 200ms ÷ 16ms × 0.8 = 10`
		short: make(chan []byte, 10),
	}
	go p.run()
	return p
}

func (p *printer) run() {
	for {
		select {
		case <-p.pages:
		case <-p.short:
		}
		time.Sleep(16 * time.Millisecond)
	}
}

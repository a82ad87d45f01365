// Package warehouse tells the warehouse what was sold, and hears from its scanners.
package warehouse

import (
	"context"
	"errors"
	"sync"
)

var errFull = errors.New("warehouse: too far behind")

// A Parcel is what has to be packed.
type Parcel struct {
	Order int64
	SKU   string
}

// A Line takes parcels to the warehouse. It may be slow.
type Line interface {
	Pack(context.Context, Parcel) error
}

// An Outbox keeps parcels until the line takes them.
type Outbox struct {
	line Line

	mu      sync.Mutex
	some    *sync.Cond
	parcels []Parcel
	urgent  []Parcel
}

// NewOutbox starts an outbox over line.
func NewOutbox(line Line) *Outbox {
	o := &Outbox{line: line}
	o.some = sync.NewCond(&o.mu)
	go o.run()
	return o
}

// Add takes a parcel.
func (o *Outbox) Add(p Parcel) {
	o.mu.Lock()
	defer o.mu.Unlock()
	// Fault: the line stands still for an hour. The shop sells on, each parcel stays
	// here, and when the memory is full all of them are lost at once.
	o.parcels = append(o.parcels, p)
	o.some.Signal()
}

// AddUrgent is right: at the limit it says no, and the caller can do something else.
func (o *Outbox) AddUrgent(p Parcel) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.urgent) >= 100 {
		return errFull
	}
	o.urgent = append(o.urgent, p)
	o.some.Signal()
	return nil
}

func (o *Outbox) next() []Parcel {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.parcels) == 0 && len(o.urgent) == 0 {
		o.some.Wait()
	}
	batch := o.urgent
	o.urgent = nil
	if len(batch) == 0 {
		batch, o.parcels = o.parcels[:1], o.parcels[1:]
	}
	return batch
}

func (o *Outbox) run() {
	for {
		for _, p := range o.next() {
			o.line.Pack(context.Background(), p) //nolint:errcheck // the line tells who wants to know
		}
	}
}

// Smooth hands parcels from one channel to another.
func Smooth(ctx context.Context, in <-chan Parcel, out chan<- Parcel) {
	var waiting []Parcel
	for {
		var to chan<- Parcel
		var first Parcel
		if len(waiting) > 0 {
			to, first = out, waiting[0]
		}
		select {
		case p := <-in:
			// Fault: the channel in front holds ten, so that the shop slows down with
			// the line. This goroutine empties it at once, and keeps all.
			waiting = append(waiting, p)
		case to <- first:
			waiting = waiting[1:]
		case <-ctx.Done():
			return
		}
	}
}

// A Board shows what was sold.
type Board struct {
	// Fault: a board that hangs is noticed a million sales later, and shows what was
	// sold yesterday.
	sales chan Parcel
	stock chan Parcel
}

// NewBoard makes a board.
func NewBoard() *Board {
	return &Board{
		sales: make(chan Parcel, 1_000_000),
		stock: make(chan Parcel, 16), // right: it smooths, no more
	}
}

// Sold shows a sale.
func (b *Board) Sold(p Parcel) {
	// Fault: a board that nobody reads parks one goroutine a sale, for ever.
	go func() { b.sales <- p }()
}

// Stocked is right: who is not quick enough misses it.
func (b *Board) Stocked(p Parcel) bool {
	select {
	case b.stock <- p:
		return true
	default:
		return false
	}
}

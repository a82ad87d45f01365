package warehouse

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/panjf2000/ants/v2"
)

// A Station listens to the scanners of the warehouse.
type Station struct {
	line   Line
	labels *ants.Pool
	audit  chan string
	write  func(string) error

	mu    sync.Mutex
	asked map[string]chan string
	send  func(question string) error
}

// NewStation makes a station.
func NewStation(line Line, write, send func(string) error) (*Station, error) {
	// Fault: minus one means no limit. A jam at the printer, and each label waits in a
	// goroutine of its own.
	labels, err := ants.NewPool(-1)
	if err != nil {
		return nil, err
	}
	s := &Station{line: line, labels: labels, audit: make(chan string, 64), write: write, asked: map[string]chan string{}, send: send}
	go s.log()
	return s, nil
}

// NewPrinters is right: so many at once, and so many that wait.
func NewPrinters() (*ants.Pool, error) { return ants.NewPool(4, ants.WithMaxBlockingTasks(16)) }

// Scans takes what the scanners send.
func (s *Station) Scans(pc net.PacketConn) error {
	for {
		b := make([]byte, 64)
		n, _, err := pc.ReadFrom(b)
		if err != nil {
			return err
		}
		// Fault: a scanner that is stuck sends the same code a thousand times a second,
		// and each waits for the line in a goroutine of its own.
		go s.line.Pack(context.Background(), Parcel{SKU: string(b[:n])}) //nolint:errcheck // see above
	}
}

// Counts is right: eight at once, and what comes then is dropped. The scanner asks again.
func (s *Station) Counts(pc net.PacketConn, count func(sku string) error) error {
	slots := make(chan struct{}, 8)
	for {
		b := make([]byte, 64)
		n, _, err := pc.ReadFrom(b)
		if err != nil {
			return err
		}
		select {
		case slots <- struct{}{}:
		default:
			continue
		}
		go func() {
			defer func() { <-slots }()
			count(string(b[:n])) //nolint:errcheck // it is asked again
		}()
	}
}

func (s *Station) log() {
	for line := range s.audit {
		s.write(line) //nolint:errcheck // there is nobody to tell
	}
}

// ServeHTTP tells who looks at the station.
func (s *Station) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Fault: the disk of the log is full. After 64 lines all who ask for this page wait,
	// with their connections.
	s.audit <- r.URL.Path
	w.WriteHeader(http.StatusNoContent)
}

// Where asks the warehouse for the place of a product.
func (s *Station) Where(sku string) (string, error) {
	answer := make(chan string, 1)
	s.mu.Lock()
	// Fault: what the warehouse does not answer stays in the map, with its channel, and
	// the warehouse loses one question in a hundred.
	s.asked[sku] = answer
	s.mu.Unlock()
	if err := s.send(sku); err != nil {
		return "", err
	}
	select {
	case place := <-answer:
		return place, nil
	case <-time.After(2 * time.Second):
		return "", errors.New("warehouse: no answer")
	}
}

// Answer hands an answer to who asked.
func (s *Station) Answer(sku, place string) {
	s.mu.Lock()
	answer := s.asked[sku]
	delete(s.asked, sku)
	s.mu.Unlock()
	if answer != nil {
		answer <- place
	}
}

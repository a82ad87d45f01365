// Package labels prints the labels of parcels on the printers of the warehouse.
package labels

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"
)

// Printers takes jobs for the printers of the warehouse.
type Printers struct {
	free  chan struct{} // a slot for each printer
	trays chan struct{} // likewise, for each tray
	http  *http.Client
}

// NewPrinters makes a client for n printers.
func NewPrinters(n int) *Printers {
	return &Printers{free: make(chan struct{}, n), trays: make(chan struct{}, n), http: &http.Client{Timeout: 5 * time.Second}}
}

// Print sends a label to a printer.
//
// Fault: while all printers are taken, each request waits for one, however long that is
// and whether or not its customer still does.
func (p *Printers) Print(ctx context.Context, label []byte) error {
	p.free <- struct{}{}
	defer func() { <-p.free }()
	return p.send(ctx, label)
}

// Reprint does the same for a label that is lost. Whoever waits, waits for two seconds.
func (p *Printers) Reprint(ctx context.Context, label []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	select {
	case p.trays <- struct{}{}:
		defer func() { <-p.trays }()
		return p.send(ctx, label)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Printers) send(ctx context.Context, label []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://printers.internal/jobs", bytes.NewReader(label))
	if err != nil {
		return err
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Preview draws a label, for as long as a customer looks at an empty page.
//
// Fault: when the time is over, the goroutine is stuck on its send, since nobody receives
// any more. One is lost for each slow drawing.
func Preview(draw func() []byte) ([]byte, error) {
	drawn := make(chan []byte)
	go func() { drawn <- draw() }()
	select {
	case label := <-drawn:
		return label, nil
	case <-time.After(time.Second):
		return nil, errors.New("labels: drawing takes too long")
	}
}

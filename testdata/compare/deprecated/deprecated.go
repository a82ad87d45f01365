// Package deprecated uses what has been replaced, and assigns what nobody reads.
package deprecated

import (
	"context"
	"net"
	"time"
)

// Dial uses a field that is deprecated.
func Dial(ctx context.Context, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: time.Second, DualStack: true}
	conn, err := d.DialContext(ctx, "tcp", addr)
	err = nil
	return conn, err
}

// Wait leaks a ticker's worth of a function that does not return.
func Wait(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
		}
	}
}

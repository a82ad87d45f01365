// Package basic holds one fault of each kind, and more where a kind has more shapes.
package basic

import (
	"context"
	"net/http"
	"time"
)

type config struct {
	Retries        int
	TimeoutSeconds int
	Wait           time.Duration
}

const patience = 30

func clients(c config, client *http.Client) {
	_ = &http.Client{Timeout: 30}                    // want `Timeout is 30 nanoseconds`
	_ = &http.Client{Timeout: patience}              // want `Timeout is 30 nanoseconds`
	client.Timeout = time.Duration(5000)             // want `Timeout is 5000 nanoseconds`
	time.Sleep(500)                                  // want `d in the call of Sleep is 500 nanoseconds`
	client.Timeout = time.Duration(c.TimeoutSeconds) // want `time.Duration\(TimeoutSeconds\) counts nanoseconds, though its name says seconds`
	wait(10)                                         // want `timeout in the call of wait is 10 nanoseconds`
}

func wait(timeout time.Duration) { time.Sleep(timeout) }

func expired(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 0) // want `timeout in the call of WithTimeout gets a timeout of zero`
}

// Package store states of what it exports. // want package:"m/store"
package store

import "time"

// Client has statements on methods and fields.
type Client struct {
	Inner *Client //resilint:bounded 3s the driver's own limit // want Inner:"bounded 3s: the driver's own limit"
	// Jobs wait here.
	//
	//resilint:queue timeout=200ms service=16ms safety=0.8
	Jobs chan int // want Jobs:"queue 200ms 16ms 0.8"
	a, b func()   //resilint:retry attempts=2 both // want a:"retry 2: both" b:"retry 2: both"
	//resilint:bounded 1m0s named by its type
	Embedded // want Embedded:"bounded 1m0s: named by its type"
}

// Embedded is in a Client.
type Embedded struct{ Wait time.Duration }

// Put writes.
//
//resilint:retry attempts=3 the mesh repeats
//resilint:bounded 2s the mesh gives up
func (c *Client) Put() error { return nil } // want Put:"retry 3: the mesh repeats; bounded 2s: the mesh gives up"

// Get is told by the configuration.
func (c *Client) Get() error { return nil }

// List is generic.
//
//resilint:retry attempts=unbounded
func List[T any]() []T { return nil } // want List:"retry unbounded"

// A Getter is an interface.
type Getter interface {
	Get() error //resilint:bounded 5s whoever implements it // want Get:"bounded 5s: whoever implements it"
}

// Pool is generic.
type Pool[T any] struct {
	Items []T //resilint:queue safety=0.5 service=1s timeout=1m kept short // want Items:"queue 1m0s 1s 0.5: kept short"
}

//resilint:queue timeout=1s service=1ms safety=0.9
var Queue = make(chan int, 100) // want Queue:"queue 1s 1ms 0.9"

var (
	// Other is one of several.
	//resilint:bounded 1s of a constant
	Other = time.Now() // want Other:"bounded 1s: of a constant"

	plain = time.Now()
)

// Package quiet holds what looks like a fault and is none.
package quiet

import (
	"net/http"
	"time"
)

type config struct {
	TimeoutSeconds int
	EveryMinutes   time.Duration
	Wait           time.Duration
}

// What is multiplied later is a number, whatever its type.
func numbers(c config) {
	c.Wait = 30
	time.Sleep(c.Wait * time.Second)
	pause(10)
	_ = config{EveryMinutes: 5}
	_ = time.Duration(c.TimeoutSeconds) * time.Second
	seconds := time.Duration(c.TimeoutSeconds)
	_ = &http.Client{Timeout: seconds * time.Second}
	time.Sleep(c.EveryMinutes * time.Minute)
}

func pause(n time.Duration) { time.Sleep(n * time.Millisecond) }

// Constants with a unit, arithmetic, and the least that is more than nothing.
func units(at time.Time, d time.Duration) {
	const wait = 3 * time.Second
	time.Sleep(wait)
	time.Sleep(2 * wait)
	time.Sleep(d / 2)
	_ = at.Add(1)
	_ = d.Round(10)
	_ = time.NewTimer(1)
	_ = &http.Client{Timeout: 0}
}

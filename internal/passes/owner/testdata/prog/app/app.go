// Package app uses what package store states, and states of its calls.
package app

import (
	"errors"

	"m/store"
)

var jobs []int

// Store is for package far.
var Store *store.Client

func do(f func() error) error { return f() }

func try(n int) bool { return n > 0 }

func imported(c *store.Client, g store.Getter, p *store.Pool[string]) {
	_ = c.Put()            // want `Put: retry 3: the mesh repeats; bounded 2s: the mesh gives up`
	_ = c.Get()            // want `Get: retry 7: a gateway; bounded 9s: the gateway`
	_ = store.List[int]()  // want `List: retry unbounded`
	_ = g.Get()            // want `Get: bounded 5s: whoever implements it`
	_ = c.Jobs             // want `Jobs: queue 200ms 16ms 0.8`
	_ = c.Inner            // want `Inner: bounded 3s: the driver's own limit`
	_ = c.Embedded         // want `Embedded: bounded 1m0s: named by its type`
	_ = c.Wait             // want `Wait: bounded 4s: by the file`
	_ = p.Items            // want `Items: queue 1m0s 1s 0.5: kept short`
	_ = store.Queue        // want `Queue: queue 1s 1ms 0.9`
	jobs = append(jobs, 1) // want `jobs: queue 1s 10ms 0.5` `jobs: queue 1s 10ms 0.5`
}

func placed(c *store.Client) error {
	err := do(c.Get) //resilint:retry attempts=4 it repeats // want `call do: retry 4: it repeats` `Get: retry 7.*`
	//resilint:bounded 1s this
	//resilint:retry attempts=5 and that
	err = do(func() error { // want `call do: retry 5: and that; bounded 1s: this`
		return do(nil)
	})
	err = do(func() error { // want `call do: bounded 2s: it ends`
		return do(nil)
	}) //resilint:bounded 2s it ends

	//resilint:retry attempts=6
	for i := 0; try(i); i++ { // want `loop: retry 6` `call try: retry 6`
		err = do(nil)
	}
	if e := do(nil); e != nil { //resilint:bounded 3s header only // want `call do: bounded 3s: header only`
		return do(nil)
	} else if e := do(nil); e == err { //resilint:bounded 4s the other one // want `call do: bounded 4s: the other one`
		return e
	}
	err = errors.Join(
		do(nil), //resilint:bounded 5s an argument // want `call do: bounded 5s: an argument`
		do(nil),
		//resilint:bounded 6s above an argument
		do(nil), // want `call do: bounded 6s: above an argument`
	)
	return err
}

func literals() any {
	return struct{ a, b chan int }{
		a: make(chan int, 3), //resilint:queue timeout=1s service=1ms safety=0.5 // want `call make: queue 1s 1ms 0.5`
		b: make(chan int, 3),
	}
}

func nested(c, d chan int) {
	//resilint:bounded 9s outer
	do(func() error { // want `call do: bounded 9s: outer`
		return do(nil) //resilint:bounded 1s inner // want `call do: bounded 1s: inner`
	})
	//resilint:bounded 8s all of it
	_ = errors.Join(do(nil), // want `call Join: bounded 8s: all of it` `call do: bounded 8s: all of it`
		do(nil), //resilint:bounded 1s more exactly // want `call do: bounded 1s: more exactly; bounded 8s: all of it`
	)
	//resilint:bounded 1s one of both
	select {
	case <-c:
		do(nil)
	case d <- 1:
	}
}

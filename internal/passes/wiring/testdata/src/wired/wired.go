package wired

import (
	"errors"

	"m/wired/lib"
)

var _ lib.Store = (*lib.SQL)(nil) // asks only

var kept lib.Store = &lib.SQL{} // put

type both struct{ *lib.SQL }

type deco struct{ lib.Store }

func open() (*lib.SQL, error) { return &lib.SQL{}, errors.New("no") }

func choose(fast bool) lib.Store {
	if fast {
		return both{} // put
	}
	return deco{kept} // put flow
}

func main() {
	lib.New(&lib.SQL{}, both{}, &lib.Of[int]{}) // put put put
	lib.New(choose(true))                       // flow
	var s lib.Store                             // empty as yet
	s, err := open()                            // put
	_ = err
	c := &lib.Service{Store: s, Sizer: &lib.SQL{}} // flow
	c.Store = nil
	c.Store = both{} // put
	for _, s := range []lib.Store{kept} {
		lib.New(s) // unknown
	}
	func(s lib.Store) { c.Store = s }(s) // unknown
}

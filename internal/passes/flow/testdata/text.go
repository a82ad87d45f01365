// Package p has texts, each with how it begins beside it.
package p

import (
	"fmt"
	"net"
)

func use(string) {}

const host = "stock.internal"

var variable = "later"

func texts(id string, n int, cond bool) {
	use("plain")                              // "plain" true
	use("")                                   // "" true
	use("a" + "b")                            // "ab" true
	use("http://" + host + "/" + id)          // "http://stock.internal/" true
	use(id + "/tail")                         // "" false
	use(id)                                   // "" false
	use(variable)                             // "" false
	use(fmt.Sprintf("http://%s/x", id))       // "http://%s/x" true
	use(fmt.Sprintf("http://%s/x", id) + "y") // "http://%s/x" true
	use(fmt.Sprintf(id))                      // "" false
	use(fmt.Sprint("http://"))                // "" false
	use(net.JoinHostPort("localhost", id))    // "localhost" true
	use(net.JoinHostPort(id, "80"))           // "" false
	s := id
	if cond {
		s = "known"
	}
	use(s) // "known" true
}

// A text that is built in a loop comes back to itself.
func loops(ids []string, n int) {
	s := "SELECT"
	for _, id := range ids {
		s += id
	}
	use(s) // "SELECT" true
	v := ids[0]
	for range n {
		v = v + "x"
		for range n {
			v = fmt.Sprintf(v)
		}
	}
	use(v) // "" false
}

// Package heap sets how far the heap may grow between runs of the garbage collector.
//
// It is for programs that run once and end. It is no cap: GOMEMLIMIT is one, and counts.
package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// What the heap may grow by is a share of what is alive, and a fixed part on top. Go's own
// rule, as much again as is alive, collects a small heap all the time: a service of 50 000
// lines cost a fifth of its time there. For a large one the sum is about Go's.
const (
	fixed = 160 << 20 // bytes
	share = 65        // percent of what is alive
)

// Tune sets it for the rest of the process, unless the user has said so by GOGC.
func Tune() {
	if os.Getenv("GOGC") != "" {
		return
	}
	const smallest = 4 << 20 // the runtime's least heap at 100 percent, which grows with it
	debug.SetGCPercent(100 * fixed / smallest)
	watch()
}

// watch sets the percentage anew after each collection: it is all that the runtime takes.
func watch() {
	// An object with a pointer, so that it is not put together with others.
	type mark struct{ _ *mark }
	m := &mark{}
	runtime.SetFinalizer(m, func(*mark) {
		debug.SetGCPercent(percent(alive()))
		watch()
	})
}

// percent is what to set so that live bytes may grow by the share and the fixed part.
func percent(live uint64) int {
	return int(share + 100*fixed/max(live, 1<<20))
}

// alive is what the last collection left, in bytes.
func alive() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return fixed // a runtime that does not tell
	}
	return s[0].Value.Uint64()
}

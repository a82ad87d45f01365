package cli

import (
	"fmt"
	"io"
	"os"
	"time"
)

// A progress is the line that tells how far the work is. It is shown on a terminal
// only, and only once the work has taken a second.
type progress struct {
	w     io.Writer // nil where nothing is to be shown
	start time.Time
	of    string    // what the packages are of, where it must be said
	last  time.Time // when the line was last written; zero where it is not there
}

const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

func newProgress(w io.Writer, start time.Time) *progress {
	if !isTerminal(w) {
		w = nil
	}
	return &progress{w: w, start: start}
}

// update is called by the driver, by one goroutine at a time.
func (p *progress) update(done, total int) {
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last = now
	fmt.Fprintf(p.w, "\r\x1b[Kresilint: %d of %d packages%s", done, total, p.of)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.w != nil && !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

package owner

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/resilint/resilint/internal/passes/factcode"
	"github.com/resilint/resilint/internal/statement"
)

// Stated is the fact of a function, a field or a package variable: what comments state of it.
// As the fact of a package it is empty, and says that there is a statement in the package or
// in what it imports.
type Stated struct{ Statements []statement.Statement }

// AFact marks it as a fact.
func (*Stated) AFact() {}

// String is the fact as tests write it.
func (f *Stated) String() string {
	var out []string
	for _, s := range f.Statements {
		text := string(s.Verb)
		switch {
		case s.Attempts == statement.Unbounded:
			text += " unbounded"
		case s.Attempts != 0:
			text += " " + strconv.Itoa(s.Attempts)
		}
		for _, d := range []time.Duration{s.Duration, s.Timeout, s.Service} {
			if d != 0 {
				text += " " + d.String()
			}
		}
		if s.Safety != 0 {
			text += " " + strconv.FormatFloat(s.Safety, 'g', -1, 64)
		}
		if s.Reason != "" {
			text += ": " + s.Reason
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

var errFact = errors.New("owner: malformed fact")

// GobEncode writes the compact form.
func (f *Stated) GobEncode() ([]byte, error) {
	w := &factcode.Writer{}
	w.Num(len(f.Statements))
	for _, s := range f.Statements {
		w.Num(w.Str(string(s.Verb)), s.Attempts, int(s.Duration), int(s.Timeout), int(s.Service),
			int(math.Float64bits(s.Safety)), w.Str(s.Reason), w.Str(s.File), s.Line)
	}
	return w.Bytes(), nil
}

// GobDecode reads the compact form.
func (f *Stated) GobDecode(data []byte) error {
	r := factcode.NewReader(data)
	*f = Stated{}
	for range r.List() {
		s := statement.Statement{Verb: statement.Verb(r.Str()), Attempts: r.Num(), Duration: time.Duration(r.Num()),
			Timeout: time.Duration(r.Num()), Service: time.Duration(r.Num()),
			Safety: math.Float64frombits(uint64(r.Num())), Reason: r.Str(), File: r.Str(), Line: r.Num()}
		if !sound(s) {
			return errFact
		}
		f.Statements = append(f.Statements, s)
	}
	if r.Bad() {
		return errFact
	}
	return nil
}

// sound tells whether a statement is one that can be written.
func sound(s statement.Statement) bool {
	if s.Attempts < statement.Unbounded || s.Duration < 0 || s.Timeout < 0 || s.Service < 0 || s.Line < 0 || !(s.Safety >= 0 && s.Safety < 1) {
		return false
	}
	switch s.Verb {
	case statement.Retry:
		return s.Attempts != 0
	case statement.Bounded:
		return s.Duration > 0
	case statement.Queue:
		return s.Timeout > 0 && s.Service > 0 && s.Safety > 0
	}
	return false
}

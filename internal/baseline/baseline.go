// Package baseline holds the findings that a project knows and wants left out: what its file
// looks like, which findings an entry stands for, and which entries no longer occur.
//
// It is pure: it reads and writes bytes, runs nothing, and prints nothing. Where files are,
// and what a run has looked at, it is told.
package baseline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/finding"
)

// An Entry stands for equal findings: those of one code and message in one function. It has
// no line, so that it stays when code moves.
type Entry struct {
	File       string // relative to the baseline's folder, with forward slashes
	Func       string // empty where the finding tells none
	Code       string
	Message    string
	Confidence finding.Confidence // as it was when the entry was written
	Count      int                // how many there are, at least 1
	Pos        string             // "name:line" where it was read; empty otherwise
}

// A Baseline is what a file holds.
type Baseline struct {
	Tags    string // the build tags it was written with, with commas
	Entries []Entry
}

// key is what makes two entries the same.
type key struct{ file, fn, code, message string }

func (e Entry) key() key { return key{e.File, e.Func, e.Code, e.Message} }

// Of makes the baseline that has the findings. rel names files as entries do.
func Of(findings []finding.Finding, tags string, rel func(file string) string) *Baseline {
	b := &Baseline{Tags: Tags(tags)}
	for _, f := range findings {
		b.Entries = append(b.Entries, entryOf(f, rel))
	}
	b.tidy()
	return b
}

func entryOf(f finding.Finding, rel func(string) string) Entry {
	return Entry{
		File: valid(rel(f.Location.File)), Func: valid(f.Func()), Code: f.Code, Message: valid(f.Message),
		Confidence: f.Confidence, Count: 1,
	}
}

// valid is a text as a file can hold it: the name of a source file need not be UTF-8.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// Tags writes a list of build tags in the one form that is compared.
func Tags(list string) string {
	tags := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	slices.Sort(tags)
	return strings.Join(slices.Compact(tags), ",")
}

// tidy sorts the entries and makes one of those that are the same.
func (b *Baseline) tidy() {
	slices.SortStableFunc(b.Entries, compare)
	out := b.Entries[:0]
	for _, e := range b.Entries {
		if n := len(out); n > 0 && out[n-1].key() == e.key() {
			out[n-1].Count += e.Count
			if out[n-1].Confidence.Rank() > e.Confidence.Rank() {
				out[n-1].Confidence = e.Confidence
			}
			continue
		}
		out = append(out, e)
	}
	b.Entries = out
}

func compare(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Func, b.Func),
		cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
}

// Len is the number of findings that the entries stand for.
func (b *Baseline) Len() int {
	n := 0
	for _, e := range b.Entries {
		n += e.Count
	}
	return n
}

// Add puts the entries of o into b.
func (b *Baseline) Add(o []Entry) {
	b.Entries = append(b.Entries, o...)
	b.tidy()
}

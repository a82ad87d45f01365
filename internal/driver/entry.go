package driver

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/factcode"
)

// entry is the answer for one package, as the cache keeps it.
type entry struct {
	set      finding.Set
	problems []Problem
	facts    []byte // see facts.go; decoded only where an importer is analysed
}

var errEntry = errors.New("malformed cache entry")

// encode writes the entry with file names relative to dir, so that a checkout in
// another folder finds its answers too. The answer is not written by gob, which describes
// its types anew in each entry, and they are read in every run: only the inventory is, that
// is there where the map was asked for.
func (e *entry) encode(dir string) ([]byte, error) {
	var head, inventory []byte
	set := &e.set
	if len(set.Findings)+len(set.Directives)+len(set.Notes)+len(e.problems) > 0 {
		head = factcode.Bytes(&answer{set: mapFiles(set, relativeTo(dir)), problems: mapPlaces(e.problems, relativeTo(dir))})
	}
	if len(set.Inventory) > 0 {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(set.Inventory); err != nil {
			return nil, fmt.Errorf("encoding the inventory: %w", err)
		}
		inventory = b.Bytes()
	}
	return append(appendBytes(appendBytes(nil, head), inventory), e.facts...), nil
}

func decodeEntry(data []byte, dir string) (*entry, error) {
	head, rest, ok := cutBytes(data)
	if !ok {
		return nil, errEntry
	}
	inventory, facts, ok := cutBytes(rest)
	if !ok {
		return nil, errEntry
	}
	e := &entry{facts: facts}
	if len(head) > 0 {
		r := factcode.NewReader(head)
		a := readAnswer(&r)
		if r.Bad() {
			return nil, errEntry
		}
		e.set, e.problems = *mapFiles(a.set, absoluteIn(dir)), mapPlaces(a.problems, absoluteIn(dir))
	}
	if len(inventory) > 0 {
		if err := gob.NewDecoder(bytes.NewReader(inventory)).Decode(&e.set.Inventory); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// mapPlaces gives a copy of the problems with f applied to each position.
func mapPlaces(problems []Problem, f func(string) string) []Problem {
	var out []Problem
	for _, p := range problems {
		p.Pos = f(p.Pos)
		out = append(out, p)
	}
	return out
}

func relativeTo(dir string) func(string) string {
	prefix := dir + string(filepath.Separator)
	return func(file string) string {
		if rest, ok := strings.CutPrefix(file, prefix); ok && dir != "" {
			return rest
		}
		return file
	}
}

func absoluteIn(dir string) func(string) string {
	return func(file string) string {
		if file == "" || filepath.IsAbs(file) {
			return file
		}
		return filepath.Join(dir, file)
	}
}

// mapFiles gives a copy of the set with f applied to each file name that is a path:
// in a location with a package it is a base name, which stays.
func mapFiles(s *finding.Set, f func(string) string) *finding.Set {
	place := func(l finding.Location) finding.Location {
		if l.Pkg == "" {
			l.File = f(l.File)
		}
		return l
	}
	out := &finding.Set{Notes: s.Notes, Inventory: s.Inventory}
	for _, d := range s.Directives {
		d.Location = place(d.Location)
		out.Directives = append(out.Directives, d)
	}
	for _, x := range s.Findings {
		x.Location, x.End = place(x.Location), place(x.End)
		if x.Fix != nil {
			fix := finding.Fix{Message: x.Fix.Message, Manual: x.Fix.Manual}
			for _, e := range x.Fix.Edits {
				e.File = f(e.File)
				fix.Edits = append(fix.Edits, e)
			}
			x.Fix = &fix
		}
		out.Findings = append(out.Findings, x)
	}
	return out
}

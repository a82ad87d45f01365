package driver

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"honnef.co/go/tools/lintcmd/cache"

	"github.com/resilint/resilint/internal/finding"
)

// store is the cache on disk. A nil cache in it finds and keeps nothing.
type store struct {
	disk *cache.DiskCache
	warn func(string)
	once sync.Once
}

// openStore opens the cache; without one the run only takes longer.
func (r *run) openStore() {
	r.store = &store{warn: r.warn}
	if r.opts.NoCache {
		return
	}
	dir, err := cacheDir(r.opts.CacheDir)
	if err == nil && dir != "" {
		if err = os.MkdirAll(dir, 0o777); err == nil {
			r.store.disk, err = cache.Open(dir)
		}
	}
	if err != nil {
		r.warn("running without a cache: " + err.Error())
	}
}

// cacheDir says where the cache is; "" is nowhere, which the word off asks for.
func cacheDir(option string) (string, error) {
	if option == "" {
		option = os.Getenv("RESILINT_CACHE")
	}
	if option == "off" {
		return "", nil
	}
	if option != "" {
		return filepath.Abs(option)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "resilint"), nil
}

func (s *store) get(key digest) ([]byte, bool) {
	if s.disk == nil {
		return nil, false
	}
	data, _, err := cache.GetBytes(s.disk, key)
	return data, err == nil
}

// put keeps data. What cannot be written is only missed, so the first failure is a
// warning and the rest is silence.
func (s *store) put(key digest, data []byte) {
	if s.disk == nil {
		return
	}
	_, _, err := cache.PutNoVerify(s.disk, key, bytes.NewReader(data))
	if err != nil {
		s.once.Do(func() { s.warn("cannot write the cache: " + err.Error()) })
	}
}

// trim removes what was not used for days; it looks at most once a day.
func (s *store) trim() {
	if s.disk != nil {
		s.disk.Trim()
	}
}

// entry is the answer for one package, as the cache keeps it.
type entry struct {
	set      finding.Set
	problems []Problem
	facts    []byte // see facts.go; decoded only where an importer is analysed
}

// stored is the part of an entry that most packages have nothing in.
type stored struct {
	Set      finding.Set
	Problems []Problem
}

var errEntry = errors.New("malformed cache entry")

// encode writes the entry with file names relative to dir, so that a checkout in
// another folder finds its answers too.
func (e *entry) encode(dir string) ([]byte, error) {
	var head bytes.Buffer
	set := &e.set
	if len(set.Findings)+len(set.Directives)+len(set.Notes)+len(set.Inventory)+len(e.problems) > 0 {
		s := stored{Set: *mapFiles(set, relativeTo(dir))}
		for _, p := range e.problems {
			p.Pos = relativeTo(dir)(p.Pos)
			s.Problems = append(s.Problems, p)
		}
		if err := gob.NewEncoder(&head).Encode(s); err != nil {
			return nil, fmt.Errorf("encoding the answer: %w", err)
		}
	}
	out := binary.AppendUvarint(nil, uint64(head.Len()))
	out = append(out, head.Bytes()...)
	return append(out, e.facts...), nil
}

func decodeEntry(data []byte, dir string) (*entry, error) {
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return nil, errEntry
	}
	head, facts := data[n:n+int(size)], data[n+int(size):]
	e := &entry{facts: facts}
	if len(head) == 0 {
		return e, nil
	}
	var s stored
	if err := gob.NewDecoder(bytes.NewReader(head)).Decode(&s); err != nil {
		return nil, err
	}
	e.set = *mapFiles(&s.Set, absoluteIn(dir))
	for _, p := range s.Problems {
		p.Pos = absoluteIn(dir)(p.Pos)
		e.problems = append(e.problems, p)
	}
	return e, nil
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

// lookUp finds the packages whose answer the cache has.
func (r *run) lookUp() {
	if r.store.disk == nil {
		return
	}
	parallel(r.workers, len(r.own), func(i int) {
		n := r.own[i]
		if n.entry != nil {
			return // from another run (see share)
		}
		data, ok := r.store.get(n.key)
		if !ok {
			return
		}
		if e, err := decodeEntry(data, n.meta.Dir); err == nil {
			n.entry = e
		}
	})
}

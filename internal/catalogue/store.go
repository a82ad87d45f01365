package catalogue

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed data/index.txt data/*.yaml
var data embed.FS

// A store loads the embedded families, each once a process: the data never changes.
type store struct {
	index *index
	err   error
	slots map[string]*slot
}

type slot struct {
	once sync.Once
	fam  *family
	err  error
}

// embedded is the one store. It is built when first asked.
var embedded = sync.OnceValue(func() *store {
	s := &store{slots: map[string]*slot{}}
	text, err := data.ReadFile("data/index.txt")
	if err != nil {
		s.err = err
	}
	x, err := parseIndex(string(text))
	if err != nil && s.err == nil {
		s.err = err
	}
	s.index = x
	files, err := data.ReadDir("data")
	if err != nil && s.err == nil {
		s.err = err
	}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), ".yaml"); ok {
			s.slots[name] = &slot{}
		}
	}
	return s
})

// load parses a family when it is first asked for.
func (s *store) load(name string) (*family, error) {
	sl := s.slots[name]
	if sl == nil {
		return nil, fmt.Errorf("index.txt: no family %s; run the catalogue's tests with -update", name)
	}
	sl.once.Do(func() {
		text, err := data.ReadFile("data/" + name + ".yaml")
		if err != nil {
			sl.err = err
			return
		}
		entries, err := Parse(name+".yaml", text)
		sl.fam, sl.err = newFamily(name, entries), err
	})
	return sl.fam, sl.err
}

package driver

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// The packages of go list in a form that is read in a hundredth of the time that JSON takes:
// all strings once, then numbers that refer to them.

var errListing = errors.New("malformed listing")

// listEncoder writes a listing.
type listEncoder struct {
	ids  map[string]int
	list []string
	out  []byte
}

func (e *listEncoder) int(n int) { e.out = binary.AppendUvarint(e.out, uint64(n)) }

func (e *listEncoder) bool(b bool) {
	n := 0
	if b {
		n = 1
	}
	e.int(n)
}

func (e *listEncoder) string(s string) {
	id, ok := e.ids[s]
	if !ok {
		id = len(e.list)
		e.ids[s] = id
		e.list = append(e.list, s)
	}
	e.int(id)
}

func (e *listEncoder) strings(list []string) {
	e.int(len(list))
	for _, s := range list {
		e.string(s)
	}
}

func (e *listEncoder) pairs(m map[string]string) {
	e.int(len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		e.string(k)
		e.string(m[k])
	}
}

// encodeListing gives the settings that a run looks at, and the packages.
func encodeListing(env map[string]string, pkgs []*listed) []byte {
	e := &listEncoder{ids: make(map[string]int)}
	kept := make(map[string]string)
	for _, name := range slices.Concat(platformKeys, cgoKeys, []string{"GOROOT", "GOMODCACHE", "GOCACHE"}) {
		if v, ok := env[name]; ok {
			kept[name] = v
		}
	}
	e.pairs(kept)
	e.modules(pkgs)
	e.int(len(pkgs))
	for _, l := range pkgs {
		e.pkg(l)
	}
	head := binary.AppendUvarint(nil, uint64(len(e.list)))
	for _, s := range e.list {
		head = binary.AppendUvarint(head, uint64(len(s)))
	}
	for _, s := range e.list {
		head = append(head, s...)
	}
	return append(head, e.out...)
}

// modules writes each module once. Packages refer to them by number, from 1 on.
func (e *listEncoder) modules(pkgs []*listed) {
	type number struct {
		listedModule
		replace listedModule
	}
	known := make(map[number]int)
	var list []*listedModule
	var of []int
	for _, l := range pkgs {
		id := 0
		if m := l.Module; m != nil {
			k := number{listedModule: *m}
			k.Replace = nil
			if m.Replace != nil {
				k.replace = *m.Replace
			}
			if id = known[k]; id == 0 {
				list = append(list, m)
				id = len(list)
				known[k] = id
			}
		}
		of = append(of, id)
	}
	e.int(len(list))
	for _, m := range list {
		e.module(m)
		e.bool(m.Replace != nil)
		if m.Replace != nil {
			e.module(m.Replace)
		}
	}
	e.int(len(of))
	for _, id := range of {
		e.int(id)
	}
}

func (e *listEncoder) module(m *listedModule) {
	e.strings([]string{m.Path, m.Version, m.Dir, m.GoVersion})
	e.bool(m.Main)
}

// lists are the fields of a package that are lists of strings.
func (l *listed) lists() []*[]string {
	return []*[]string{&l.GoFiles, &l.CgoFiles, &l.IgnoredGoFiles, &l.IgnoredOtherFiles, &l.CFiles, &l.CXXFiles, &l.MFiles,
		&l.HFiles, &l.FFiles, &l.SFiles, &l.SwigFiles, &l.SwigCXXFiles, &l.Imports}
}

func (e *listEncoder) pkg(l *listed) {
	e.strings([]string{l.ImportPath, l.Name, l.Dir, l.ForTest})
	e.bool(l.Standard)
	e.bool(l.DepOnly)
	for _, list := range l.lists() {
		e.strings(*list)
	}
	e.pairs(l.ImportMap)
	e.bool(l.Error != nil)
	if l.Error != nil {
		e.strings([]string{l.Error.Pos, l.Error.Err})
		e.strings(l.Error.ImportStack)
	}
}

// listDecoder reads a listing. After a fault all that it reads is zero.
type listDecoder struct {
	in   []byte
	list []string
	bad  bool
}

func (d *listDecoder) int() int {
	n, size := binary.Uvarint(d.in)
	if size <= 0 || n > 1<<31 {
		d.bad, d.in = true, nil
		return 0
	}
	d.in = d.in[size:]
	return int(n)
}

// count reads how many things follow, each of which takes a byte at least.
func (d *listDecoder) count() int {
	n := d.int()
	if n > len(d.in) {
		d.bad, d.in = true, nil
		return 0
	}
	return n
}

func (d *listDecoder) bool() bool { return d.int() != 0 }

func (d *listDecoder) string() string {
	id := d.int()
	if id >= len(d.list) {
		d.bad = true
		return ""
	}
	return d.list[id]
}

func (d *listDecoder) strings() []string {
	n := d.count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = d.string()
	}
	return list
}

// some reads a list of that many strings.
func (d *listDecoder) some(into ...*string) {
	if d.int() != len(into) {
		d.bad, d.in = true, nil
	}
	for _, s := range into {
		*s = d.string()
	}
}

func (d *listDecoder) pairs() map[string]string {
	n := d.count()
	if n == 0 {
		return nil
	}
	m := make(map[string]string, n)
	for range n {
		k := d.string()
		m[k] = d.string()
	}
	return m
}

// decodeListing reads what encodeListing wrote.
func decodeListing(data []byte) (map[string]string, []*listed, error) {
	d := &listDecoder{in: data}
	d.table()
	env := d.pairs()
	modules := make([]*listedModule, d.count())
	for i := range modules {
		modules[i] = d.module()
		if d.bool() {
			modules[i].Replace = d.module()
		}
	}
	of := make([]int, d.count())
	for i := range of {
		of[i] = d.int()
	}
	if n := d.count(); n != len(of) {
		d.bad, of = true, nil
	}
	pkgs := make([]*listed, len(of))
	for i := range pkgs {
		pkgs[i] = d.pkg()
		switch id := of[i]; {
		case id > len(modules):
			d.bad = true
		case id > 0:
			pkgs[i].Module = modules[id-1]
		}
	}
	if d.bad || len(d.in) > 0 || len(pkgs) == 0 {
		return nil, nil, errListing
	}
	return env, pkgs, nil
}

// table reads all strings.
func (d *listDecoder) table() {
	sizes := make([]int, d.count())
	total := 0
	for i := range sizes {
		sizes[i] = d.int()
		if total += sizes[i]; total > len(d.in) {
			d.bad, d.in = true, nil
			return
		}
	}
	text := string(d.in[:total])
	d.in = d.in[total:]
	d.list = make([]string, len(sizes))
	for i, size := range sizes {
		d.list[i], text = text[:size], text[size:]
	}
}

func (d *listDecoder) module() *listedModule {
	m := &listedModule{}
	d.some(&m.Path, &m.Version, &m.Dir, &m.GoVersion)
	m.Main = d.bool()
	return m
}

func (d *listDecoder) pkg() *listed {
	l := &listed{}
	d.some(&l.ImportPath, &l.Name, &l.Dir, &l.ForTest)
	l.Standard, l.DepOnly = d.bool(), d.bool()
	for _, list := range l.lists() {
		*list = d.strings()
	}
	l.ImportMap = d.pairs()
	if d.bool() {
		l.Error = &listedError{}
		d.some(&l.Error.Pos, &l.Error.Err)
		l.Error.ImportStack = d.strings()
	}
	return l
}

package listkey

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// How many files are read at most: of a large tree go list itself takes long, if it is
// asked for much of it; for a few folders it does not.
const (
	wideLimit   = 200_000
	narrowLimit = 2_000
)

// tree is the state of the folders that can change.
type tree struct {
	roots []string
	dirs  map[string]*folder
	links []string // to folders, by their names from the root on, with slashes
}

// folder is the state of one of them.
type folder struct {
	sum   Digest
	empty bool // it has nothing that go list looks at
	names []string
	files []File
}

func (d *folder) file(name string) (File, bool) {
	i, ok := slices.BinarySearch(d.names, name)
	if !ok {
		return File{}, false
	}
	return d.files[i], true
}

// sum takes the state of all folders.
func (t *tree) sum(h sumHash) {
	h.strings(t.roots...)
	names := make([]string, 0, len(t.dirs))
	for name, d := range t.dirs {
		if !d.empty {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		h.strings(name)
		h.h.Write(t.dirs[name].sum[:])
	}
}

// walker goes through folders with a few workers, each folder after the one it lies in.
type walker struct {
	q     Query
	roots map[string]bool
	limit int

	mu    sync.Mutex
	cond  *sync.Cond
	todo  []visit
	busy  int
	dirs  map[string]*folder
	links []string
	count int
	odd   bool
}

// visit is a folder to go to.
type visit struct {
	dir    string
	rel    string // its name from the root on, with slashes
	embeds bool   // a package above may embed any file of it
}

// walk gives the state of the folders. It is nil where something in them is odd, or there
// are more files than the limit.
func walk(roots []string, q Query, limit int) *tree {
	w := &walker{q: q, limit: limit, roots: make(map[string]bool), dirs: make(map[string]*folder)}
	w.cond = sync.NewCond(&w.mu)
	for _, dir := range roots {
		w.roots[dir] = true
		w.todo = append(w.todo, visit{dir: dir})
	}
	var wg sync.WaitGroup
	for range max(q.Workers, 1) {
		wg.Go(w.work)
	}
	wg.Wait()
	if w.odd {
		return nil
	}
	return &tree{roots: roots, dirs: w.dirs, links: w.links}
}

func (w *walker) work() {
	r := &reader{q: w.q, buf: make([]byte, 64<<10)}
	for {
		v, ok := w.next()
		if !ok {
			return
		}
		d, below, ok := r.folder(v, w.roots)
		w.mu.Lock()
		w.busy--
		w.todo = append(w.todo, below...)
		w.count += r.count
		w.links = append(w.links, r.links...)
		r.count, r.links = 0, nil
		w.odd = w.odd || !ok || w.count > w.limit
		if d != nil {
			w.dirs[v.dir] = d
		}
		w.mu.Unlock()
		w.cond.Broadcast()
	}
}

// next waits for a folder to go to. There is none when all are done, or something is odd.
func (w *walker) next() (visit, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.todo) == 0 && w.busy > 0 && !w.odd {
		w.cond.Wait()
	}
	if len(w.todo) == 0 || w.odd {
		return visit{}, false
	}
	v := w.todo[len(w.todo)-1]
	w.todo = w.todo[:len(w.todo)-1]
	w.busy++
	return v, true
}

// reader reads folders, in one buffer.
type reader struct {
	q     Query
	buf   []byte
	count int
	links []string
}

// folder gives the state of a folder, and what is to be visited below it. It is nil for a
// module of its own, which belongs to nobody else.
func (r *reader) folder(v visit, roots map[string]bool) (d *folder, below []visit, ok bool) {
	list, err := os.ReadDir(v.dir)
	if err != nil {
		return nil, nil, false
	}
	if !roots[v.dir] && slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == "go.mod" && !e.IsDir() }) {
		return nil, nil, true
	}
	r.count += len(list)
	d = &folder{empty: true}
	h := newHash()
	for _, e := range list {
		name := e.Name()
		switch {
		case name == profile: // of any kind
			d.empty = false
			h.strings("there", name, e.Type().String())
			continue
		case e.IsDir():
			continue
		case e.Type() == fs.ModeSymlink && !r.link(h, v, name):
			return nil, nil, false
		case !contentNames[name] && !sourceExts[filepath.Ext(name)]:
			continue
		case !e.Type().IsRegular():
			return nil, nil, false
		}
		d.empty = false
		f, embeds, ok := r.file(h, v.dir, name)
		if !ok {
			return nil, nil, false
		}
		v.embeds = v.embeds || embeds
		if f != nil {
			d.names, d.files = append(d.names, name), append(d.files, *f)
		}
	}
	for _, e := range list {
		if v.embeds {
			d.empty = false
			h.strings(e.Name(), e.Type().String())
		}
		if e.IsDir() && !skipped(e.Name(), v.embeds) {
			if dir := filepath.Join(v.dir, e.Name()); !roots[dir] { // which is visited for itself
				below = append(below, visit{dir, path.Join(v.rel, e.Name()), v.embeds})
			}
		}
	}
	d.empty = d.empty && len(r.links) == 0
	d.sum = h.sum()
	return d, below, true
}

// skipped tells of folders that hold nothing which go list looks at. A package can lie in
// one whose name begins with a dot, if somebody imports it: see Key.Covers.
func skipped(name string, embeds bool) bool {
	return slices.Contains([]string{".git", ".hg", ".svn", ".bzr"}, name) || strings.HasPrefix(name, ".") && !embeds
}

// profile is a file of which only counts whether it is there: it can make go list give
// packages once more for the command it lies in.
const profile = "default.pgo"

// contentNames are the files that are read whole besides source.
var contentNames = map[string]bool{"go.mod": true, "go.sum": true, "go.work": true, "go.work.sum": true, "modules.txt": true}

// sourceExts are the endings of files that are part of a package.
var sourceExts = map[string]bool{".go": true, ".c": true, ".cc": true, ".cpp": true, ".cxx": true, ".m": true, ".h": true,
	".hh": true, ".hpp": true, ".hxx": true, ".f": true, ".F": true, ".for": true, ".f90": true, ".s": true, ".S": true,
	".sx": true, ".swig": true, ".swigcxx": true, ".syso": true}

// link takes a symbolic link. It is not ok where that stands for source: then what it stands
// for can change without a trace here. What lies behind a link to a folder counts for nobody
// who does not import it by that name.
func (r *reader) link(h sumHash, v visit, name string) bool {
	if contentNames[name] || sourceExts[filepath.Ext(name)] {
		return false
	}
	file := filepath.Join(v.dir, name)
	target, err := os.Readlink(file)
	if err != nil {
		return false
	}
	kind := "nothing"
	if info, err := os.Stat(file); err == nil {
		kind = info.Mode().Type().String()
		if info.IsDir() {
			r.links = append(r.links, path.Join(v.rel, name))
			h.strings("folder", name)
		}
	}
	if v.embeds {
		h.strings("link", name, target, kind)
	}
	return true
}

// chunk is how much of a file of tests is read at first, most of which end up not being
// read further.
const chunk = 8 << 10

// file takes what go list reads of a file, and gives what is known of its contents where
// these were read, and whether they say that any file may be embedded.
func (r *reader) file(h sumHash, dir, name string) (f *File, embeds, ok bool) {
	in, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, false, false
	}
	defer in.Close()
	isGo := filepath.Ext(name) == ".go"
	src := r.buf[:0]
	if isGo && !r.q.Tests && strings.HasSuffix(name, "_test.go") {
		if src, err = r.read(in, src, chunk); err != nil {
			return nil, false, false
		}
		if head, ok, more := headOf(src); ok && !more {
			h.strings("head", name)
			h.bytes(head)
			return nil, false, true
		}
	}
	if src, err = r.read(in, src, -1); err != nil {
		return nil, false, false
	}
	f = &File{Sum: sha256.Sum256(src)}
	if isGo && r.q.Embedded != nil {
		f.Embedded = r.q.Embedded(src)
	}
	if isGo {
		if head, ok, _ := headOf(src); ok {
			h.strings("head", name)
			h.bytes(head)
			return f, false, true
		}
	}
	h.strings("whole", name)
	h.h.Write(f.Sum[:])
	return f, isGo, true
}

// read appends what follows in the file to src, which begins the buffer: all of it, or
// limit bytes.
func (r *reader) read(in *os.File, src []byte, limit int) ([]byte, error) {
	for limit < 0 || len(src) < limit {
		if len(src) == cap(src) {
			src = append(src, 0)[:len(src)]
			r.buf = src[:cap(src)]
		}
		end := cap(src)
		if limit >= 0 {
			end = min(end, limit)
		}
		n, err := in.Read(src[len(src):end])
		src = src[:len(src)+n]
		if errors.Is(err, io.EOF) {
			return src, nil
		}
		if err != nil {
			return src, err
		}
	}
	return src, nil
}

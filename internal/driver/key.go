package driver

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/resilint/resilint/internal/driver/listkey"
)

// formatVersion is part of each key: to be changed with whatever is written to the cache.
const formatVersion = "resilint driver 3"

// digest is a SHA-256 sum: the type of the cache's keys.
type digest = [sha256.Size]byte

// keyHash hashes strings so that no two lists of strings give the same bytes.
type keyHash struct{ h hash.Hash }

func newKeyHash() keyHash { return keyHash{sha256.New()} }

func (k keyHash) strings(list ...string) {
	k.int(len(list))
	for _, s := range list {
		k.int(len(s))
		k.h.Write([]byte(s))
	}
}

func (k keyHash) int(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	k.h.Write(b[:])
}

func (k keyHash) digest(d digest) { k.h.Write(d[:]) }

func (k keyHash) sum() (d digest) {
	k.h.Sum(d[:0])
	return d
}

// hasher hashes the contents of packages, each once, with a few workers.
type hasher struct {
	read  func(name string) ([]byte, error)
	known *listkey.Key // has read files already; may be nil
	slots chan struct{}
	mu    sync.Mutex
	sums  map[*listed]func() digest
	files map[string]digest // of each file that was read here, by its whole name
}

func newHasher(workers int, read func(string) ([]byte, error), known *listkey.Key) *hasher {
	return &hasher{read: read, known: known, slots: make(chan struct{}, workers), sums: make(map[*listed]func() digest), files: make(map[string]digest)}
}

// start begins to hash the package's files.
func (h *hasher) start(l *listed) { go h.of(l)() }

// sum gives the digest of the package's files: their names and what is in them.
func (h *hasher) sum(l *listed) digest { return h.of(l)() }

func (h *hasher) of(l *listed) func() digest {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := h.sums[l]
	if f == nil {
		f = sync.OnceValue(func() digest {
			h.slots <- struct{}{}
			defer func() { <-h.slots }()
			files := make(map[string]digest)
			sum := sumFiles(l, h.read, h.known, files)
			h.mu.Lock()
			defer h.mu.Unlock()
			maps.Copy(h.files, files)
			return sum
		})
		h.sums[l] = f
	}
	return f
}

// file gives the digest of a file of a package that was hashed.
func (h *hasher) file(name string) (digest, bool) {
	if f, ok := h.known.File(filepath.Dir(name), filepath.Base(name)); ok {
		return f.Sum, true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	sum, ok := h.files[name]
	return sum, ok
}

// sumFiles hashes the package's files, of which some are known, and notes in each what every
// other file has.
func sumFiles(l *listed, read func(string) ([]byte, error), known *listkey.Key, each map[string]digest) digest {
	k := newKeyHash()
	for _, list := range [][]string{l.GoFiles, l.CgoFiles, l.IgnoredGoFiles, l.IgnoredOtherFiles, l.otherFiles()} {
		k.strings(list...)
		for _, name := range list {
			f, ok := known.File(l.Dir, name)
			if !ok {
				whole := l.abs([]string{name})[0]
				data, err := read(whole)
				if err != nil {
					k.strings("unreadable")
					continue
				}
				f = listkey.File{Sum: sha256.Sum256(data), Embedded: embeddedJSON(data)}
				each[whole] = f.Sum
			}
			k.digest(f.Sum)
			for _, json := range f.Embedded {
				text, err := read(filepath.Join(filepath.Dir(l.abs([]string{name})[0]), json))
				if err != nil {
					continue
				}
				k.strings(json)
				k.digest(sha256.Sum256(text))
			}
		}
	}
	return k.sum()
}

// platformKeys are the settings of the go command that types, files or cgo depend on.
var platformKeys = []string{"GOVERSION", "GOOS", "GOARCH", "GOARM", "GOARM64", "GOAMD64", "GO386",
	"GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM", "GOEXPERIMENT", "GOFIPS140", "CGO_ENABLED"}

var cgoKeys = []string{"CC", "CXX", "PKG_CONFIG", "CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS",
	"CGO_FFLAGS", "CGO_LDFLAGS"}

// computeKeys gives each package its key: all that its types, and in the source set
// its answer, depend on.
func (r *run) computeKeys() {
	var hashed []*node
	for _, n := range r.nodes {
		if n.meta.Dir != "" && (n.own || r.fixed(n) == "") {
			hashed = append(hashed, n)
		}
	}
	parallel(r.workers, len(hashed), func(i int) { hashed[i].sum = r.hashes.sum(hashed[i].meta) })

	platform := r.platform()
	ownBase := newKeyHash()
	ownBase.digest(platform)
	ownBase.strings(r.opts.Salt)
	ownBase.strings(r.plan.names()...)
	base := ownBase.sum()
	for _, n := range r.nodes {
		k := newKeyHash()
		if n.own {
			k.digest(base)
		} else {
			k.digest(platform)
		}
		r.keyOf(n, k)
		n.key = k.sum()
	}
}

// platform hashes what each package of the run depends on.
func (r *run) platform() digest {
	k := newKeyHash()
	k.strings(formatVersion, runtime.Version())
	for _, name := range platformKeys {
		k.strings(name, r.env[name])
	}
	return k.sum()
}

func (r *run) keyOf(n *node, k keyHash) {
	l := n.meta
	k.strings(l.ImportPath, l.Name, l.ForTest, moduleGo(l.Module))
	if fixed := r.fixed(n); fixed != "" && !n.own {
		k.strings("fixed", fixed)
		k.strings(l.GoFiles...)
		k.strings(l.CgoFiles...)
	} else {
		k.strings("contents")
		k.digest(n.sum)
		if m := l.Module; m != nil {
			k.strings(m.Path, m.Version)
		}
	}
	if l.usesCgo() {
		for _, name := range cgoKeys {
			k.strings(name, r.env[name])
		}
	}
	if l.Error != nil {
		k.strings("error", l.Error.Err) // an importer's errors quote it
	}
	paths := make([]string, 0, len(n.imports))
	for path := range n.imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		k.strings(path)
		// An import that is missing, or that a cycle was cut at, has the zero key.
		if d := n.imports[path]; d != nil {
			k.digest(d.key)
		}
	}
}

// fixed identifies packages whose files cannot change: those of the standard library
// and of the read-only module cache. It is empty where the contents decide: in
// replaced, vendored and workspace folders.
func (r *run) fixed(n *node) string {
	l := n.meta
	if l.Standard {
		return "std " + r.env["GOVERSION"]
	}
	m := l.Module
	if m == nil || r.env["GOMODCACHE"] == "" {
		return ""
	}
	if m.Replace != nil {
		m = m.Replace
	}
	cache := filepath.Clean(r.env["GOMODCACHE"]) + string(filepath.Separator)
	if m.Version == "" || !strings.HasPrefix(l.Dir, cache) {
		return ""
	}
	return m.Path + "@" + m.Version
}

func moduleGo(m *listedModule) string {
	if m == nil {
		return ""
	}
	return m.GoVersion
}

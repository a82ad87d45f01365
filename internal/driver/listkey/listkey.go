// Package listkey gives a key for what go list says: a digest of all that the answer
// depends on, so that an answer can be kept and found again without the go command.
//
// The key is taken of the question (folder, arguments, environment, the go command that
// would be run and its settings) and of the state of the folders whose files can change:
// main modules, those of a workspace, modules that are replaced by a folder, vendor. Of a
// Go file it takes what the go command reads, which ends behind the imports, so that a
// change in a function leaves the key as it is. What does not change is not in it: the
// standard library and the module cache, of which a user of the key asks whether they are
// still there.
//
// A key that stays the same where the answer changes would be a fault; one that changes
// without need costs time. So whatever is odd gives no key at all: source that is a link, files
// that cannot be read, patterns that are not of folders below the one in question.
//
// It runs no command, keeps nothing, and does not know what go list says.
package listkey

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"os"
	"path/filepath"
	"strings"
)

// Digest is a SHA-256 sum.
type Digest = [sha256.Size]byte

// A Query is a question to go list.
type Query struct {
	Dir      string   // the folder it would run in; "" is the current one
	Env      []string // its environment; nil is the process's own
	Patterns []string
	Args     []string // whatever else the answer depends on
	Tests    bool     // contents of test files will be asked for, too
	Workers  int
	// Embedded lists names of files that a Go file embeds, which its user wants to have.
	Embedded func(src []byte) []string
}

// A Key is the digest of a question and of the state of what the answer depends on.
type Key struct {
	Sum Digest

	query  Query
	env    *environ
	goroot string
	gomod  string // "" where there is none
	gowork string
	tree   *tree
}

// New takes the key. It is nil where an answer must not be kept, or would not be found.
func New(q Query) *Key {
	if len(q.Patterns) == 0 || !plainPatterns(q.Patterns) {
		return nil
	}
	k := &Key{query: q, env: newEnviron(q.Env, q.Dir)}
	h := newHash()
	h.strings(q.Args...)
	h.strings(q.Patterns...)
	if !k.question(h) {
		return nil
	}
	roots, ok := k.modules(h)
	if !ok || len(roots) == 0 {
		return nil
	}
	limit := narrowLimit
	for _, p := range q.Patterns {
		if strings.HasSuffix(p, "...") {
			limit = wideLimit
		}
	}
	k.tree = walk(roots, q, limit)
	if k.tree == nil {
		return nil
	}
	k.tree.sum(h)
	k.Sum = h.sum()
	return k
}

// Same tells whether the key would be the same now.
func (k *Key) Same() bool {
	again := New(k.query)
	return again != nil && again.Sum == k.Sum
}

// Covers tells whether the contents of the folder are part of the key.
func (k *Key) Covers(dir string) bool { return k.tree.dirs[dir] != nil }

// Linked tells whether a package of the path may lie behind a link to a folder, whose contents
// are no part of the key.
func (k *Key) Linked(importPath string) bool {
	for _, rel := range k.tree.links {
		if strings.Contains("/"+importPath+"/", "/"+rel+"/") {
			return true
		}
	}
	return false
}

// Roots lists the folders that the key covers, with what is below them.
func (k *Key) Roots() []string { return k.tree.roots }

// Goroot is the root of the Go installation whose command would be run.
func (k *Key) Goroot() string { return k.goroot }

// A File is what the key knows of a file: the digest of its contents, and what
// Query.Embedded gave for it.
type File struct {
	Sum      Digest
	Embedded []string
}

// File gives what is known of a file in dir, of those whose contents were read.
func (k *Key) File(dir, name string) (File, bool) {
	if k == nil {
		return File{}, false
	}
	d := k.tree.dirs[dir]
	if d == nil {
		return File{}, false
	}
	return d.file(name)
}

// plainPatterns tells whether all patterns are of folders below the one that go list runs
// in. What others match may lie anywhere.
func plainPatterns(patterns []string) bool {
	for _, p := range patterns {
		p = filepath.ToSlash(p)
		rest, ok := strings.CutPrefix(p, "./")
		switch {
		case p == ".":
			continue
		case !ok || strings.HasSuffix(p, ".go") || strings.ContainsAny(p, "@\x00"):
			return false
		}
		for elem := range strings.SplitSeq(rest, "/") {
			if strings.HasPrefix(elem, ".") && elem != "..." && elem != "." {
				return false
			}
		}
	}
	return true
}

// sumHash hashes strings so that no two lists of strings give the same bytes.
type sumHash struct{ h hash.Hash }

func newHash() sumHash { return sumHash{sha256.New()} }

func (s sumHash) strings(list ...string) {
	s.int(len(list))
	for _, x := range list {
		s.bytes([]byte(x))
	}
}

func (s sumHash) int(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	s.h.Write(b[:])
}

func (s sumHash) bytes(b []byte) {
	s.int(len(b))
	s.h.Write(b)
}

func (s sumHash) sum() (d Digest) {
	s.h.Sum(d[:0])
	return d
}

// file takes a file's contents, or that it is not there. It is not ok where the file is
// there and cannot be read.
func (s sumHash) file(name string) (data []byte, ok bool) {
	data, err := os.ReadFile(name)
	switch {
	case err == nil:
		s.strings("file", name)
		s.bytes(data)
		return data, true
	case os.IsNotExist(err):
		s.strings("no file", name)
		return nil, true
	}
	return nil, false
}

package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"

	"honnef.co/go/tools/lintcmd/cache"
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

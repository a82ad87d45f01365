package implement

import (
	"fmt"
	"hash/fnv"
	"testing"
)

// TestHash: ids are kept in caches and told between packages, so they stay what they are.
func TestHash(t *testing.T) {
	for _, parts := range [][]string{{}, {""}, {"a"}, {"field", "example.com/p", "T", "F"}, {"a\x00b", "é"}, {"ab", "c"}, {"a", "bc"}} {
		h := fnv.New32a()
		for _, s := range parts {
			h.Write([]byte(s))
			h.Write([]byte{0})
		}
		if got, want := Hash(parts...), fmt.Sprintf("%08x", h.Sum32()); got != want {
			t.Errorf("Hash(%q) is %s, want %s", parts, got, want)
		}
	}
}

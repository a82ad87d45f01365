package driver

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
)

// embeddedJSON lists the files that a Go file embeds by name and that are JSON, relative to
// its folder. A pass may read them: the retries of a gRPC client stand in such files. The
// go command is not asked, because it fails where a file that is embedded is not made yet.
func embeddedJSON(src []byte) []string {
	if !bytes.Contains(src, []byte("//go:embed ")) {
		return nil
	}
	var out []string
	for line := range bytes.Lines(src) {
		rest, ok := strings.CutPrefix(strings.TrimRight(string(line), "\r\n"), "//go:embed ")
		if !ok {
			continue
		}
		for _, name := range strings.Fields(rest) {
			name = filepath.FromSlash(strings.Trim(name, "\"`"))
			if strings.HasSuffix(name, ".json") && !strings.ContainsAny(name, "*?[") && filepath.IsLocal(name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

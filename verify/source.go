package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// sourceForm is "[module]file:line#token": the file is relative to the module's root, or
// to GOROOT/src for the standard library.
var sourceForm = regexp.MustCompile(`^(?:\[([^\]]+)\])?([^:#]+):(\d+)#(.+)$`)

// near is how far from the line stated the token may stand.
const near = 2

// source looks an evidence line up. pkgPath is the package of the entry, for lines that
// name no module.
func (c *checker) source(text, pkgPath string) error {
	m := sourceForm.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("malformed source %q; write file:line#token", text)
	}
	where := pkgPath
	if m[1] != "" {
		where = m[1]
	}
	dir := c.dirOf(where)
	if dir == "" {
		return fmt.Errorf("source %q: no module loaded for %q; write [module]file:line#token", text, where)
	}
	lines, err := c.lines(filepath.Join(dir, m[2]))
	if err != nil {
		return fmt.Errorf("source %q: %w", text, err)
	}
	line, err := strconv.Atoi(m[3])
	if err != nil || line > len(lines) {
		return fmt.Errorf("source %q: the file has %d lines", text, len(lines))
	}
	for i := max(0, line-1-near); i < min(len(lines), line+near); i++ {
		if strings.Contains(lines[i], m[4]) {
			return nil
		}
	}
	var at []string
	for i, l := range lines {
		if strings.Contains(l, m[4]) && len(at) < 4 {
			at = append(at, strconv.Itoa(i+1))
		}
	}
	return fmt.Errorf("source %q: the token is not there; it is at lines [%s]", text, strings.Join(at, " "))
}

// dirOf returns the root of the module that holds a path, or of the standard library.
func (c *checker) dirOf(path string) string {
	if path == "std" {
		return c.std
	}
	if p := c.U.Pkgs[path]; p != nil && p.Standard {
		return c.std
	}
	best, dir := "", ""
	for m, d := range c.dirs {
		if (path == m || strings.HasPrefix(path, m+"/")) && len(m) > len(best) {
			best, dir = m, d
		}
	}
	return dir
}

func (c *checker) lines(file string) ([]string, error) {
	if l, ok := c.read[file]; ok {
		return l, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("no such file %s", filepath.Base(file))
	}
	c.read[file] = strings.Split(string(b), "\n")
	return c.read[file], nil
}

// Package write writes the map of a program down, one file a format. It decides nothing
// about what the map says.
package write

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/resilint/resilint/internal/inventory"
)

// A Format is a way to write a map.
type Format struct {
	Name    string // as given with -f
	Summary string
	Write   func(w io.Writer, m *inventory.Map) error
}

// Formats lists the formats; the first is the one used where none is asked for.
func Formats() []Format {
	return []Format{
		{"text", "tables for a terminal", Text},
		{"json", "one object with all there is", JSON},
		{"dot", "a graph for Graphviz", DOT},
		{"mermaid", "a graph that GitHub and GitLab draw in comments", Mermaid},
		{"html", "one page with a picture, search and details", HTML},
	}
}

// Lookup finds a format by its name.
func Lookup(name string) (Format, bool) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return all[i], true
}

// spot is a place as an editor takes it.
func spot(s inventory.Spot) string {
	if s.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

// deadline is the time of one attempt for a reader.
func deadline(l inventory.Limit) string {
	switch l.State {
	case "set":
		if l.Seconds == 0 {
			return "set (" + l.By + ")"
		}
		return seconds(l.Seconds) + " (" + l.By + ")"
	case "caller":
		return "the caller's"
	}
	return l.State
}

func seconds(s float64) string {
	if s < 1 {
		return strconv.FormatFloat(s*1000, 'f', -1, 64) + "ms"
	}
	return strconv.FormatFloat(s, 'f', -1, 64) + "s"
}

// names gives what an entry point and a resource are called.
type names struct {
	entries   map[string]inventory.Entry
	resources map[string]inventory.Resource
	deps      map[string]inventory.Dependency
}

func namesOf(m *inventory.Map) names {
	n := names{map[string]inventory.Entry{}, map[string]inventory.Resource{}, map[string]inventory.Dependency{}}
	for _, e := range m.Entries {
		n.entries[e.ID] = e
	}
	for _, r := range m.Resources {
		n.resources[r.ID] = r
	}
	for _, d := range m.Dependencies {
		n.deps[d.ID] = d
	}
	return n
}

// entry names an entry point: its route, where it has one.
func (n names) entry(id string) string {
	e := n.entries[id]
	if e.Route != "" {
		return string(e.Kind) + " " + e.Route
	}
	return string(e.Kind) + " " + e.Name
}

// few lists some of the names.
func (n names) few(ids []string, max int) string {
	var out []string
	for i, id := range ids {
		if i == max {
			out = append(out, fmt.Sprintf("%d more", len(ids)-max))
			break
		}
		out = append(out, n.entry(id))
	}
	return strings.Join(out, ", ")
}

// count is "1 path" or "2 paths".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

package write

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/inventory"
)

// A picture is the graph that dot, Mermaid and the page draw: entry points, the resources on
// the way, dependencies. A client or transport is only drawn where something shares it.
type picture struct {
	nodes []drawn
	links []link
}

// A drawn is a node of the picture.
type drawn struct {
	ID     string // e0, r0, d0
	Of     string // the ID that the map has
	Kind   string // entry, resource, dependency
	Label  string
	Class  string // shared, couples, or empty
	Column int
}

// A link is an arrow.
type link struct {
	From, To string
}

func pictureOf(m *inventory.Map) picture {
	p := picture{}
	n := namesOf(m)
	ids := map[string]string{}
	calls := map[string]bool{}
	for _, r := range m.Routes {
		calls[r.Entry] = true
	}
	for i, e := range m.Entries {
		if !calls[e.ID] {
			continue // it only calls what may leave the process or not
		}
		ids["e "+e.ID] = fmt.Sprintf("e%d", i)
		p.nodes = append(p.nodes, drawn{ID: ids["e "+e.ID], Of: e.ID, Kind: "entry", Label: n.entry(e.ID)})
	}
	for i, r := range m.Resources {
		if !shown(r) {
			continue
		}
		ids["r "+r.ID] = fmt.Sprintf("r%d", i)
		d := drawn{ID: ids["r "+r.ID], Of: r.ID, Kind: "resource", Label: r.ID, Column: 1}
		switch {
		case r.Couples:
			d.Class = "couples"
		case r.Shared:
			d.Class = "shared"
		}
		p.nodes = append(p.nodes, d)
	}
	for i, d := range m.Dependencies {
		ids["d "+d.ID] = fmt.Sprintf("d%d", i)
		p.nodes = append(p.nodes, drawn{ID: ids["d "+d.ID], Of: d.ID, Kind: "dependency", Label: d.ID, Column: 2})
	}
	for _, r := range m.Routes {
		at := ids["e "+r.Entry]
		for _, id := range append(slices.Clone(r.Gates), r.Client) {
			if next := ids["r "+id]; next != "" {
				p.links = append(p.links, link{at, next})
				at = next
			}
		}
		p.links = append(p.links, link{at, ids["d "+r.Dependency]})
	}
	slices.SortFunc(p.links, func(a, b link) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	p.links = slices.Compact(p.links)
	return p
}

// shown tells whether a resource is a node of its own: it holds calls back, or it is a
// client that several dependencies share.
func shown(r inventory.Resource) bool {
	switch r.Kind {
	case "client":
		return r.Shared
	case "transport":
		return false
	}
	return true
}

// DOT writes a graph for Graphviz.
func DOT(w io.Writer, m *inventory.Map) error {
	p := pictureOf(m)
	var b strings.Builder
	b.WriteString("digraph dependencies {\n\trankdir=LR;\n\tnode [fontname=\"sans-serif\", fontsize=10];\n\tedge [color=\"#888888\"];\n")
	for _, n := range p.nodes {
		fmt.Fprintf(&b, "\t%s [label=%s, %s];\n", n.ID, dotQuote(n.Label), dotStyle(n))
	}
	for _, l := range p.links {
		fmt.Fprintf(&b, "\t%s -> %s;\n", l.From, l.To)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func dotStyle(n drawn) string {
	switch {
	case n.Class == "couples":
		return `shape=hexagon, style=filled, fillcolor="#f4b6b0"`
	case n.Class == "shared":
		return `shape=hexagon, style=filled, fillcolor="#fbe3b3"`
	case n.Kind == "resource":
		return `shape=hexagon`
	case n.Kind == "dependency":
		return `shape=box3d, style=filled, fillcolor="#dce8f7"`
	}
	return `shape=box, style=rounded`
}

// dotQuote writes a text as Graphviz takes it.
func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// Mermaid writes a graph that is drawn where a comment is shown.
func Mermaid(w io.Writer, m *inventory.Map) error {
	p := pictureOf(m)
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for _, n := range p.nodes {
		open, close := "(", ")"
		switch n.Kind {
		case "resource":
			open, close = "{{", "}}"
		case "dependency":
			open, close = "[", "]"
		}
		fmt.Fprintf(&b, "  %s%s\"%s\"%s\n", n.ID, open, mermaidText(n.Label), close)
	}
	for _, l := range p.links {
		fmt.Fprintf(&b, "  %s --> %s\n", l.From, l.To)
	}
	b.WriteString("  classDef dependency fill:#dce8f7,stroke:#5b7fa6,color:#000\n  classDef shared fill:#fbe3b3,stroke:#b7872b,color:#000\n" +
		"  classDef couples fill:#f4b6b0,stroke:#b3423a,color:#000\n")
	for _, class := range []string{"dependency", "shared", "couples"} {
		var ids []string
		for _, n := range p.nodes {
			if n.Class == class || n.Kind == class {
				ids = append(ids, n.ID)
			}
		}
		if len(ids) > 0 {
			fmt.Fprintf(&b, "  class %s %s\n", strings.Join(ids, ","), class)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// mermaidText writes a text so that Mermaid reads nothing else in it.
func mermaidText(s string) string {
	return strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "\n", " ", "`", "#96;").Replace(s)
}

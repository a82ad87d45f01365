package write

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/resilint/resilint/internal/inventory"
)

//go:embed map.html
var page string

//go:embed map.css
var style string

//go:embed map.js
var script string

// The measures of the picture, in its own units.
const (
	boxWidth  = 330
	boxHeight = 22
	rowHeight = 28
	gapWidth  = 150
	labelLen  = 46
)

// A box is a node with its place.
type box struct {
	drawn
	X, Y  int
	Short string
}

// A curve is a link with its path.
type curve struct {
	link
	Path string
}

// HTML writes one page that needs nothing else: no network, no other file.
func HTML(w io.Writer, m *inventory.Map) error {
	t, err := template.New("map").Parse(page)
	if err != nil {
		return err
	}
	p := pictureOf(m)
	boxes, height := place(p)
	at := map[string]box{}
	for _, b := range boxes {
		at[b.ID] = b
	}
	var curves []curve
	for _, l := range p.links {
		curves = append(curves, curve{l, path(at[l.From], at[l.To])})
	}
	effects := map[string]string{}
	for _, r := range m.Resources {
		if r.Shared {
			effects[r.ID] = Effect(r)
		}
	}
	deadlines := []string{}
	tries := []string{}
	for _, r := range m.Routes {
		deadlines, tries = append(deadlines, deadline(r.Deadline)), append(tries, attempts(r))
	}
	return t.Execute(w, map[string]any{
		"Boxes": boxes, "Curves": curves, "Width": 3*boxWidth + 2*gapWidth + 20, "Height": height,
		"Box":   map[string]int{"W": boxWidth, "H": boxHeight},
		"Data":  map[string]any{"map": documentOf(m), "effects": effects, "deadlines": deadlines, "tries": tries},
		"Style": template.CSS(style), "Script": template.JS(script), //nolint:gosec // both are files of this package
		"Entries": len(m.Entries), "Dependencies": len(m.Dependencies),
	})
}

// place puts the nodes in three columns. Dependencies stand in the order of their names,
// the others near what they lead to.
func place(p picture) (boxes []box, height int) {
	y := map[string]int{}
	columns := [3][]drawn{}
	for _, n := range p.nodes {
		columns[n.Column] = append(columns[n.Column], n)
		height = max(height, 20+len(columns[n.Column])*rowHeight)
	}
	for c := 2; c >= 0; c-- {
		col := columns[c]
		near := map[string]float64{}
		for _, n := range col {
			near[n.ID] = middle(n.ID, p.links, y)
		}
		if c < 2 {
			slices.SortStableFunc(col, func(a, b drawn) int {
				switch x, y := near[a.ID], near[b.ID]; {
				case x < y:
					return -1
				case x > y:
					return 1
				}
				return 0
			})
		}
		for i, n := range col {
			y[n.ID] = 10 + i*(height-20)/len(col)
		}
	}
	for _, col := range columns {
		for _, n := range col {
			b := box{drawn: n, X: 10 + n.Column*(boxWidth+gapWidth), Y: y[n.ID], Short: n.Label}
			if r := []rune(n.Label); len(r) > labelLen {
				b.Short = string(r[:labelLen-1]) + "…"
			}
			boxes = append(boxes, b)
		}
	}
	return boxes, height
}

// middle is the mean height of what a node leads to.
func middle(id string, links []link, y map[string]int) float64 {
	sum, n := 0, 0
	for _, l := range links {
		if at, ok := y[l.To]; ok && l.From == id {
			sum, n = sum+at, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// path is a curve from the right of one box to the left of another, or, within a column,
// around the right of both.
func path(a, b box) string {
	x1, y1 := a.X+boxWidth, a.Y+boxHeight/2
	x2, y2 := b.X, b.Y+boxHeight/2
	if a.Column == b.Column {
		x2 += boxWidth
		return fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x1, y1, x1+60, y1, x2+60, y2, x2, y2)
	}
	half := (x2 - x1) / 2
	return fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x1, y1, x1+half, y1, x2-half, y2, x2, y2)
}

package write

import (
	"encoding/json"
	"io"

	"github.com/resilint/resilint/internal/inventory"
)

// version is that of the JSON document: it grows when a field changes its meaning or goes.
const version = 1

// blast is who feels it when a dependency is slow, as the document has it.
type blast struct {
	Dependency string    `json:"dependency"`
	Entries    []string  `json:"entries"`
	Through    []through `json:"through"`
	Others     []string  `json:"others"`
}

type through struct {
	Resource     string   `json:"resource"`
	Dependencies []string `json:"dependencies"`
}

type document struct {
	Version int `json:"version"`
	*inventory.Map
	Blast []blast `json:"blast"`
}

// JSON writes one object.
func JSON(w io.Writer, m *inventory.Map) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(documentOf(m))
}

func documentOf(m *inventory.Map) document {
	d := document{Version: version, Map: m, Blast: []blast{}}
	for _, dep := range m.Dependencies {
		b := m.Blast(dep.ID)
		out := blast{dep.ID, nonNil(b.Entries), []through{}, nonNil(b.Others)}
		for _, r := range b.Through {
			var others []string
			for _, o := range r.Dependencies {
				if o != dep.ID {
					others = append(others, o)
				}
			}
			out.Through = append(out.Through, through{r.ID, others})
		}
		d.Blast = append(d.Blast, out)
	}
	return d
}

// nonNil makes null an empty list.
func nonNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

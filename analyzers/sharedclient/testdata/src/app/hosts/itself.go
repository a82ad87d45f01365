package hosts

import (
	"net/http"
	"strings"
)

// A moved client's address is made of itself.
type moved struct {
	base string
	http *http.Client
}

func trimmed(base string) string { return strings.TrimSuffix(base, "/") } // want trimmed:`result0=param0`

func (m *moved) tidy() { m.base = trimmed(m.base) }

func (m *moved) get() error { // want get:`fate\(0 used\)`
	resp, err := m.http.Get(m.base)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

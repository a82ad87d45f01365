// Package audit is a case of its rule.
package audit

import (
	"net"
	"net/http"
	"sync"
)

type Audit struct{ conn net.Conn }

func (a *Audit) write(s string) error { _, err := a.conn.Write([]byte(s)); return err }

type API struct {
	audit *Audit
	other *Audit
}

// two writes side by side, awaited
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); a.audit.write(r.URL.Path) }()
	go func() { defer wg.Done(); a.other.write(r.URL.Path) }()
	wg.Wait()
}

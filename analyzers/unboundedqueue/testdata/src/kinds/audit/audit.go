// Package audit is a case of its rule.
package audit

import (
	"fmt"
	"net"
	"net/http"
)

type Audit struct{ conn net.Conn }

func (a *Audit) write(s string) { fmt.Fprintln(a.conn, s); a.conn.Write([]byte(s)) }

type API struct{ audit *Audit }

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	go a.audit.write(path) // want `(starts|takes a task) for.*unboundedqueue/spawn`
	w.WriteHeader(204)
}

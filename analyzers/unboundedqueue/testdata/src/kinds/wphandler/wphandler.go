// Package wphandler is a case of its rule.
package wphandler

import (
	"github.com/gammazero/workerpool"
	"net/http"
)

type mailer interface{ Send(to string) error }
type API struct {
	wp *workerpool.WorkerPool
	m  mailer
}

func New(m mailer) *API { return &API{workerpool.New(4), m} }
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("to")
	a.wp.Submit(func() { a.m.Send(to) }) // want `(starts|takes a task) for.*unboundedqueue/spawn`
}

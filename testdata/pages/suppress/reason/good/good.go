// Package good is the example on the page of suppress/reason, right.
package good

import "net/http"

func serve(addr string, h http.Handler) error {
	return http.ListenAndServe(addr, h) //nolint:resilint // behind a proxy that limits the header time
}

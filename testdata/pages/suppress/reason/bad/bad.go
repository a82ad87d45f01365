// Package bad is the example on the page of suppress/reason, wrong.
package bad

import "net/http"

func serve(addr string, h http.Handler) error {
	return http.ListenAndServe(addr, h) //nolint:resilint
}

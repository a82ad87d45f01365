// Package listen serves without a limit for the header of a request.
package listen

import "net/http"

// Serve takes whoever comes, for as long as he likes.
func Serve(h http.Handler) error { return http.ListenAndServe(":8080", h) }

// Package demo stands below a folder of examples, which are no services.
package demo

import "net/http"

func Get() (*http.Response, error) { return http.Get("http://stock.internal/") }

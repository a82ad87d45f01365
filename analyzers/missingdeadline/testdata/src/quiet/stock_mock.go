package quiet

import "net/http"

type mockStock struct{}

func (mockStock) get() (*http.Response, error) { return http.Get("http://stock.internal/") }

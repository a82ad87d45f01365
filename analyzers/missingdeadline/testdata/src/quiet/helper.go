package quiet

import (
	"net/http"
	"testing"
)

// A helper of tests that stands in an ordinary file.
func get(t testing.TB, url string) *http.Response {
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

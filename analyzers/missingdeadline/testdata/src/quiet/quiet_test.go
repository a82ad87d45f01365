package quiet

import (
	"context"
	"net/http"
	"testing"
)

func TestAPI(t *testing.T) {
	if _, err := http.Get("http://127.0.0.1:1/"); err == nil {
		t.Error("answered")
	}
	_ = forwards(context.Background(), nil)
}

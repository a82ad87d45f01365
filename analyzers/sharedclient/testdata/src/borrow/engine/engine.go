// Package engine implements it.
package engine

import (
	"net/http"
	"time"

	"borrow/core"
)

type engine struct{ client *http.Client }

func (e *engine) HTTP() *http.Client { return e.client }

// New makes one.
func New() core.Engine { return &engine{client: &http.Client{Timeout: time.Second}} }

// Package core has the interface.
package core

import "net/http"

// Engine has a client.
type Engine interface{ HTTP() *http.Client }

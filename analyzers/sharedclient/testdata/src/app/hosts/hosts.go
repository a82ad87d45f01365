// Package hosts calls a dependency through the program's one client.
package hosts

import (
	"net/http"

	"app/store"
)

// Weather calls another host than the program's own package does.
func Weather() (*http.Response, error) { // want Weather:`uses\(app/store.Shared for weather.example.org\)`
	return store.Fetch(store.Shared, "https://weather.example.org/now")
}

// Command commands serves by one of its commands and checks for news by another.
package main

import (
	"net/http"

	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "commands"}
	root.AddCommand(update, &cobra.Command{Use: "serve", RunE: func(*cobra.Command, []string) error { return serve() }})
	_ = root.Execute()
}

var update = &cobra.Command{Use: "update", Run: runUpdate}

func runUpdate(*cobra.Command, []string) { news() }

func news() {
	_, _ = http.Get("https://releases.example.net/latest")
}

func serve() error {
	http.HandleFunc("/", handle)
	return http.ListenAndServe(":8080", nil)
}

func handle(w http.ResponseWriter, r *http.Request) { both() }

func both() {
	_, _ = http.Get("https://api.example.com") // want `main.both calls api.example.com through http.DefaultClient`
}

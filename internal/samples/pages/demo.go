package pages

// Demo is a module with a finding of high confidence, which the commands of the pages are
// run on: the names of its files, with what is in them.
func Demo() map[string]string {
	return map[string]string{
		"go.mod": "module example.com/demo\n\ngo 1.26\n",
		"main.go": `package main

import (
	"context"
	"log"
	"net/http"
)

func main() {
	http.HandleFunc("/", handle)
	log.Fatal(http.ListenAndServe(":8080", nil))
}

func handle(w http.ResponseWriter, _ *http.Request) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://stock/", nil)
	if err != nil {
		return
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}
`,
	}
}

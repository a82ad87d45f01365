// Command oneshot makes one call and ends.
package main

import (
	"fmt"
	"net/http"
)

func main() {
	resp, err := http.Get("https://dl.example.net/tool")
	if err == nil {
		fmt.Println(resp.Status)
	}
}

// Package good is the example on the page of sharedclient/size, right.
package good

import (
	"net/http"
	"sync"
)

const places = 20 // 500 a second × 20 ms × 2

func fetchAll(urls <-chan string, client *http.Client, use func(*http.Response)) {
	var wg sync.WaitGroup
	for range places {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for u := range urls {
				if resp, err := client.Get(u); err == nil {
					use(resp)
				}
			}
		}()
	}
	wg.Wait()
}

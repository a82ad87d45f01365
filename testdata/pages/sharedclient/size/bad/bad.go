// Package bad is the example on the page of sharedclient/size, wrong.
package bad

import (
	"net/http"
	"runtime"
	"sync"
)

func fetchAll(urls <-chan string, client *http.Client, use func(*http.Response)) {
	var wg sync.WaitGroup
	for range runtime.NumCPU() {
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

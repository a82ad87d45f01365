// Package amplify has three layers.
package amplify

import (
	"net/http"
	"time"
)

func first(r *http.Request) (err error) {
	for range 3 {
		if _, err = http.DefaultClient.Do(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func second(r *http.Request) (err error) {
	for range 3 { // want `one call may send 3 × 3 = 9 requests`
		if err = first(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func third(r *http.Request) (err error) {
	for range 3 { // want `one call may send 3 × 3 × 3 = 27 requests: amplify.third \(loop ×3\) → amplify.second \(loop ×3\) → amplify.first \(loop ×3\) → http.Client.Do`
		if err = second(r); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

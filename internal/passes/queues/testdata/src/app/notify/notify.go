// Package notify tells others.
package notify

import (
	"context"
	"net/http"
)

// A Notifier posts.
type Notifier struct{ client *http.Client }

// Later posts in a goroutine of its own.
func (n *Notifier) Later(key string) { // want Later:"spawn"
	go n.Post(key)
}

// Post posts.
func (n *Notifier) Post(key string) error { // want Post:"waits"
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://hooks.internal/"+key, nil)
	if err != nil {
		return err
	}
	res, err := n.client.Do(req)
	if err == nil {
		res.Body.Close()
	}
	return err
}

package basic

import (
	"context"
	"crypto/tls"
	"net/http"

	"github.com/redis/go-redis/v9"
)

var bare = &http.Client{}

// The client is the cause, so it is the place; its calls are counted.
func catalogue() error {
	c := &http.Client{CheckRedirect: noRedirect} // want `^an http.Client without timeout sends requests without deadline \(and 1 more call\): basic.catalogue → http.Client.Get; set its Timeout or give each request a context with a deadline \(no bound in: context, client, transport\) \(missingdeadline/client\)$`
	for _, path := range []string{"a", "b"} {
		if resp, err := c.Get("http://catalogue.internal/" + path); err == nil {
			resp.Body.Close()
		}
	}
	resp, err := c.Get("http://catalogue.internal/c")
	if err == nil {
		resp.Body.Close()
	}
	return err
}

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// A transport with none of the limits that http.DefaultTransport has.
func insecure() *http.Client {
	return &http.Client{Transport: &http.Transport{ // want `http.Transport sets neither TLSHandshakeTimeout nor ResponseHeaderTimeout, and no client over it is seen to have a Timeout`
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
	}}
}

// A library that has a limit, and a program that switches it off.
func cache() *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:        "cache.internal:6379",
		ReadTimeout: -1, // want `ReadTimeout is switched off: calls of the client wait for ever for an answer \(the default is 5s\)`
	})
}

func cached(ctx context.Context, c *redis.Client, key string) string { return c.Get(ctx, key).Val() }

package compare_test

import (
	"strings"
	"testing"
)

const shop = `-- orders/orders.go --
package orders

import (
	"context"

	"m/stock"
)

type Service struct {
	levels *stock.Client
	tries  int
}

// Place places an order.
func (s *Service) Place(ctx context.Context, id string) error {
	for i := 0; i < s.tries; i++ {
		if err := s.levels.Take(ctx, id); err == nil { //! r/nested 3 × 2 = 6: orders.Service.Place (loop ×3) → stock.Client.Take (loop ×2) → http.Client.Do
			return nil
		}
	}
	return check(id)
}

func check(id string) error { return nil }
-- stock/stock.go --
package stock

import (
	"context"
	"net/http"
)

type Client struct{ c *http.Client }

func (c *Client) Take(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", address(id), nil)
	if err != nil {
		return err
	}
	resp, err := c.c.Do(req) //! d/client stock.Client.Take calls through c.c: stock.Client.Take → http.Client.Do
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func address(id string) string { return "http://stock/" + id }
`

// rename replaces words in the archive, by turns.
func rename(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// TestRenamed: names that have changed bring nothing new.
func TestRenamed(t *testing.T) {
	run(t, []test{
		{name: "a function", then: shop, now: rename(shop, "address(", "urlOf(", "check(", "verify(")},
		{name: "methods", then: shop, now: rename(shop, "Take", "Reserve", "Place", "Order")},
		{name: "a type", then: shop, now: rename(shop, "Client struct", "Store struct", "*Client)", "*Store)", "stock.Client", "stock.Store")},
		{name: "fields", then: shop, now: rename(shop, "levels", "stores", "tries ", "attempts ", "s.tries", "s.attempts", "c *http", "inner *http", "c.c", "c.inner")},
		{name: "local names", then: shop, now: rename(shop, "c *Client", "client *Client", "c.c", "client.c", "req", "request", "(id", "(key", " id", " key")},
		{name: "a package with its folder", then: shop, now: rename(shop, "stock/stock.go", "depot/depot.go", "package stock", "package depot", "m/stock", "m/depot", "stock.Client", "depot.Client")},
		{name: "a package only", then: shop, now: rename(shop, "package stock", "package depot", `"m/stock"`, `depot "m/stock"`, "stock.Client", "depot.Client")},
		{name: "a folder only, with a package from outside that its path does not end in", then: rename(shop, `"net/http"`, `"example.com/go-http"`),
			now: rename(shop, `"net/http"`, `"example.com/go-http"`, "stock/stock.go", "depot/depot.go", "m/stock", "m/depot")},
		{name: "a file", then: shop, now: rename(shop, "stock/stock.go", "stock/client.go")},
		{name: "all of it", then: shop, now: rename(shop, "stock/stock.go", "depot/store.go", "package stock", "package depot", "m/stock", "m/depot",
			"stock.Client.Take", "depot.Store.Reserve", "Client struct", "Store struct", "*Client)", "*Store)", "stock.Client", "depot.Store", "Take", "Reserve", "Place", "Order")},
		{name: "with its layout and comments", then: shop, now: rename(shop, "Place", "Order", "(ctx context.Context, id string)", "(\n\tctx context.Context, // of the request\n\tid string,\n)", "// Place", "/* It */ // is Order")},
	})
}

// TestNotRenamed: what only looks like a name that has changed.
func TestNotRenamed(t *testing.T) {
	run(t, []test{
		{name: "another function of what was there", then: shop + other, now: rename(shop+other, "s.levels.Take(", "s.levels.Look(", "→ stock.Client.Take (loop ×2)", "→ stock.Client.Look (loop ×2)"),
			fresh: []string{"orders/orders.go:17 r/nested"}, gone: 1},
		{name: "with another body", then: shop, now: rename(shop, "Take", "Reserve", `"GET"`, `"POST"`),
			fresh: []string{"orders/orders.go:17 r/nested", "stock/stock.go:15 d/client"}, gone: 2},
		{name: "with another number", then: shop, now: rename(shop, "Place", "Order", "3 × 2 = 6", "4 × 2 = 8", "×3", "×4"),
			fresh: []string{"orders/orders.go:17 r/nested"}, gone: 1},
		{name: "a copy, and the original is left", then: shop, now: shop + strings.Replace(shop[strings.Index(shop, "-- stock"):], "stock/stock.go", "copy/copy.go", 1),
			fresh: []string{"copy/copy.go:15 d/client"}},
		{name: "ended in one, and a new function has it", then: shop, now: rename(shop, "c.c.Do(req) //! d/client stock.Client.Take calls through c.c: stock.Client.Take → http.Client.Do", "c.quick(req)") + `
func (c *Client) Late(req *http.Request) error {
	resp, err := c.c.Do(req) //! d/client stock.Client.Late calls through c.c: stock.Client.Late → http.Client.Do
	return errors.Join(err, resp.Body.Close())
}
`, fresh: []string{"stock/stock.go:25 d/client"}, gone: 1},
	})
}

const other = `
func (c *Client) Look(ctx context.Context, id string) error { return c.Take(ctx, id) }
`

// TestSplitOff: a part of a function that has become one of its own, and the way back.
func TestSplitOff(t *testing.T) {
	const whole = `-- a/a.go --
package a

func F() {
	before()
	get() //! r/k no deadline: a.F → http.Do
}
`
	const apart = `-- a/a.go --
package a

func F() {
	before()
	rest()
}

func rest() {
	get() //! r/k no deadline: a.rest → http.Do
}
`
	const above = `-- a/a.go --
package a

func F() {
	before()
	rest() //! r/k no deadline: a.F → a.rest → http.Do
}

func rest() {
	get()
}
`
	run(t, []test{
		{name: "with the finding", then: whole, now: apart},
		{name: "below the finding", then: whole, now: above},
		{name: "back below the finding", then: above, now: whole},
		{name: "into one that is not called from there", then: whole, now: strings.Replace(apart, "\trest()\n", "", 1),
			fresh: []string{"a/a.go:8 r/k"}, gone: 1},
	})
}

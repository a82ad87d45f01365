// Package gather is a case of its rule.
package gather

import "context"

type q struct {
	key   string
	reply chan []string
}
type node interface {
	Ask(ctx context.Context, k string) (string, error)
}
type F struct {
	in    chan q
	nodes []node
}

func (f *F) Run(ctx context.Context) {
	for r := range f.in {
		res := make(chan string, len(f.nodes))
		for _, n := range f.nodes {
			go func() { s, _ := n.Ask(ctx, r.key); res <- s }()
		}
		var out []string
		for range f.nodes {
			out = append(out, <-res)
		}
		r.reply <- out
	}
}

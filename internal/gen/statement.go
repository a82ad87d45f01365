package gen

import "fmt"

// statement writes one statement, with what stands in it.
func (g *generator) statement() {
	kinds := []func(){
		g.request, g.guarded, g.retry, g.endless, g.goroutine, g.channel, g.timeout, g.literal,
		g.fallback, g.grow, g.generic, g.branch, g.withRequest, g.rows, g.wait,
	}
	kinds[g.pick(len(kinds))]()
}

func (g *generator) request() {
	g.line("if _, err := http.Get(url); err != nil {")
	g.line("\t%s", g.fail())
	g.line("}")
}

func (g *generator) guarded() {
	g.line("if err := %s; err != nil {", g.call())
	g.line("\t%s", g.fail())
	g.line("}")
}

// looped writes a block in which break and continue mean the loop around it.
func (g *generator) looped(write func()) {
	old := g.loop
	g.loop = true
	write()
	g.loop = old
}

func (g *generator) retry() {
	i := g.local()
	g.line("for %s := 0; %s < %d; %s++ {", i, i, 2+g.pick(9), i)
	g.line("\tif err := %s; err == nil {", g.call())
	g.line("\t\tbreak")
	g.line("\t}")
	if g.pick(2) == 1 {
		g.line("\ttime.Sleep(%d * time.Millisecond)", 1+g.pick(100))
	}
	g.looped(func() { g.nested(g.pick(2)) })
	g.line("}")
}

func (g *generator) endless() {
	g.line("for ctx.Err() == nil {")
	g.line("\tif err := %s; err != nil {", g.call())
	g.line("\t\tbreak")
	g.line("\t}")
	g.looped(func() { g.nested(1) })
	g.line("}")
}

// inLiteral writes the body of a function literal.
func (g *generator) inLiteral(void bool, n int) {
	oldVoid, oldLoop := g.void, g.loop
	g.void, g.loop = void, false
	g.nested(n)
	g.void, g.loop = oldVoid, oldLoop
}

func (g *generator) goroutine() {
	g.line("go func() {")
	g.inLiteral(true, 1+g.pick(2))
	g.line("}()")
}

func (g *generator) channel() {
	switch g.pick(4) {
	case 1:
		g.line("select {")
		g.line("case ch <- %d:", g.pick(9))
		g.line("case <-ctx.Done():")
		g.line("}")
	case 2:
		g.line("for range ch {")
		g.looped(func() { g.nested(1) })
		g.line("}")
	case 3:
		g.line("ch <- %d", g.pick(9))
	default:
		g.line("<-ch")
	}
}

func (g *generator) timeout() {
	g.line("{")
	g.line("\tctx, cancel := context.WithTimeout(ctx, %d*time.Second)", 1+g.pick(60))
	g.line("\tdefer cancel()")
	g.line("\t_ = ctx")
	g.nested(1 + g.pick(2))
	g.line("}")
}

func (g *generator) literal() {
	f := g.local()
	g.line("%s := func(ctx context.Context) error {", f)
	g.inLiteral(false, 1+g.pick(2))
	g.line("\treturn ctx.Err()")
	g.line("}")
	g.line("if err := %s(ctx); err != nil {", f)
	g.line("\t%s", g.fail())
	g.line("}")
}

func (g *generator) fallback() {
	err := g.local()
	g.line("%s := %s", err, g.call())
	g.line("if %s != nil {", err)
	g.line("\t%s = %s", err, g.call())
	g.line("}")
	g.line("_ = %s", err)
}

func (g *generator) grow() {
	list := g.local()
	g.line("var %s []string", list)
	g.line("for ctx.Err() == nil {")
	g.line("\t%s = append(%s, url)", list, list)
	g.looped(func() { g.nested(1) })
	g.line("}")
}

func (g *generator) generic() {
	g.line("if _, err := %s(%d, func() (int, error) {", g.name("again", 0), 1+g.pick(5))
	g.line("\treturn 1, %s", g.call())
	g.line("}); err != nil {")
	g.line("\t%s", g.fail())
	g.line("}")
}

func (g *generator) branch() {
	g.line("switch {")
	for i := range 1 + g.pick(3) {
		g.line("case len(url) > %d:", i)
		old := g.loop
		g.loop = false // a break would end the switch
		g.nested(1)
		g.loop = old
	}
	g.line("}")
}

func (g *generator) withRequest() {
	ctx := []string{"ctx", "context.Background()", "context.TODO()", "context.WithoutCancel(ctx)"}[g.pick(4)]
	g.line("if req, err := http.NewRequestWithContext(%s, %q, url, nil); err == nil {", ctx, []string{"GET", "POST"}[g.pick(2)])
	g.line("\tresp, err := c.Do(req)")
	g.line("\tif err != nil {")
	g.line("\t\t%s", g.fail())
	g.line("\t} else {")
	g.line("\t\t_ = resp.Body.Close()")
	g.line("\t}")
	g.line("}")
}

func (g *generator) rows() {
	rows := g.local()
	g.line("if %s, err := db.Query(%q); err == nil {", rows, "select a from t")
	g.line("\tdefer %s.Close()", rows)
	g.line("\tfor %s.Next() {", rows)
	g.depth++
	g.looped(func() { g.nested(g.pick(2)) })
	g.depth--
	g.line("\t}")
	g.line("}")
}

func (g *generator) wait() {
	wg := g.local()
	g.line("var %s sync.WaitGroup", wg)
	g.line("for range %s {", fmt.Sprint(1+g.pick(20)))
	g.line("\t%s.Go(func() {", wg)
	g.depth++
	g.inLiteral(true, 1)
	g.depth--
	g.line("\t})")
	g.line("}")
	g.line("%s.Wait()", wg)
}

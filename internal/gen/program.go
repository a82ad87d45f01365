package gen

import (
	"fmt"
	"slices"
	"strings"
)

// A Variant says how a program is written down. None of them changes what it does.
type Variant struct {
	Renamed bool // other names for functions, types, variables and files
	Dead    bool // functions that nobody calls and that call nobody
	Turned  bool // declarations the other way round
}

// Program writes a program that data chooses. Any data gives one that compiles, and the
// same data the same one.
func Program(data []byte, v Variant) Files {
	g := &generator{data: data, v: v, budget: 120}
	g.funcs = 2 + g.pick(5)
	var decls []string
	for i := range g.funcs {
		decls = append(decls, g.function(i))
	}
	decls = append(decls, g.fixed()...)
	if v.Turned {
		slices.Reverse(decls)
	}
	if v.Dead {
		decls = append(decls, deadCode)
	}
	file := "work.go"
	if v.Renamed {
		file = "other.go"
	}
	return Files{"go.mod": goMod, file: header + strings.Join(decls, "\n")}
}

const header = `package main

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"
)

var _ = errors.New
var _ sync.Mutex
var _ = time.Second
var _ sql.DB
`

const deadCode = `
type unused struct{ a, b int }

func (u unused) sum(n int) int {
	for i := range n {
		u.a += i * u.b
	}
	return u.a
}

func unusedPick[T any](list []T, i int) (none T) {
	if i < 0 || i >= len(list) {
		return none
	}
	return list[i]
}
`

type generator struct {
	data   []byte
	v      Variant
	funcs  int
	budget int // statements that may still be written
	depth  int
	locals int
	out    strings.Builder
	void   bool // the function that is being written gives nothing back
	loop   bool
}

// pick takes a number below n from the data, 0 where there are none left.
func (g *generator) pick(n int) int {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % n
}

// name is that of a function, type or variable: two words that say nothing.
func (g *generator) name(kind string, i int) string {
	if g.v.Renamed {
		return fmt.Sprintf("%s%cq%d", kind[:1], 'k'+rune(i%5), i*7+3)
	}
	return fmt.Sprintf("%s%d", kind, i)
}

func (g *generator) local() string {
	g.locals++
	return g.name("val", g.locals)
}

func (g *generator) fn(i int) string { return g.name("work", i) }

func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("\t", g.depth+1))
	fmt.Fprintf(&g.out, format+"\n", args...)
}

// function writes one of the functions that call one another.
func (g *generator) function(i int) string {
	g.out.Reset()
	fmt.Fprintf(&g.out, "\nfunc %s(ctx context.Context, c *http.Client, db *sql.DB, d %s, ch chan int, url string) error {\n", g.fn(i), g.name("doer", 0))
	g.void, g.loop, g.depth = false, false, 0
	g.block(2 + g.pick(5))
	g.line("return nil")
	g.out.WriteString("}\n")
	return g.out.String()
}

// fixed are the declarations that each program has.
func (g *generator) fixed() []string {
	doer, impl, retry := g.name("doer", 0), g.name("impl", 0), g.name("again", 0)
	clients := []string{"http.DefaultClient", "&http.Client{}", "&http.Client{Timeout: 3 * time.Second}"}
	client := clients[g.pick(len(clients))]
	args := fmt.Sprintf("r.Context(), %s, nil, %s{}, make(chan int, %d), r.URL.Path", client, impl, g.pick(3))
	return []string{
		fmt.Sprintf("\ntype %s interface {\n\tDo(ctx context.Context) error\n}\n", doer),
		fmt.Sprintf("\ntype %s struct{ next %s }\n", impl, doer),
		fmt.Sprintf("\nfunc (x %s) Do(ctx context.Context) error {\n\tif x.next != nil {\n\t\treturn x.next.Do(ctx)\n\t}\n\t_, err := http.Get(\"http://a.example\")\n\treturn err\n}\n", impl),
		fmt.Sprintf("\nfunc %s[T any](n int, f func() (T, error)) (out T, err error) {\n\tfor i := 0; i < n; i++ {\n\t\tif out, err = f(); err == nil {\n\t\t\treturn out, nil\n\t\t}\n\t}\n\treturn out, err\n}\n", retry),
		fmt.Sprintf("\nfunc main() {\n\thttp.HandleFunc(\"/\", func(w http.ResponseWriter, r *http.Request) {\n\t\tif err := %s(%s); err != nil {\n\t\t\tw.WriteHeader(500)\n\t\t}\n\t})\n\t_ = http.ListenAndServe(\":80\", nil)\n}\n", g.fn(0), args),
	}
}

func (g *generator) block(n int) {
	for range n {
		if g.budget <= 0 || g.depth > 5 {
			return
		}
		g.budget--
		g.statement()
	}
}

// nested writes a block one level deeper.
func (g *generator) nested(n int) {
	g.depth++
	g.block(n)
	g.depth--
}

// fail writes what happens to err where a call failed.
func (g *generator) fail() string {
	choices := []string{"_ = err"}
	if g.loop {
		choices = append(choices, "continue", "break")
	}
	if g.void {
		choices = append(choices, "return")
	} else {
		choices = append(choices, "return err")
	}
	return choices[g.pick(len(choices))]
}

// call is an expression that gives an error.
func (g *generator) call() string {
	switch g.pick(6) {
	case 1:
		return "d.Do(ctx)"
	case 2:
		return "db.PingContext(ctx)"
	case 3:
		return "func() error { _, err := c.Get(url); return err }()"
	case 4:
		return "db.Ping()"
	case 5:
		return "func() error { _, err := db.ExecContext(ctx, \"update t set a = 1\"); return err }()"
	}
	return fmt.Sprintf("%s(ctx, c, db, d, ch, url)", g.fn(g.pick(g.funcs)))
}

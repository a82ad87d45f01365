package catalogue

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stubs are small packages with the import paths and names of real ones.
var stubs = []struct{ path, src string }{
	{"context", `package context; type Context interface{ Done() <-chan struct{} }`},
	{"net/http", `package http; type Request struct{}; type Response struct{}; type Client struct{ Timeout int }
		func (c *Client) Do(r *Request) (*Response, error) { return nil, nil }
		func Get(url string) (*Response, error) { return nil, nil }
		func NotCatalogued() {}
		var DefaultClient = &Client{}`},
	{"github.com/redis/go-redis/v9", `package redis; import "context"
		type cmdable func()
		func (c cmdable) Get(ctx context.Context, key string) error { return nil }
		func (c cmdable) BLPop(ctx context.Context, key string) error { return nil }
		func (c cmdable) Version() string { return "" }
		type Client struct { cmdable }
		type Pipeline struct { cmdable }
		type StringCmdable interface { Get(ctx context.Context, key string) error }
		type Cmdable interface { StringCmdable }
		type Pipeliner interface { Cmdable }
		type UniversalClient interface { Cmdable }`},
	{"google.golang.org/grpc", `package grpc; type CallOption interface{}; type ClientConnInterface interface{}
		type ClientStream interface { RecvMsg(m any) error }
		type ServerStreamingClient[T any] interface { Recv() (*T, error); ClientStream }`},
	{"example.com/pb", `package pb; import ("context"; "google.golang.org/grpc")
		type Req struct{}
		type GreeterClient interface {
			Hello(ctx context.Context, in *Req, opts ...grpc.CallOption) (*Req, error)
			Stream(ctx context.Context, in *Req, opts ...grpc.CallOption) (grpc.ServerStreamingClient[Req], error)
		}
		func NewGreeterClient(cc grpc.ClientConnInterface) GreeterClient { return nil }
		func Plain(ctx context.Context, in *Req) error { return nil }`},
	{"github.com/cenkalti/backoff/v4", `package backoff; type OperationWithData[T any] func() (T, error); type BackOff interface{}
		func RetryWithData[T any](o OperationWithData[T], b BackOff) (T, error) { var t T; return t, nil }`},
	{"github.com/aws/aws-sdk-go-v2/service/kms", `package kms; import "context"; type Options struct{}; type Out struct{}
		type Client struct{}
		func (c *Client) Sign(ctx context.Context, in *Out, f ...func(*Options)) (*Out, error) { return nil, nil }
		func (c *Client) Options() Options { return Options{} }`},
	{"example.com/app", `package app; import ("context"; "github.com/cenkalti/backoff/v4"; "github.com/aws/aws-sdk-go-v2/service/kms")
		type Signer interface { Sign(ctx context.Context, in *kms.Out, f ...func(*kms.Options)) (*kms.Out, error) }
		func Use() { backoff.RetryWithData[int](nil, nil) }
		func Fetch(ctx context.Context, url string) error { return nil }
		type Config struct { Timeout int }`},
	{"github.com/go-kit/kit/endpoint", `package endpoint; import "context"; type Endpoint func(ctx context.Context, r any) (any, error)`},
	{"example.com/none", `package none; func F(a, b int) error { return nil }`},
}

type imports map[string]*types.Package

func (m imports) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return importer.Default().Import(path)
}

// world type-checks the stubs. Generic instances used in app come in info.
func world(t testing.TB) (imports, *types.Info) {
	t.Helper()
	pkgs, fset := imports{}, token.NewFileSet()
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Instances: map[*ast.Ident]types.Instance{}}
	for _, s := range stubs {
		f, err := parser.ParseFile(fset, s.path+".go", s.src, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, err := (&types.Config{Importer: pkgs}).Check(s.path, fset, []*ast.File{f}, info)
		if err != nil {
			t.Fatal(err)
		}
		pkgs[s.path] = p
	}
	return pkgs, info
}

// typ finds "path.T".
func (m imports) typ(t testing.TB, path, name string) types.Type {
	t.Helper()
	o := m[path].Scope().Lookup(name)
	if o == nil {
		t.Fatalf("no %s.%s", path, name)
	}
	return o.Type()
}

// fn finds a function, or a method of a type as a selector on it would.
func (m imports) fn(t testing.TB, path, name string) (*types.Func, types.Type) {
	t.Helper()
	recv, method, ok := strings.Cut(name, ".")
	if !ok {
		f, _ := m[path].Scope().Lookup(name).(*types.Func)
		if f == nil {
			t.Fatalf("no %s.%s", path, name)
		}
		return f, nil
	}
	rt := m.typ(t, path, recv)
	if !types.IsInterface(rt) {
		rt = types.NewPointer(rt)
	}
	o, _, _ := types.LookupFieldOrMethod(rt, true, m[path], method)
	f, _ := o.(*types.Func)
	if f == nil {
		t.Fatalf("no %s.%s", path, name)
	}
	return f, rt
}

// brief shows entries in a line: kind, and what marks them.
func brief(es []*Entry) string {
	var out []string
	for _, e := range es {
		s := string(e.Kind)
		if e.Wait != WaitUnknown && e.Kind == KindOutbound {
			s += " " + string(e.Wait)
		}
		if e.DefaultTimeout > 0 {
			s += " " + e.DefaultTimeout.String()
		}
		if e.Stream {
			s += " stream"
		}
		if e.Kind == KindRetry {
			s += " " + e.Mode + " " + e.Attempts.Default
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestFunc(t *testing.T) {
	w, _ := world(t)
	const redis = "github.com/redis/go-redis/v9"
	for _, tt := range []struct{ path, name, want, retries string }{
		{"net/http", "Get", "outbound none", "retry implicit unknown; retry implicit 8"},
		{"net/http", "Client.Do", "outbound none", "retry implicit unknown; retry implicit 8"},
		{"net/http", "NotCatalogued", "", ""},
		{redis, "Client.Get", "outbound bounded 5s", "retry implicit 4"},
		{redis, "Client.BLPop", "outbound stream", "retry implicit 4"},
		{redis, "Client.Version", "", "retry implicit 4"},
		{redis, "UniversalClient.Get", "outbound bounded 5s", "retry implicit 4"},
		{redis, "Pipeliner.Get", "", "retry implicit 4"},
		{redis, "Pipeline.Get", "", "retry implicit 4"},
		{"example.com/pb", "GreeterClient.Hello", "outbound none", ""},
		{"example.com/pb", "GreeterClient.Stream", "outbound none stream", ""},
		{"example.com/pb", "NewGreeterClient", "client_new", ""},
		{"example.com/pb", "Plain", "", ""},
		{"github.com/cenkalti/backoff/v4", "RetryWithData", "retry wrap ", ""},
		{"github.com/aws/aws-sdk-go-v2/service/kms", "Client.Sign", "outbound none", "retry implicit 3"},
		{"github.com/aws/aws-sdk-go-v2/service/kms", "Client.Options", "", "retry implicit 3"},
		{"example.com/app", "Signer.Sign", "outbound none", ""},
		{"example.com/app", "Fetch", "", ""},
		{"example.com/none", "F", "", ""},
	} {
		t.Run(tt.path+"."+tt.name, func(t *testing.T) {
			c := Builtin()
			f, recv := w.fn(t, tt.path, tt.name)
			for range 2 { // the second answer is the cached one
				if got := brief(c.Func(f, recv)); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				if got := brief(c.Retries(f, recv)); got != tt.retries {
					t.Errorf("retries: got %q, want %q", got, tt.retries)
				}
			}
			if err := c.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestInstance asks for an instance of a generic function, as a call site has it.
func TestInstance(t *testing.T) {
	_, info := world(t)
	for id, o := range info.Uses {
		if f, ok := o.(*types.Func); ok && id.Name == "RetryWithData" {
			if got := brief(Builtin().Func(f, nil)); got != "retry wrap " {
				t.Errorf("got %q", got)
			}
			return
		}
	}
	t.Error("no use of RetryWithData")
}

func TestTypesAndVariables(t *testing.T) {
	w, _ := world(t)
	c := Builtin()
	client := w.typ(t, "net/http", "Client")
	for _, typ := range []types.Type{client, types.NewPointer(client)} {
		if got := brief(c.Lit(typ)); got != "client_new" {
			t.Errorf("Lit(%s) = %q", typ, got)
		}
	}
	if got := brief(c.CallType(w.typ(t, "github.com/go-kit/kit/endpoint", "Endpoint"))); got != "outbound none" {
		t.Errorf("CallType = %q", got)
	}
	v, _ := w["net/http"].Scope().Lookup("DefaultClient").(*types.Var)
	if got := brief(c.Var(v)); got != "client_new" {
		t.Errorf("Var = %q", got)
	}
	for _, typ := range []types.Type{nil, types.Typ[types.Int], w.typ(t, "example.com/app", "Config")} {
		if c.Lit(typ) != nil || c.CallType(typ) != nil {
			t.Errorf("%v is catalogued", typ)
		}
	}
	if c.Func(nil, nil) != nil || c.Var(nil) != nil {
		t.Error("nil is catalogued")
	}
}

func TestSetting(t *testing.T) {
	c := Builtin()
	got := c.Setting("net/http.Client.Timeout")
	if len(got) == 0 || got[0].Field.Zero != OffNone || got[0].Field.Role != "timeout" || got[0].Entry.Names.Lit[0] != "net/http.Client" {
		t.Errorf("net/http.Client.Timeout: %+v", got)
	}
	got = c.Setting("net/http.Transport.MaxIdleConnsPerHost")
	if len(got) == 0 || got[0].Field.Default != "2" || got[0].Field.Zero != OffDefault {
		t.Errorf("MaxIdleConnsPerHost: %+v", got)
	}
	if got := c.Setting("(*database/sql.DB).SetMaxIdleConns"); len(got) != 1 || got[0].Field.Zero != OffNever {
		t.Errorf("SetMaxIdleConns: %+v", got)
	}
	for _, s := range []string{"", "x", "a.B", "net/http.Client.Nope", "(*x"} {
		if got := c.Setting(s); got != nil {
			t.Errorf("%s: %v", s, got)
		}
	}
}

func TestOwnsAndReceivers(t *testing.T) {
	c := Builtin()
	for path, want := range map[string]bool{
		"net/http": true, "net/http/internal": false, "strings": false, "app": false,
		"github.com/redis/go-redis/v9": true, "github.com/redis/go-redis/v9/internal/pool": true,
		"github.com/redis/go-redis": false, "github.com/redis/go-redis/v99": false, "": false,
	} {
		if got := c.Owns(path); got != want {
			t.Errorf("Owns(%q) = %v", path, got)
		}
	}
	got := c.Receivers("github.com/bradfitz/gomemcache/memcache")
	if diff := cmp.Diff([]string{"*github.com/bradfitz/gomemcache/memcache.Client"}, got); diff != "" {
		t.Error(diff)
	}
	got = c.Receivers("github.com/aws/aws-sdk-go-v2/service/kms")
	if diff := cmp.Diff([]string{"*github.com/aws/aws-sdk-go-v2/service/kms.Client"}, got); diff != "" {
		t.Error(diff)
	}
	if got := c.Receivers("example.com/none"); got != nil {
		t.Errorf("%v", got)
	}
}

func TestWith(t *testing.T) {
	w, _ := world(t)
	entries, err := Parse("models.yaml", []byte(`
- {kind: outbound, sym: example.com/app.Fetch, ctx: 0, dep: {arg: 1, type: string}, default_timeout: 2s}
- {kind: outbound, sym: net/http.Get, ctx: none, dep: {arg: 0, type: string}, default_timeout: 7s}
- {kind: client_new, lit: example.com/app.Config, fields: [{f: example.com/app.Config.Timeout, role: timeout}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	c := Builtin().With(entries)
	fetch, _ := w.fn(t, "example.com/app", "Fetch")
	get, _ := w.fn(t, "net/http", "Get")
	if got := brief(c.Func(fetch, nil)); got != "outbound bounded 2s" {
		t.Errorf("a new symbol: %q", got)
	}
	if got := brief(c.Func(get, nil)); got != "outbound bounded 7s" {
		t.Errorf("a corrected symbol: %q", got)
	}
	if got := brief(c.Retries(get, nil)); got != "retry implicit unknown; retry implicit 8" {
		t.Errorf("what the overlay says nothing of: %q", got)
	}
	if brief(c.Lit(w.typ(t, "example.com/app", "Config"))) != "client_new" || len(c.Setting("example.com/app.Config.Timeout")) != 1 {
		t.Error("the type of the overlay is not found")
	}
	if c.Owns("example.com/app") {
		t.Error("an overlay must not own a package")
	}
	more, err := Parse("more.yaml", []byte("- {kind: outbound, sym: net/http.Get, ctx: none, dep: none, default_timeout: 9s}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := brief(c.With(more).Func(get, nil)); got != "outbound bounded 9s; outbound bounded 7s" {
		t.Errorf("the later overlay comes first: %q", got)
	}
	if got := brief(Builtin().Func(get, nil)); got != "outbound none" {
		t.Errorf("With changed the embedded data: %q", got)
	}
}

// TestSpeaks: what is said of breakers is said of packages that Speaks tells, and of none by
// a shape but where an overlay does.
func TestSpeaks(t *testing.T) {
	w, _ := world(t)
	get, _ := w.fn(t, "net/http", "Get")
	fetch, _ := w.fn(t, "example.com/app", "Fetch")
	for name := range embedded().slots {
		f, err := embedded().load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.shapes {
			if f.entries[i].Kind == KindBreaker {
				t.Errorf("%s: a breaker with a shape", f.name)
			}
		}
	}
	if c := Builtin(); c.Speaks(fetch.Pkg(), KindBreaker) || !c.Speaks(get.Pkg(), KindOutbound) || c.Speaks(types.NewPackage("context", "context"), KindBreaker) {
		t.Error("another package or kind than those spoken of")
	}
	for _, names := range []string{"sym: example.com/app.Fetch", "shape: {last: example.com/pb.Hello}"} {
		entries, err := Parse("models.yaml", []byte("- {kind: breaker, does: allow, "+names+"}"))
		if err != nil {
			t.Fatal(err)
		}
		if c := Builtin().With(entries); !c.Speaks(fetch.Pkg(), KindBreaker) {
			t.Errorf("%s: not spoken of", names)
		}
	}
}

// TestConcurrent asks one catalogue from many goroutines; it is for the race detector.
func TestConcurrent(t *testing.T) {
	w, _ := world(t)
	c := Builtin()
	get, _ := w.fn(t, "net/http", "Get")
	rget, recv := w.fn(t, "github.com/redis/go-redis/v9", "Client.Get")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if len(c.Func(get, nil)) != 1 || len(c.Func(rget, recv)) != 1 || len(c.Setting("net/http.Client.Timeout")) == 0 {
					t.Error("a different answer")
					return
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkFunc(b *testing.B) {
	w, _ := world(b)
	for _, n := range []struct{ path, name string }{{"example.com/none", "F"}, {"example.com/app", "Fetch"}, {"github.com/redis/go-redis/v9", "Client.Get"}} {
		f, recv := w.fn(b, n.path, n.name)
		c := Builtin()
		b.Run(n.path, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Func(f, recv)
			}
		})
	}
}

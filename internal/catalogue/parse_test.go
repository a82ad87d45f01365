package catalogue

import (
	"strings"
	"testing"
)

// TestParseErrors holds the messages: each has the file, the line, what is wrong, and
// what to write instead.
func TestParseErrors(t *testing.T) {
	const call = "- kind: outbound\n  sym: a.io/b.F\n  dep: recv\n"
	for _, tt := range []struct{ name, data, want string }{
		{"empty", "", "m.yaml:1: nothing in the file; write a list of entries"},
		{"not YAML", "a: [", "m.yaml:1: not YAML: "},
		{"a scalar", "x", "m.yaml:1: the file is \"x\"; write a mapping"},
		{"no entries", "family: x\n", "m.yaml:1: no entries; write entries: and a list"},
		{"key of the file", "entries: []\nfoo: 1\n", "m.yaml:2: unknown key \"foo\" in the file; write one of schema, "},
		{"schema", "schema: other/2\nentries: []\n", "m.yaml:1: unknown schema \"other/2\"; write one of resilint-catalogue/1"},
		{"doubled module", "modules:\n  a: v1\n  a: v2\nentries: []\n", "m.yaml:3: module a twice; write it once"},
		{"entry is a text", "- x\n", "m.yaml:1: entry is \"x\"; write a mapping with kind"},
		{"no kind", "- sym: a.io/b.F\n", "m.yaml:1: entry has no kind; write kind: and one of the kinds"},
		{"unknown kind", "- kind: inbound\n", "m.yaml:1: unknown kind \"inbound\"; write one of outbound, "},
		{"unknown key", call + "  ctx: 0\n  tiemout: 1\n", "m.yaml:5: unknown key \"tiemout\" in the outbound entry; write one of kind, "},
		{"key of another kind", call + "  ctx: 0\n  attempts: {default: 3}\n", "m.yaml:5: unknown key \"attempts\" in the outbound entry"},
		{"key twice", call + "  ctx: 0\n  ctx: 0\n", "m.yaml:5: key \"ctx\" twice in the outbound entry; write it once"},
		{"unknown word", call + "  ctx: 0\n  idempotent: maybe\n", "m.yaml:5: unknown idempotent \"maybe\"; write one of yes, no, by-method"},
		{"unknown timeout", call + "  ctx: none\n  default_timeout: long\n", "m.yaml:5: unknown default_timeout \"long\"; write a duration such as 30s, or one of none, os, "},
		{"no timeout", call + "  ctx: none\n", "m.yaml:1: outbound entry has no default_timeout, needed where ctx is none; add it"},
		{"no ctx", call, "m.yaml:1: outbound entry has no ctx; add it"},
		{"wrong type", call + "  ctx: [0]\n", "m.yaml:4: ctx is a list; write a mapping"},
		{"bad index", call + "  ctx: 99\n", "m.yaml:4: ctx is \"99\"; write a parameter index from 0, none, recv"},
		{"index without a type", "- kind: outbound\n  sym: a.io/b.F\n  ctx: 0\n  dep: 1\n", "m.yaml:4: dep is an index without a type; write {arg: 1, type: T}"},
		{"malformed reference", call + "  ctx: 0\n  bound: [field:a.io/b.T]\n", "m.yaml:5: unknown reference \"field:a.io/b.T\" in bound; write ctx, conn, "},
		{"method without parentheses", "- kind: delay\n  sym: a.io/b.T.M\n", "m.yaml:2: malformed symbol \"a.io/b.T.M\"; write (a.io/b.T).M, or (*a.io/b.T).M for a pointer method"},
		{"no package", "- kind: delay\n  sym: Sleep\n", "m.yaml:2: malformed symbol \"Sleep\"; write pkg/path.Func or (*pkg/path.Type).Method"},
		{"receiver not closed", "- kind: delay\n  sym: (*a.io/b.T.M\n", "m.yaml:2: malformed symbol \"(*a.io/b.T.M\"; write (*pkg/path.Type).Method"},
		{"match", call + "  ctx: 0\n  match: {recv: \"*a.io/b.T\"}\n", "m.yaml:5: match is incomplete; write recv and methods, or pkg and funcs"},
		{"shape of everything", call + "  ctx: 0\n  shape: {first: context.Context, result: error}\n", "m.yaml:5: shape holds no type of a library's own package"},
		{"off word", "- kind: client_new\n  lit: a.io/b.T\n  fields:\n  - {f: a.io/b.T.F, role: timeout, zero: no timeout}\n", "m.yaml:4: unknown zero \"no timeout\"; write one of none, default, fail, never"},
		{"role", "- kind: client_new\n  lit: a.io/b.T\n  fields:\n  - {f: a.io/b.T.F, role: speed}\n", "m.yaml:4: unknown role \"speed\"; write one of timeout, "},
		{"two names for a field", "- kind: client_new\n  lit: a.io/b.T\n  fields:\n  - {f: a.io/b.T.F, param: x, role: timeout}\n", "m.yaml:4: the field names 2 settings; write one of f, o or param"},
		{"double", call + "  ctx: 0\n" + call + "  ctx: 0\n", "m.yaml:5: a.io/b.F has a outbound entry already, at m.yaml:1; write one"},
		{"names nothing", "- kind: client_new\n  makes: x\n", "m.yaml:1: entry names no symbol; write sym, match, lit, "},
		{"anchor", "- &a {kind: delay}\n- *a\n", "m.yaml:1: anchors and aliases are not read; write the value out"},
		{"attempts", "- kind: retry\n  mode: implicit\n  covers: a.io/b.F\n  bounded_by: attempts\n  attempts: {default: many}\n", "m.yaml:5: unknown attempts default \"many\"; write the total of attempts, unbounded or unknown"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("m.yaml", []byte(tt.data))
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestParseKeepsTheRight reads a file in which one entry of three is wrong.
func TestParseKeepsTheRight(t *testing.T) {
	got, err := Parse("m.yaml", []byte(`
- {kind: delay, sym: a.io/b.F, amount: {arg: 0, type: time.Duration}}
- {kind: delay, sym: a.io/b.G}
- {kind: delay, sym: a.io/b.H, amount: {arg: 0, type: time.Duration}}
`))
	if err == nil || err.Error() != "m.yaml:3: delay entry has no amount; add it" {
		t.Errorf("error is %v", err)
	}
	if len(got) != 2 || got[1].Names.Sym[0] != "a.io/b.H" || got[1].Pos != "m.yaml:4" {
		t.Errorf("entries are %v", got)
	}
}

func TestParseFor(t *testing.T) {
	got, err := Parse("m.yaml", []byte(`
- kind: client_new
  for: [a.io/b, a.io/c]
  sym: $P.New
  makes: "*$P.T[K]"
  fields:
  - {f: "$P.T.F", role: timeout, default: none, zero: none, src: "x.go:1#x"}
  source: "x.go:2#y"
`))
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	if got[0].Names.Sym[0] != "a.io/b.New" || got[1].Fields[0].Field != "a.io/c.T.F" {
		t.Errorf("$P is not replaced: %+v", got)
	}
	if len(got[0].Source) != 1 || got[1].Source != nil || got[1].Fields[0].Source != nil {
		t.Error("the evidence is that of the first variant only")
	}
}

// TestUnstatedPlaces holds that a place nobody stated is not parameter 0.
func TestUnstatedPlaces(t *testing.T) {
	got, err := Parse("m.yaml", []byte("- {kind: outbound, sym: a.io/b.F, ctx: 0, dep: none}"))
	if err != nil {
		t.Fatal(err)
	}
	e := got[0]
	if e.Op.Stated() || e.Amount.Arg != -1 || !e.Dep.None || !e.Dep.Stated() || e.Ctx.Type != "context.Context" || e.Wait != WaitUnknown {
		t.Errorf("%+v", e)
	}
}

func TestEmbeddedDataIsStrict(t *testing.T) {
	if n := len(files(t)); n != 17 {
		t.Errorf("%d families, want 17", n)
	}
}

func TestParseSets(t *testing.T) {
	got, err := Parse("m.yaml", []byte(`
- kind: retry
  mode: implicit
  name: the client
  again: asked
  covers: ["(*a.io/b.Client).*"]
  attempts: {from: ["field:a.io/b.Config.Max"], counts: retries, default: 4, zero: default, neg: 1}
  time: {from: ["func:a.io/b.WithTime"]}
  disable: ["field:a.io/b.Config.Max", "type:a.io/b.Never"]
  bounded_by: attempts
  sets:
  - {by: ["func:a.io/b.Add", "field:a.io/service/*.Options.Max"], means: total, arg: 1, zero: unbounded}
  - {by: "var:a.io/b.Five", means: total, n: 5}
`))
	if err != nil || len(got) != 1 || got[0].LayerName() != "the client" || got[0].Again != AgainAsked {
		t.Fatal(got, err)
	}
	c := Builtin().With(got)
	for ref, want := range map[string]Set{
		"field:a.io/b.Config.Max":            {Means: MeansRetries, Zero: "default", Neg: "1"},
		"type:a.io/b.Never":                  {Means: MeansOnce},
		"func:a.io/b.WithTime":               {Means: MeansTime},
		"func:a.io/b.Add":                    {Means: MeansTotal, Arg: 1, Zero: "unbounded"},
		"field:a.io/service/one.Options.Max": {Means: MeansTotal, Arg: 1, Zero: "unbounded"},
		"var:a.io/b.Five":                    {Means: MeansTotal, N: 5},
	} {
		ks := c.Knobs(ref)
		if len(ks) != 1 {
			t.Errorf("%s: %d settings", ref, len(ks))
			continue
		}
		set := ks[0].Set
		set.By = ""
		if set != want {
			t.Errorf("%s: got %+v, want %+v", ref, set, want)
		}
	}
	if !c.HasRetries("a.io/service/one") || c.HasRetries("a.io/other") {
		t.Error("HasRetries is wrong")
	}
}

func TestParseSetsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"{means: total}":                                   "incomplete",
		"{by: \"func:a.io/b.F\"}":                          "incomplete",
		"{by: \"func:a.io/b.F\", means: twice}":            "twice",
		"{by: \"func:a.io/b.F\", means: total, n: 0}":      "positive number",
		"{by: \"func:a.io/*.F\", means: total}":            "unknown reference",
		"{by: \"func:a.io/b.F\", means: total, zero: off}": "set zero",
	} {
		_, err := Parse("m.yaml", []byte("- kind: retry\n  mode: implicit\n  covers: [a.io/...]\n  bounded_by: ctx\n  sets:\n  - "+text+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("- kind: outbound\n  sym: (*a.io/b.T[K]).M\n  ctx: {recv: true, via: C}\n  dep: {from: [\"field:a.io/b.T.F\"]}\n"))
	f.Add([]byte("- kind: retry\n  for: [x, y]\n  mode: implicit\n  covers: [\"(*a.io/$P.T).*\", a.io/...]\n  bounded_by: ctx\n"))
	f.Add([]byte("entries:\n- {kind: client_new, shape: {last: \"...func(*a.io/*.Options)\"}, match: {recv: \"a.*.*\", methods: \"[\"}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := Parse("f.yaml", data)
		if err != nil && err.Error() == "" {
			t.Error("an error without a message")
		}
		Builtin().With(entries) // indexing must hold out, too
	})
}

package clients

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// A Life says whether a function makes its program live long. Handling a signal does
// not: tools do that, too, to clean up.
type Life uint8

// The members of a Life.
const (
	// Serves: it listens for others, consumes messages or runs jobs on a schedule.
	// Whoever starts that, in whatever goroutine, is a service.
	Serves Life = 1 << iota
	// Lasts: it returns only when it is told to stop. In a goroutine of its own that
	// keeps nothing alive: a spinner, a cache's janitor.
	Lasts
)

// serverName tells whether a function serves others as soon as it is called.
func serverName(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "net/http", "net/rpc", "net/http/fcgi":
		return strings.HasPrefix(fn.Name(), "ListenAndServe") || strings.HasPrefix(fn.Name(), "Serve") && fn.Name() != "ServeHTTP" && !strings.HasPrefix(fn.Name(), "ServeFile") && fn.Name() != "ServeContent"
	}
	return false
}

// lifeName tells whether a function's use alone makes a package worth reading.
func lifeName(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os/signal":
		return true
	case "net":
		return strings.HasPrefix(fn.Name(), "Listen") || fn.Name() == "Accept"
	case "time":
		return fn.Name() == "NewTicker" || fn.Name() == "Tick"
	}
	return serverName(fn)
}

// A lifeWalk looks for what makes fn live long, in fn and the literals inside it.
type lifeWalk struct {
	e    *eval
	fn   *ssa.Function
	life Life
	// asked and callback: the servers that fn starts only wait for an answer.
	asked, callback bool
}

// life says whether fn, or what it calls or names, makes the program live long.
// Functions that are only named count, because commands and workers are handed over as
// values.
func (e *eval) life(fn *ssa.Function) Life {
	w := lifeWalk{e: e, fn: fn}
	w.walk(fn, true)
	return w.life
}

// walk reads g. own tells whether the caller waits for g.
func (w *lifeWalk) walk(g *ssa.Function, own bool) {
	if b := w.e.bodies[g]; b != nil {
		if own && (b.lasts || b.stops && !w.e.background(g)) {
			w.life |= Lasts
		}
		for i := range b.items {
			if c := b.items[i].call; c != nil {
				w.call(c, own)
			}
		}
		for _, obj := range b.names {
			w.named(obj)
		}
	}
	for _, lit := range g.AnonFuncs {
		if w.e.some(lit) {
			w.walk(lit, own && (!w.e.background(lit) || signalsEnd(lit)))
		}
	}
}

func (w *lifeWalk) call(c *call, own bool) {
	_, bg := c.CallInstruction.(*ssa.Go)
	life := c.starts
	if f := w.e.factOf(c); f != nil {
		life = f.Life
	} else if life != 0 && (w.onlyCallback() || w.e.private(c.Common(), bg || w.e.background(c.Parent()))) {
		return
	}
	if bg || !own {
		life &= Serves
	}
	w.life |= life
}

// named takes note of a function that is named without being called.
func (w *lifeWalk) named(obj *types.Func) {
	if x := w.e.fact(obj); x != nil {
		w.life |= x.Life
	} else if serverName(obj) && !w.onlyCallback() {
		w.life |= Serves
	}
}

func (w *lifeWalk) onlyCallback() bool {
	if !w.asked {
		w.asked, w.callback = true, w.e.callback(w.fn)
	}
	return w.callback
}

// background tells whether all that happens to the literal is `go func() {…}()`.
func (e *eval) background(lit *ssa.Function) bool {
	if lit.Parent() == nil {
		return false
	}
	for _, s := range e.x.Sites(lit.Parent()) {
		if _, ok := s.CallInstruction.(*ssa.Go); !ok {
			continue
		}
		v := s.Common().Value
		if mc, ok := v.(*ssa.MakeClosure); ok {
			v = mc.Fn
		}
		if v == lit {
			return true
		}
	}
	return false
}

// signalsEnd tells whether a goroutine tells others that it has ended: then somebody may
// wait for it.
func signalsEnd(lit *ssa.Function) bool {
	found := false
	eachInstr(lit, func(_ *ssa.Function, in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.Send:
			found = true
		case ssa.CallInstruction:
			if b, ok := in.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
				found = true
			}
			if obj, _ := ssacall.Target(in.Common()); obj != nil && gotype.IsFunc(obj, "(*sync.WaitGroup).Done") {
				found = true
			}
		}
	})
	return found
}

// starts says whether s, of whose callee no fact is known, serves others or lasts, by what
// else is known of the callee. entries are those of the call.
func (e *eval) starts(s *flow.Site, entries []*catalogue.Entry) Life {
	fn := s.Fn
	if fn.Pkg() == nil {
		return 0
	}
	path := fn.Pkg().Path()
	serve, run := serving[fn.Name()], running[fn.Name()]
	switch {
	case serverName(fn), path == "net" && strings.HasPrefix(fn.Name(), "Accept") && e.x.Again(s.Block()):
		return Serves
	case e.catalogued(fn, entries):
		return Serves
	case !serve && !run:
		return 0
	case outside.InProgram(e.pass, path):
		switch { // what a body of this program does is known, unless an interface hides it
		case !s.Common().IsInvoke():
		case serve:
			return Serves
		case !hasWord(gotype.Name(s.Recv), taskWords):
			return Lasts
		}
		return 0
	}
	if domain, _, _ := strings.Cut(path, "/"); !strings.Contains(domain, ".") { // the standard library
		return 0
	}
	if serve {
		return Serves
	}
	owner := path
	if s.Recv != nil {
		owner = gotype.Name(s.Recv)
	}
	if !hasWord(path, commandLibraries) && hasWord(owner[strings.LastIndexByte(owner, '/')+1:], serverWords) {
		return Serves
	}
	return 0
}

// catalogued tells whether the entries of fn say that it serves, runs jobs or takes messages.
func (e *eval) catalogued(fn *types.Func, entries []*catalogue.Entry) bool {
	for _, en := range entries {
		if en.Kind == catalogue.KindServer && (en.Does == "serve" || en.Does == "job" || en.Does == "register" && !webPackage(fn.Pkg().Path())) {
			return true
		}
	}
	return false
}

// webPackage tells whether a package's handlers are those of web requests: only who
// serves them is a service.
func webPackage(path string) bool {
	return path == "net/http" || hasWord(path, []string{"gin-gonic", "labstack/echo", "go-chi", "gorilla/mux", "httprouter", "gofiber", "fasthttp", "go-zero/rest"})
}

// serving are the names by which libraries of other modules call what serves until it is
// stopped.
var serving = map[string]bool{
	"Serve": true, "ListenAndServe": true, "ListenAndServeTLS": true, "Listen": true, "Consume": true,
	"StartServer": true, "RunForever": true, "StartAsync": true, "StartBlocking": true, "StartHandler": true,
}

// running are names of the same that other things have, too: it depends on whose they are.
var running = map[string]bool{"Run": true, "Start": true, "StartWithContext": true, "StartWithOptions": true, "RunTLS": true, "StartTLS": true}

// serverWords stand in the names of types and packages whose Run or Start serves.
var serverWords = []string{
	"server", "engine", "echo", "app", "manager", "router", "worker", "group", "service", "consumer", "cron",
	"schedul", "listener", "daemon", "proxy", "gateway", "bot", "broker", "supervisor", "node", "iris", "hertz", "beego",
	"informer", "controller", "processor", "subscriber", "agent", "framework", "lambda", "web",
}

// taskWords stand in the names of interfaces of a program whose Run ends by itself.
var taskWords = []string{"command", "cmd", "cli", "task", "step", "stage", "check", "test", "hook", "migrat", "plugin", "exec", "tool", "action", "job"}

// commandLibraries stand in the paths of packages that run commands or draw on a terminal.
var commandLibraries = []string{"cli", "cobra", "kong", "kingpin", "subcommands", "/ff", "bubble", "huh", "spinner", "prompt", "survey", "protogen", "migrate", "docker", "progress"}

func hasWord(s string, words []string) bool {
	s = strings.ToLower(s)
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// mainKind says what the program of a package main is: a one-shot where nothing in it
// serves or lasts. Initialisers of the packages that it imports count, because they hold
// the commands that a library finds and runs.
func (e *eval) mainKind() MainKind {
	if e.pass.Pkg.Name() != "main" {
		return ""
	}
	for _, fn := range e.x.SSA.Funcs {
		if fn.Parent() != nil {
			continue
		}
		// What only a goroutine runs keeps nothing alive. What nobody calls here may be
		// called through an interface.
		l := e.life(fn)
		if l&Serves != 0 || l != 0 && len(e.x.Callers(fn)) == 0 {
			return MainService
		}
	}
	for _, f := range e.pass.AllPackageFacts() {
		if x, ok := f.Fact.(*Func); ok && x.Life != 0 && outside.InProgram(e.pass, f.Package.Path()) {
			return MainService
		}
	}
	return MainOneshot
}

// signalChan tells whether t is a channel of os.Signal.
func signalChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && gotype.Name(ch.Elem()) == "os.Signal"
}

// receives returns the channel that in waits for, alone, or nil.
func receives(in ssa.Instruction) ssa.Value {
	if u, ok := in.(*ssa.UnOp); ok && u.Op == token.ARROW {
		return u.X
	}
	return nil
}

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
	// callback is set where the servers that fn starts only wait for an answer.
	callback bool
}

// life says whether fn, or what it calls or names, makes the program live long.
// Functions that are only named count, because commands and workers are handed over as
// values.
func (e *eval) life(fn *ssa.Function) Life {
	w := &lifeWalk{e: e, fn: fn, callback: e.callback(fn)}
	w.walk(fn, true)
	return w.life
}

// walk reads g. own tells whether the caller waits for g.
func (w *lifeWalk) walk(g *ssa.Function, own bool) {
	if own && (w.e.lastingLoop(g) || !w.e.background(g) && w.e.waitsForStop(g)) {
		w.life |= Lasts
	}
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				w.call(c, own)
			}
			w.named(in, own)
		}
	}
	for _, lit := range g.AnonFuncs {
		w.walk(lit, own && (!w.e.background(lit) || signalsEnd(lit)))
	}
}

func (w *lifeWalk) call(c ssa.CallInstruction, own bool) {
	fn, _ := ssacall.Target(c.Common())
	if fn == nil || fn.Pkg() == nil {
		return
	}
	_, bg := c.(*ssa.Go)
	life := w.e.starts(c)
	if f := w.e.facts.Get(fn); f != nil {
		life = f.Life
	} else if life != 0 && (w.callback || w.e.private(c.Common(), bg || w.e.background(c.Parent()))) {
		return
	}
	if bg || !own {
		life &= Serves
	}
	w.life |= life
}

// named takes note of the functions that in names without calling them.
func (w *lifeWalk) named(in ssa.Instruction, own bool) {
	var called ssa.Value
	if c, ok := in.(ssa.CallInstruction); ok {
		called = c.Common().Value
	}
	for _, op := range in.Operands(nil) {
		f, ok := (*op).(*ssa.Function)
		if !ok || *op == called {
			continue
		}
		obj, ok := flow.Origin(f).Object().(*types.Func)
		if !ok {
			continue
		}
		if x := w.e.facts.Get(obj); x != nil {
			w.life |= x.Life
		} else if serverName(obj) && !w.callback {
			w.life |= Serves
		}
	}
}

// background tells whether all that happens to the literal is `go func() {…}()`.
func (e *eval) background(lit *ssa.Function) bool {
	if lit.Parent() == nil {
		return false
	}
	found := false
	eachOwnCall(lit.Parent(), func(c ssa.CallInstruction) {
		if _, ok := c.(*ssa.Go); !ok {
			return
		}
		v := c.Common().Value
		if mc, ok := v.(*ssa.MakeClosure); ok {
			v = mc.Fn
		}
		found = found || v == lit
	})
	return found
}

func eachOwnCall(fn *ssa.Function, visit func(c ssa.CallInstruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				visit(c)
			}
		}
	}
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
			if obj, _ := ssacall.Target(in.Common()); obj != nil && obj.FullName() == "(*sync.WaitGroup).Done" {
				found = true
			}
		}
	})
	return found
}

// starts says whether c serves others or lasts, by what is known of its callee.
func (e *eval) starts(c ssa.CallInstruction) Life {
	com := c.Common()
	fn, recv := ssacall.Target(com)
	path := fn.Pkg().Path()
	serve := serving[fn.Name()]
	switch {
	case serverName(fn), path == "net" && strings.HasPrefix(fn.Name(), "Accept") && e.cycles.In(c.Block()):
		return Serves
	case e.facts.Get(fn) != nil:
		return 0
	case e.catalogued(fn, recv):
		return Serves
	case outside.InProgram(e.pass, path):
		switch { // what a body of this program does is known, unless an interface hides it
		case !com.IsInvoke():
		case serve:
			return Serves
		case running[fn.Name()] && !hasWord(gotype.Name(recv), taskWords):
			return Lasts
		}
		return 0
	case !strings.Contains(strings.Split(path, "/")[0], "."): // the standard library
		return 0
	case serve:
		return Serves
	}
	owner := path
	if recv != nil {
		owner = gotype.Name(recv)
	}
	if running[fn.Name()] && !hasWord(path, commandLibraries) && hasWord(owner[strings.LastIndexByte(owner, '/')+1:], serverWords) {
		return Serves
	}
	return 0
}

// catalogued tells whether the catalogue says that fn serves, runs jobs or takes messages.
func (e *eval) catalogued(fn *types.Func, recv types.Type) bool {
	for _, en := range e.cat.Func(fn, recv) {
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

package clients

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
)

// serverName tells whether a function's use alone makes a package worth reading: it
// listens, or waits for signals.
func serverName(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os/signal":
		return fn.Name() == "Notify" || fn.Name() == "NotifyContext"
	case "net":
		return strings.HasPrefix(fn.Name(), "Listen") || fn.Name() == "Accept"
	case "net/http":
		return strings.HasPrefix(fn.Name(), "ListenAndServe") || strings.HasPrefix(fn.Name(), "Serve")
	}
	return false
}

// lasting are the names by which libraries of other modules call what runs until it is
// stopped.
var lasting = map[string]bool{
	"Serve": true, "ListenAndServe": true, "ListenAndServeTLS": true, "Run": true, "Start": true,
	"StartServer": true, "Listen": true, "RunForever": true, "Consume": true, "StartWithContext": true,
	"StartAsync": true, "StartBlocking": true, "StartHandler": true, "StartWithOptions": true,
}

// serves tells whether fn, or what it calls or names, serves, waits for signals, or
// loops with waiting. Functions that are only named count, because commands and workers
// are handed over as values.
func (e *eval) serves(fn *ssa.Function) bool {
	if waitsInLoop(fn) {
		return true
	}
	found := false
	eachInstr(fn, func(g *ssa.Function, in ssa.Instruction) {
		if found {
			return
		}
		if g != fn && len(g.Blocks) > 0 && in == g.Blocks[0].Instrs[0] && waitsInLoop(g) {
			found = true
			return
		}
		if s, ok := in.(*ssa.Select); ok && s.Blocking && len(s.States) == 0 {
			found = true
			return
		}
		if c, ok := in.(ssa.CallInstruction); ok && e.callServes(c.Common()) {
			found = true
			return
		}
		for _, op := range in.Operands(nil) {
			if f, ok := (*op).(*ssa.Function); ok {
				if obj, ok := flow.Origin(f).Object().(*types.Func); ok {
					if x := e.fact(obj); x != nil && x.Serves {
						found = true
					}
				}
			}
		}
	})
	return found
}

func (e *eval) callServes(c *ssa.CallCommon) bool {
	fn, recv := callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if serverName(fn) {
		return true
	}
	if f := e.fact(fn); f != nil {
		return f.Serves
	}
	for _, en := range e.cat.Func(fn, recv) {
		if en.Kind == catalogue.KindServer && (en.Does == "serve" || en.Does == "job") {
			return true
		}
	}
	path := fn.Pkg().Path()
	std := !strings.Contains(strings.Split(path, "/")[0], ".")
	switch {
	case e.inProgram(path):
		return c.IsInvoke() && lasting[fn.Name()]
	case std:
		return false
	}
	return lasting[fn.Name()]
}

// waitsInLoop tells whether fn waits for a timer or for one of several things in a loop,
// or loops without an end.
func waitsInLoop(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if !inCycle(b) {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if in.Op == token.ARROW && typeName(in.Type()) == "time.Time" {
					return true
				}
			case *ssa.Call:
				if f, _ := callee(in.Common()); f != nil && f.FullName() == "time.Sleep" {
					return true
				}
			}
		}
		if !ends(b) {
			return true
		}
	}
	return false
}

// inCycle tells whether b can run again after itself.
func inCycle(b *ssa.BasicBlock) bool {
	return visitFrom(b, func(x *ssa.BasicBlock) bool { return x == b })
}

// ends tells whether b can lead to the function's end.
func ends(b *ssa.BasicBlock) bool {
	return visitFrom(b, func(x *ssa.BasicBlock) bool { return len(x.Succs) == 0 })
}

// visitFrom tells whether found holds for a block that can run after b.
func visitFrom(b *ssa.BasicBlock, found func(*ssa.BasicBlock) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if found(s) {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if walk(s) {
					return true
				}
			}
		}
		return false
	}
	return walk(b)
}

// mainKind says what the program of a package main is: a one-shot where nothing in it
// serves, waits for signals or loops with waiting. Initialisers of the packages that it
// imports count, because they hold the commands that a library finds and runs.
func (e *eval) mainKind() MainKind {
	if e.pass.Pkg.Name() != "main" {
		return ""
	}
	for _, fn := range e.x.SSA.Funcs {
		if fn.Parent() == nil && e.serves(fn) {
			return MainService
		}
	}
	for _, f := range e.pass.AllPackageFacts() {
		if x, ok := f.Fact.(*Func); ok && x.Serves && e.inProgram(f.Package.Path()) {
			return MainService
		}
	}
	return MainOneshot
}

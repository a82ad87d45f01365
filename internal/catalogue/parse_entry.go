package catalogue

import (
	"path"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// entry reads one entry, or returns nil where it is wrong.
func (r *reader) entry(n *yaml.Node) *Entry {
	before := len(r.Errs)
	e := &Entry{Pos: r.Pos(n), Wait: WaitUnknown}
	for _, w := range []*Where{&e.Ctx, &e.Dep, &e.Amount, &e.Config, &e.CtxArg, &e.Handler, &e.HandlerCtx, &e.Op, &e.Fallback} {
		*w = nowhere
	}
	keys := keysCommon
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == "kind" {
			e.Kind = Kind(r.Word(n.Content[i+1], "kind", wordsKind))
		}
	}
	if e.Kind == "" {
		if before == len(r.Errs) {
			r.Fail(n, "entry has no kind; write kind: and one of the kinds")
		}
		return nil
	}
	for _, k := range keysOf {
		if k.kind == e.Kind {
			keys = slices.Concat(keysCommon, k.keys)
		}
	}
	r.Pairs(n, "the "+string(e.Kind)+" entry", keys, func(k string, v *yaml.Node) {
		if !r.nameKey(&e.Names, k, v) && !r.placeKey(e, k, v) && !r.wordKey(e, k, v) {
			r.otherKey(e, k, v)
		}
	})
	if before == len(r.Errs) {
		r.required(n, e)
	}
	if before < len(r.Errs) {
		return nil
	}
	return e
}

// nameKey reads the keys that say which calls are meant.
func (r *reader) nameKey(s *Names, key string, v *yaml.Node) bool {
	switch key {
	case "sym":
		s.Sym = r.symbols(v, "sym")
	case "match":
		s.Match = r.match(v)
	case "lit":
		s.Lit = r.typeNames(v, "lit")
	case "var":
		s.Var = r.typeNames(v, "var")
	case "calltype":
		s.CallType = r.globs(v, "calltype", false)
	case "shape":
		s.Shape = r.shape(v)
	case "iface":
		if t := r.typeNames(v, "iface"); len(t) == 1 {
			s.Iface = t[0]
		}
	case "covers":
		s.Covers = r.covers(v)
	case "type":
		s.Type = r.typeNames(v, "type")
	case "new":
		s.New = r.symbols(v, "new")
	case "push":
		s.Push = r.symbols(v, "push")
	case "pop":
		s.Pop = r.symbols(v, "pop")
	case "len":
		s.Len = r.symbols(v, "len")
	default:
		return false
	}
	return true
}

// placeKey reads the keys that say where a value stands.
func (r *reader) placeKey(e *Entry, key string, v *yaml.Node) bool {
	switch key {
	case "ctx":
		e.Ctx = r.where(v, "ctx", true)
		if e.Kind == KindDeadline {
			e.CtxArg = e.Ctx
		}
	case "dep":
		e.Dep = r.where(v, "dep", false)
	case "amount":
		e.Amount = r.where(v, "amount", false)
	case "config":
		e.Config = r.where(v, "config", false)
	case "handler":
		e.Handler = r.where(v, "handler", false)
	case "handler_ctx":
		e.HandlerCtx = r.where(v, "handler_ctx", true)
	case "op":
		e.Op = r.where(v, "op", false)
	case "fallback":
		e.Fallback = r.where(v, "fallback", false)
	case "bound":
		e.Bound = r.refs(v, "bound")
	case "disable":
		e.Disable = r.refs(v, "disable")
	default:
		return false
	}
	return true
}

// wordKey reads the keys with a closed vocabulary.
func (r *reader) wordKey(e *Entry, key string, v *yaml.Node) bool {
	switch key {
	case "idempotent":
		e.Idempotent = r.Word(v, key, wordsIdempotent)
	case "dials":
		e.Dials = r.Word(v, key, wordsDials)
	case "mode":
		e.Mode = r.Word(v, key, wordsMode)
	case "effect":
		e.Effect = r.Word(v, key, wordsEffect)
	case "on":
		e.On = r.Word(v, key, wordsOn)
	case "blocks":
		e.Blocks = r.Word(v, key, wordsBlocks)
	case "queue":
		e.Queue = r.Word(v, key, wordsQueue)
	case "ctx_aware":
		e.CtxAware = r.Word(v, key, wordsSwitch)
	case "jitter":
		e.Jitter = r.Word(v, key, wordsSwitch)
	case "again":
		e.Again = Again(r.Word(v, key, wordsAgain))
	case "bounded_by":
		e.BoundedBy = r.Word(v, key, wordsBoundedBy)
	case "does":
		for _, d := range does {
			if d.kind == e.Kind {
				e.Does = r.Word(v, key, d.words)
			}
		}
	case "stream":
		e.Stream = r.Flag(v, key)
	case "async":
		e.Async = r.Flag(v, key)
	default:
		return false
	}
	return true
}

// otherKey reads what is left.
func (r *reader) otherKey(e *Entry, key string, v *yaml.Node) {
	switch key {
	case "default_timeout":
		e.Wait, e.DefaultTimeout = r.wait(v)
	case "default":
		e.Capacity = r.capacity(v)
	case "attempts":
		e.Attempts = r.attempts(v)
	case "time":
		e.Time = r.limit(v)
	case "fields":
		e.Fields = r.fields(v)
	case "sets":
		e.Sets = r.sets(v)
	case "name":
		e.Name = r.Text(v, key)
	case "makes":
		e.Makes = r.Text(v, key)
	case "result_methods":
		e.ResultMethods = r.List(v, key)
	case "deadline":
		e.Deadline = r.Text(v, key)
	case "cancelled":
		e.Cancelled = r.Text(v, key)
	case "only":
		e.Only = r.Text(v, key)
	case "backoff":
		e.Backoff = r.Text(v, key)
	case "stop_errors":
		e.StopErrors = r.List(v, key)
	case "open_errors":
		e.OpenErrors = r.List(v, key)
	case "note":
		e.Note = r.Text(v, key)
	case "source":
		e.Source = r.List(v, key)
	}
}

// capacity reads what a queue holds: a word, or a number of items.
func (r *reader) capacity(n *yaml.Node) string {
	if i, err := strconv.Atoi(n.Value); n.Kind == yaml.ScalarNode && err == nil && i > 0 {
		return n.Value
	}
	return r.Word(n, "default", wordsCapacity)
}

// required checks what an entry of a kind cannot do without.
func (r *reader) required(n *yaml.Node, e *Entry) {
	s := e.Names
	if len(s.Sym)+len(s.Lit)+len(s.Var)+len(s.CallType)+len(s.Covers)+len(s.New)+len(s.Push)+len(s.Type) == 0 &&
		s.Match == nil && s.Shape == nil && s.Iface == "" {
		r.Fail(n, "entry names no symbol; write sym, match, lit, var, calltype, shape or iface")
	}
	need := func(ok bool, key string) {
		if !ok {
			r.Fail(n, "%s entry has no %s; add it", e.Kind, key)
		}
	}
	switch e.Kind {
	case KindOutbound:
		need(e.Ctx.Stated(), "ctx")
		need(e.Dep.Stated(), "dep")
		need(!e.Ctx.None || e.Wait != WaitUnknown || hasKey(n, "default_timeout"), "default_timeout, needed where ctx is none")
	case KindRetry:
		need(e.Mode != "", "mode")
		need(e.BoundedBy != "", "bounded_by")
		need(e.Mode != "wrap" || e.Op.Stated(), "op, needed by mode wrap")
		need(e.Mode != "implicit" || len(s.Covers) > 0, "covers, needed by mode implicit")
	case KindBreaker, KindLimiter, KindServer:
		need(e.Does != "", "does")
	case KindFallback:
		need(e.Fallback.Stated(), "fallback")
	case KindQueue:
		need(e.Capacity != "", "default")
	case KindDeadline:
		need(e.Effect != "", "effect")
		need(e.On != "", "on")
	case KindDelay:
		need(e.Amount.Stated(), "amount")
	}
}

func hasKey(n *yaml.Node, key string) bool {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return true
		}
	}
	return false
}

func (r *reader) match(n *yaml.Node) *Match {
	m := &Match{}
	r.Pairs(n, "match", keysMatch, func(k string, v *yaml.Node) {
		switch k {
		case "recv":
			if g := r.globs(v, "match recv", true); len(g) == 1 {
				m.Recv = g[0]
			}
		case "methods":
			m.Methods = r.namePatterns(v, "methods")
		case "pkg":
			m.Pkg = r.Text(v, "match pkg")
			if !isPath(unglob.Replace(m.Pkg)) {
				r.Fail(v, "malformed package pattern %q; write an import path, with the globs * and ? only", m.Pkg)
			}
		case "funcs":
			m.Funcs = r.namePatterns(v, "funcs")
		case "except":
			m.Except = r.namePatterns(v, "except")
		case "except_recv":
			m.ExceptRecv = r.globs(v, "except_recv", true)
		}
	})
	byRecv, byPkg := m.Recv != "" && len(m.Methods) > 0, m.Pkg != "" && len(m.Funcs) > 0
	if byRecv == byPkg {
		r.Fail(n, "match is incomplete; write recv and methods, or pkg and funcs")
	}
	return m
}

// namePatterns reads method or function names with globs.
func (r *reader) namePatterns(n *yaml.Node, what string) []string {
	out := r.List(n, what)
	for _, p := range out {
		if _, err := path.Match(p, ""); err != nil {
			r.Fail(n, "malformed glob %q in %s; write * and ? only", p, what)
		}
	}
	return out
}

package resolve

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/catalogue"
)

// signature checks the places, references and types an entry states against the signature
// of fn. fn is nil where the entry names a shape, a func type or a type only.
func (c *Checker) signature(e *catalogue.Entry, fn *types.Func) {
	var sig *types.Signature
	pos := e.Pos
	if fn != nil {
		sig = fn.Signature()
		pos += ": " + fn.FullName()
	}
	for _, w := range []struct {
		name string
		at   catalogue.Where
	}{
		{"ctx", e.Ctx}, {"dep", e.Dep}, {"amount", e.Amount}, {"config", e.Config},
		{"handler", e.Handler}, {"op", e.Op}, {"fallback", e.Fallback},
	} {
		c.where(pos, w.name, w.at, sig)
	}
	for _, r := range slices.Concat(e.Bound, e.Disable, e.Attempts.From, e.Time.From) {
		c.ref(pos, "reference", r, sig)
	}
	if e.Makes != "" && sig != nil && len(e.Names.Var) == 0 {
		c.makes(pos, e.Makes, sig)
	}
}

// where checks one place.
func (c *Checker) where(pos, name string, w catalogue.Where, sig *types.Signature) {
	for _, r := range w.From {
		c.ref(pos, name, r, sig)
	}
	if w.Recv && sig != nil {
		switch {
		case sig.Recv() == nil:
			c.Failf(pos, "%s is the receiver, and the function has none", name)
		case w.Via != "" && method(sig.Recv().Type(), w.Via) == nil && !c.makerNamed(w.Via, sig.Recv().Type()):
			c.Failf(pos, "%s: no method %s on the receiver", name, w.Via)
		}
	}
	if w.Arg < 0 || sig == nil {
		return
	}
	if w.Arg >= sig.Params().Len() {
		c.Failf(pos, "%s is parameter %d of %d%s", name, w.Arg, sig.Params().Len(), parameters(sig))
		return
	}
	if got := catalogue.ParamString(sig, w.Arg); got != stripped(w.Type) {
		c.Failf(pos, "%s: parameter %d is of type %s, not %s%s", name, w.Arg, got, w.Type, parameters(sig))
	}
	if w.Via != "" && method(sig.Params().At(w.Arg).Type(), w.Via) == nil {
		c.Failf(pos, "%s: no method %s on %s", name, w.Via, w.Type)
	}
}

// parameters lists the parameters as an entry counts them.
func parameters(sig *types.Signature) string {
	var out []string
	for i := range sig.Params().Len() {
		out = append(out, fmt.Sprintf("%d %s", i, catalogue.ParamString(sig, i)))
	}
	if len(out) == 0 {
		return "; there are none"
	}
	return "; the parameters are " + strings.Join(out, ", ")
}

// makerNamed tells whether a function or method of that name makes a value of type t, as
// etcd's KV.Txn makes a Txn from a context.
func (c *Checker) makerNamed(name string, t types.Type) bool {
	for _, fn := range c.U.funcs {
		res := fn.Signature().Results()
		if fn.Name() == name && res.Len() > 0 && types.Identical(res.At(0).Type(), t) {
			return true
		}
	}
	return false
}

// makes checks that a function has a result of the type it is said to make.
func (c *Checker) makes(pos, want string, sig *types.Signature) {
	var got []string
	for i := range sig.Results().Len() {
		s := catalogue.TypeString(sig.Results().At(i).Type())
		if s == stripped(want) {
			return
		}
		got = append(got, s)
	}
	c.Failf(pos, "makes %s; the results are %s", want, strings.Join(got, ", "))
}

// handlerCtx checks where a handler finds its context. The handler's own signature is
// not at hand, so only the type and its method are.
func (c *Checker) handlerCtx(e *catalogue.Entry) {
	w := e.HandlerCtx
	name := strings.TrimPrefix(stripped(w.Type), "*")
	if name == "" || name == "context.Context" {
		return
	}
	t := c.U.types[name]
	switch {
	case t == nil:
		c.Failf(e.Pos, "handler_ctx: no type %s", name)
	case w.Via != "" && method(t.Type(), w.Via) == nil:
		c.Failf(e.Pos, "handler_ctx: no method %s on %s", w.Via, name)
	}
}

var typeToken = regexp.MustCompile(`[A-Za-z0-9_.~/\-]+\.[A-Za-z_]\w*`)

// spelling checks that the named types in a type's text exist. Globs are left out.
func (c *Checker) spelling(pos, what, text string) {
	if strings.Contains(text, "/*") {
		return
	}
	for _, t := range typeToken.FindAllString(strings.TrimPrefix(text, "..."), -1) {
		if c.U.types[t] == nil {
			c.Failf(pos, "%s: no type %s", what, t)
		}
	}
}

// stripped leaves type parameters out of a type's text, as TypeString does. The brackets
// of slices, arrays and maps stay.
func stripped(t string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(t); i++ {
		switch {
		case depth > 0 && t[i] == '[':
			depth++
		case depth > 0 && t[i] == ']':
			depth--
		case depth > 0:
		case t[i] == '[' && i > 0 && isWord(t[i-1]) && !strings.HasSuffix(t[:i], "map"):
			depth = 1
		default:
			b.WriteByte(t[i])
		}
	}
	return b.String()
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

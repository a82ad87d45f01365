package trial

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
)

// known answers the calls of functions that look at errors and texts.
func known(fn *types.Func, c *ssa.CallCommon, args []Value) (Value, bool) {
	switch gotype.Path(fn) {
	case "", "errors", "fmt", "strings", "github.com/pkg/errors", "google.golang.org/grpc/status":
	default:
		return wrapper(fn, args) // most calls, whose names are not worth spelling
	}
	name := fn.FullName()
	switch name {
	case "errors.New":
		if s, ok := args[0].(string); ok {
			return &Error{Text: s}, true
		}
		return &Error{Text: Hole}, true
	case "fmt.Errorf":
		return errorf(args), true
	case "errors.Is", "github.com/pkg/errors.Is":
		return is(args[0], args[1]), true
	case "errors.As", "github.com/pkg/errors.As":
		return as(args[0], c.Args[1]), true
	case "errors.Unwrap":
		return unwrapped(args[0]), true
	case "google.golang.org/grpc/status.Code":
		return code(args[0]), true
	case "google.golang.org/grpc/status.Error", "google.golang.org/grpc/status.Errorf":
		return statusError(args), true
	case "google.golang.org/grpc/status.FromError":
		if e, ok := args[0].(*Error); ok {
			return Tuple{Unknown{Under: true}, e.Code != 0}, true
		}
		return nil, false
	case "(error).Error":
		return text(args[0]), true
	}
	if strings.HasPrefix(name, "strings.") {
		return textCall(fn.Name(), args)
	}
	return wrapper(fn, args)
}

// wrapper answers functions that get an error and return one: they wrap it.
func wrapper(fn *types.Func, args []Value) (Value, bool) {
	sig := fn.Signature()
	if sig.Results().Len() != 1 || !isError(sig.Results().At(0).Type()) || sig.Recv() != nil {
		return nil, false
	}
	for i := range sig.Params().Len() {
		if i < len(args) && gotype.IsError(sig.Params().At(i).Type()) {
			if _, isNil := args[i].(Nil); isNil {
				return Nil{}, true
			}
			if e, ok := AsError(args[i]); ok && external(fn) {
				return &Error{Text: Hole + e.Text + Hole, Wraps: []*Error{e}, By: fn.FullName()}, true
			}
		}
	}
	return nil, false
}

// external tells the libraries by which errors are wrapped: what a function of the user's
// own does is in its body, or not known.
func external(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	name := strings.ToLower(fn.Name())
	for _, w := range []string{"wrap", "with", "permanent", "retryable", "unrecoverable", "annotate", "trace", "stop", "mark", "join"} {
		if strings.HasPrefix(name, w) || strings.HasSuffix(name, "error") {
			return true
		}
	}
	return false
}

func errorf(args []Value) Value {
	format, ok := args[0].(string)
	if !ok {
		format = Hole
	}
	e := &Error{}
	var rest []*Cell
	if s, ok := args[len(args)-1].(slice); ok && len(args) > 1 {
		rest = s.cells
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# .0123456789[]*", format[i]) >= 0; i++ {
		}
		if i < len(format) && format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if len(rest) == 0 {
			b.WriteString(Hole)
			continue
		}
		v := rest[0].V
		rest = rest[1:]
		if s, ok := text(v).(string); ok {
			b.WriteString(s)
		} else {
			b.WriteString(Hole)
		}
		inner, isErr := AsError(v)
		if isErr && i < len(format) && format[i] == 'w' {
			e.Wraps = append(e.Wraps, inner)
		} else if isErr {
			e.Under = e.Under || under(inner)
		}
	}
	e.Text = b.String()
	return e
}

func text(v Value) Value {
	switch v := v.(type) {
	case string:
		return v
	case *Error:
		return v.Text
	}
	return Unknown{Under: under(v)}
}

// is answers errors.Is.
func is(err, target Value) Value {
	if n, ok := isNil(err); ok && n {
		return false
	}
	t, ok := target.(*Error)
	if _, other := target.(boxed); other {
		if e, isErr := err.(*Error); isErr && e.plain() {
			return false // errors.New and fmt.Errorf make no value of that type
		}
	}
	if !ok {
		return Unknown{Under: true}
	}
	switch e := err.(type) {
	case *Error:
		return e == t || e.Is(t.Name) || holds(e, t)
	case boxed:
		if in, ok := inner(e.v, 0); ok {
			return in.Is(t.Name)
		}
	}
	return Unknown{Under: true}
}

func holds(e, t *Error) bool {
	for _, w := range e.Wraps {
		if w == t || holds(w, t) {
			return true
		}
	}
	return false
}

// as answers errors.As: no error of a plain kind is of a type that anybody asks for.
func as(err Value, target ssa.Value) Value {
	if mi, ok := target.(*ssa.MakeInterface); ok {
		target = mi.X
	}
	p, ok := target.Type().Underlying().(*types.Pointer)
	if !ok {
		return Unknown{Under: true}
	}
	switch e := err.(type) {
	case Nil:
		return false
	case *Error:
		if e.typed(p.Elem()) {
			return true
		}
		if e.plain() && !e.from(p.Elem()) {
			return false
		}
	case boxed:
		if types.Identical(e.t, p.Elem()) {
			return true
		}
	}
	return Unknown{Under: true}
}

// plain tells whether the error is a chain of errors that have no type to ask for.
func (e *Error) plain() bool {
	if e.By != "" || e.Code != 0 {
		return false
	}
	for _, w := range e.Wraps {
		if !w.plain() {
			return false
		}
	}
	return true
}

// from tells whether the error is, or wraps, a variable of the package that declares type
// t: what type it has is not known.
func (e *Error) from(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	for _, name := range e.Names() {
		if name[:max(strings.LastIndex(name, "."), 0)] == n.Obj().Pkg().Path() {
			return true
		}
	}
	return false
}

// typed tells whether the error is, or wraps, one of type t.
func (e *Error) typed(t types.Type) bool {
	if e.Type != nil && types.Identical(e.Type, t) {
		return true
	}
	for _, w := range e.Wraps {
		if w.typed(t) {
			return true
		}
	}
	return false
}

func unwrapped(v Value) Value {
	e, ok := v.(*Error)
	if !ok {
		return Unknown{Under: under(v)}
	}
	if len(e.Wraps) == 1 {
		return e.Wraps[0]
	}
	return Nil{}
}

// grpcUnknown is codes.Unknown, which status.Code gives for an error without a code.
const grpcUnknown = 2

func code(v Value) Value {
	switch e := v.(type) {
	case Nil:
		return int64(0)
	case *Error:
		if e.Code != 0 {
			return e.Code
		}
		for _, w := range e.Wraps {
			if c, ok := code(w).(int64); ok && c != grpcUnknown {
				return c
			}
		}
		return int64(grpcUnknown)
	}
	return Unknown{Under: under(v)}
}

func statusError(args []Value) Value {
	e := &Error{Text: Hole, Under: AnyUnder(args)}
	if c, ok := args[0].(int64); ok {
		e.Code = c
	} else {
		return Unknown{Under: e.Under}
	}
	if s, ok := args[1].(string); ok {
		e.Text = "rpc error: code = " + Hole + " desc = " + s
	}
	return e
}

// textCall answers the functions of package strings that predicates use.
func textCall(name string, args []Value) (Value, bool) {
	s, ok := args[0].(string)
	if !ok {
		return nil, false
	}
	switch name {
	case "ToLower":
		return strings.ToLower(s), true
	case "ToUpper":
		return strings.ToUpper(s), true
	case "TrimSpace":
		return strings.TrimSpace(s), true
	}
	if len(args) != 2 {
		return nil, false
	}
	sub, ok := args[1].(string)
	if !ok {
		return nil, false
	}
	holes := strings.Contains(s, Hole) || strings.Contains(sub, Hole)
	var yes bool
	switch name {
	case "Contains":
		yes = strings.Contains(s, sub)
	case "HasPrefix":
		yes = strings.HasPrefix(s, sub)
	case "HasSuffix":
		yes = strings.HasSuffix(s, sub)
	case "EqualFold":
		yes = strings.EqualFold(s, sub)
	default:
		return nil, false
	}
	if holes && (!yes || strings.Contains(sub, Hole)) {
		return Unknown{Under: true}, true
	}
	return yes, true
}

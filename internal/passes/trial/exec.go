package trial

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/passes/gotype"
)

// exec runs an instruction that is no jump.
func (f *frame) exec(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		f.store(in)
	case *ssa.Defer:
		args := f.args(in.Common())
		f.defers = append(f.defers, func() { f.call(in, args) })
	case *ssa.RunDefers:
		for i := len(f.defers) - 1; i >= 0 && !f.m.over(); i-- {
			f.defers[i]()
		}
		f.defers = nil
	case *ssa.Call:
		f.vals[in] = f.call(in, f.args(in.Common()))
	case ssa.Value:
		f.vals[in] = f.value(in)
	}
}

func (f *frame) store(in *ssa.Store) {
	if c, ok := f.get(in.Addr).(*Cell); ok {
		f.assign(c, f.get(in.Val))
	}
}

// assign keeps the cells of a struct that is overwritten, since pointers to its fields go
// on being valid.
func (f *frame) assign(c *Cell, v Value) {
	old, ok := c.V.(*Struct)
	val, struc := v.(*Struct)
	if !ok || !struc || len(old.Fields) != len(val.Fields) {
		c.V = copied(v)
		return
	}
	for i := range old.Fields {
		f.assign(old.Fields[i], val.Fields[i].V)
	}
}

func (f *frame) value(in ssa.Value) Value {
	switch in := in.(type) {
	case *ssa.Alloc:
		return &Cell{zero(in.Type().Underlying().(*types.Pointer).Elem())}
	case *ssa.BinOp:
		return f.binary(in)
	case *ssa.UnOp:
		return f.unary(in)
	case *ssa.ChangeInterface:
		return f.get(in.X)
	case *ssa.ChangeType:
		return f.get(in.X)
	case *ssa.Convert:
		return convert(f.get(in.X), in.Type())
	case *ssa.MakeInterface:
		return f.box(in)
	case *ssa.MakeClosure:
		return f.closure(in)
	case *ssa.Extract:
		return f.extract(in)
	case *ssa.FieldAddr:
		if c, ok := f.get(in.X).(*Cell); ok {
			return fieldCell(c, in.Field)
		}
	case *ssa.Field:
		if s, ok := f.get(in.X).(*Struct); ok && in.Field < len(s.Fields) {
			return s.Fields[in.Field].V
		}
		return Unknown{Under: under(f.get(in.X))}
	case *ssa.IndexAddr:
		return f.indexAddr(in)
	case *ssa.Slice:
		if c, ok := f.get(in.X).(*Cell); ok && in.Low == nil && in.High == nil {
			if s, ok := c.V.(*Struct); ok {
				return slice{s.Fields}
			}
		}
	case *ssa.TypeAssert:
		return f.typeAssert(in)
	case *ssa.Phi:
		return Unknown{}
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return Unknown{}
	}
	return f.unknown(in)
}

// unknown is what nothing more is known of than what it is made from.
func (f *frame) unknown(in ssa.Value) Value {
	u := Unknown{}
	if i, ok := in.(ssa.Instruction); ok {
		for _, op := range i.Operands(nil) {
			if *op != nil {
				u.Under = u.Under || under(f.get(*op))
			}
		}
	}
	return u
}

func fieldCell(c *Cell, i int) Value {
	if s, ok := c.V.(*Struct); ok && i < len(s.Fields) {
		return s.Fields[i]
	}
	return Unknown{Under: under(c.V)}
}

func (f *frame) indexAddr(in *ssa.IndexAddr) Value {
	var cells []*Cell
	switch x := f.get(in.X).(type) {
	case *Cell:
		if s, ok := x.V.(*Struct); ok {
			cells = s.Fields
		}
	case slice:
		cells = x.cells
	}
	if i, ok := f.get(in.Index).(int64); ok && i >= 0 && int(i) < len(cells) {
		return cells[i]
	}
	return f.unknown(in)
}

func (f *frame) extract(in *ssa.Extract) Value {
	switch t := f.get(in.Tuple).(type) {
	case Tuple:
		if in.Index < len(t) && t[in.Index] != nil {
			return t[in.Index]
		}
	case Unknown:
		return t
	}
	return Unknown{}
}

// box puts a value into an interface. Of what implements error the type is kept.
func (f *frame) box(in *ssa.MakeInterface) Value {
	v := f.get(in.X)
	if _, ok := v.(*Error); ok || !isError(in.X.Type()) {
		return v
	}
	return boxed{in.X.Type(), v}
}

func isError(t types.Type) bool {
	e, ok := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return ok && types.Implements(t, e)
}

func (f *frame) unary(in *ssa.UnOp) Value {
	switch in.Op {
	case token.MUL:
		return f.load(in)
	case token.NOT:
		if b, ok := f.get(in.X).(bool); ok {
			return !b
		}
	case token.SUB:
		switch v := f.get(in.X).(type) {
		case int64:
			return wrap(-v, in.Type())
		case float64:
			return -v
		}
	}
	return f.unknown(in)
}

func (f *frame) load(in *ssa.UnOp) Value {
	switch x := f.get(in.X).(type) {
	case *Cell:
		if u, unknown := x.V.(Unknown); x.V != nil && (!unknown || u.id != 0) {
			return copied(x.V)
		}
		if x.V != nil && under(x.V) {
			return x.V
		}
	case globalAddr:
		if v, ok := sentinel(f.m.Pkg, x.g); ok {
			return v
		}
	}
	if f.m.Load != nil {
		if v, ok := f.m.Load(in); ok {
			return v
		}
	}
	if c, ok := f.get(in.X).(*Cell); ok && c.V != nil {
		return c.V // not known, and the same each time
	}
	return f.unknown(in)
}

// sentinel gives the error that a package variable holds: an error of that name.
func sentinel(own *ssa.Package, g *ssa.Global) (Value, bool) {
	t := g.Type().Underlying().(*types.Pointer).Elem()
	if g.Pkg == nil || !isError(t) {
		return nil, false
	}
	e := &Error{Name: g.Pkg.Pkg.Path() + "." + g.Name(), Text: Hole}
	if !types.IsInterface(t) {
		e.Type = t
	}
	if g.Pkg != own || own.Func("init") == nil {
		return e, true
	}
	for _, b := range own.Func("init").Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && st.Addr == g {
				if c, ok := st.Val.(*ssa.Call); ok && len(c.Call.Args) > 0 {
					if k, ok := c.Call.Args[0].(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
						e.Text = constant.StringVal(k.Value)
					}
				}
			}
		}
	}
	return e, true
}

func (f *frame) typeAssert(in *ssa.TypeAssert) Value {
	v := f.get(in.X)
	ok := Value(Unknown{Under: under(v)})
	val := Value(Unknown{Under: under(v)})
	switch x := v.(type) {
	case Nil:
		ok, val = false, zero(in.AssertedType)
	case *Error:
		switch {
		case gotype.IsError(in.AssertedType):
			ok, val = true, x
		case x.Type != nil && types.Identical(x.Type, in.AssertedType):
			ok = true
		case x.Code == 0 && x.By == "" && !x.from(in.AssertedType): // errors.New and fmt.Errorf make nothing else
			ok, val = false, zero(in.AssertedType)
		}
	case boxed:
		switch {
		case types.IsInterface(in.AssertedType):
			if types.Implements(x.t, in.AssertedType.Underlying().(*types.Interface)) {
				ok, val = true, x
			} else {
				ok, val = false, Nil{}
			}
		case types.Identical(x.t, in.AssertedType):
			ok, val = true, x.v
		default:
			ok, val = false, zero(in.AssertedType)
		}
	}
	if in.CommaOk {
		return Tuple{val, ok}
	}
	if ok == false {
		f.m.lost = true
	}
	return val
}

// convert converts numbers; everything else stays as it is.
func convert(v Value, to types.Type) Value {
	b, ok := to.Underlying().(*types.Basic)
	if !ok {
		return v
	}
	switch x := v.(type) {
	case int64:
		switch {
		case b.Info()&types.IsFloat != 0:
			return float64(x)
		case b.Info()&types.IsInteger != 0:
			return wrap(x, to)
		}
		return Unknown{}
	case float64:
		switch {
		case b.Info()&types.IsFloat != 0:
			return x
		case b.Info()&types.IsInteger != 0 && !math.IsNaN(x) && math.Abs(x) < 1<<62:
			return wrap(int64(x), to)
		}
		return Unknown{}
	}
	return v
}

// wrap cuts v to the size of the integer type t.
func wrap(v int64, t types.Type) int64 {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return v
	}
	switch b.Kind() {
	case types.Int8:
		return int64(int8(v))
	case types.Int16:
		return int64(int16(v))
	case types.Int32:
		return int64(int32(v))
	case types.Uint8:
		return int64(uint8(v))
	case types.Uint16:
		return int64(uint16(v))
	case types.Uint32:
		return int64(uint32(v))
	}
	return v
}

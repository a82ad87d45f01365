// Package ssabuild builds the SSA form of one package, and only when somebody asks. What
// one asks before, which objects the source uses, it lists once for all.
//
// It is not x/tools' buildssa: that pass requires ctrlflow, whose facts make every
// driver analyse the whole standard library, and it builds SSA for packages in which
// nothing is to be found.
package ssabuild

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Analyzer's result is a *Lazy.
var Analyzer = &analysis.Analyzer{
	Name:       "resilintssa",
	Doc:        "build SSA of the package on demand",
	Run:        func(pass *analysis.Pass) (any, error) { return &Lazy{pass: pass}, nil },
	ResultType: reflect.TypeFor[*Lazy](),
	// Nothing is built here; who asks for SSA of a package with type errors must not.
	RunDespiteErrors: true,
}

// Lazy builds the package's SSA at the first call of Get.
type Lazy struct {
	pass *analysis.Pass
	once sync.Once
	ssa  *SSA

	usedOnce sync.Once
	used     []types.Object
}

// SSA is a package in SSA form.
type SSA struct {
	Pkg *ssa.Package
	// Funcs are the functions with a body in the source, in source order, each followed
	// by the function literals inside it.
	Funcs []*ssa.Function

	once  sync.Once
	index any
}

// Index returns what read makes of the package, which is read once however many passes ask
// for it. Package flow calls it with its own New, and nothing else does.
func (s *SSA) Index(read func() any) any {
	s.once.Do(func() { s.index = read() })
	return s.index
}

// Get returns the SSA form. It is safe for concurrent use.
func (l *Lazy) Get() *SSA {
	l.once.Do(func() { l.ssa = build(l.pass, l.Used()) })
	return l.ssa
}

func build(pass *analysis.Pass, used []types.Object) *SSA {
	prog := ssa.NewProgram(pass.Fset, 0)
	prog.SetNoReturn(noReturn)
	createImports(prog, pass, used)
	pkg := prog.CreatePackage(pass.Pkg, heard(pass), withoutTables(pass), false)
	pkg.Build()
	out := &SSA{Pkg: pkg}
	if fn := pkg.Func("init"); fn != nil {
		out.add(fn)
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || d.Name.Name == "_" {
				continue
			}
			if obj, ok := pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
				if fn := prog.FuncValue(obj); fn != nil && fn.Blocks != nil {
					out.add(fn)
				}
			}
		}
	}
	return out
}

func (s *SSA) add(fn *ssa.Function) {
	s.Funcs = append(s.Funcs, fn)
	for _, lit := range fn.AnonFuncs {
		s.add(lit)
	}
}

// noReturn names the functions that end the goroutine or the process. ctrlflow would
// compute them, at the price of analysing every dependency.
func noReturn(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() == "Exit"
	case "runtime":
		return fn.Name() == "Goexit"
	case "log":
		switch fn.Name() {
		case "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln":
			return true
		}
	case "testing":
		switch fn.Name() {
		case "Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow":
			return true
		}
	case "k8s.io/klog/v2", "github.com/sirupsen/logrus", "go.uber.org/zap", "github.com/golang/glog":
		switch fn.Name() {
		case "Fatal", "Fatalf", "Fatalln", "Exit", "Exitf", "Exitln", "Fatalw":
			return true
		}
	}
	return false
}

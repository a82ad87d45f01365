package owner

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/passes/outside"
	"github.com/resilint/resilint/internal/statement"
)

// comments reads the statements of a package and finds out what each of them stands on.
// It needs no types, so that a comment is judged in a package that does not compile, too.
var comments = &analysis.Analyzer{
	Name:             "resilintstatements",
	Doc:              "read the comments in which owners state what the source cannot show",
	RunDespiteErrors: true,
	ResultType:       reflect.TypeFor[*read](),
	Run: func(pass *analysis.Pass) (any, error) {
		r := &read{}
		if outside.Is(pass) {
			return r, nil
		}
		for _, f := range pass.Files {
			(&reader{read: r, fset: pass.Fset, file: f}).run()
		}
		return r, nil
	},
}

// Faults gives, as a *finding.Set, what is wrong with the comments, and reports it for
// programs that show diagnostics only.
var Faults = &analysis.Analyzer{
	Name: "statements",
	Doc: `tell which comments of owners cannot be read

A comment that begins with //resilint: states what the source cannot show. One that is
malformed, or stands on nothing, is told with what to write instead.`,
	Requires:         []*analysis.Analyzer{comments},
	RunDespiteErrors: true,
	ResultType:       reflect.TypeFor[*finding.Set](),
	Run: func(pass *analysis.Pass) (any, error) {
		set := &finding.Set{}
		for _, f := range pass.ResultOf[comments].(*read).faults {
			at := pass.Fset.Position(f.pos)
			set.Faults = append(set.Faults, finding.Fault{
				Location: finding.Location{File: at.Filename, Line: at.Line, Column: at.Column}, Message: f.message})
			pass.Report(analysis.Diagnostic{Pos: f.pos, End: f.end, Message: f.message})
		}
		return set, nil
	},
}

// read is what the comments of a package say.
type read struct {
	placed []placed
	faults []fault
}

// A fault is what is wrong with a comment.
type fault struct {
	pos, end token.Pos
	message  string
}

// placed is a statement with what it stands on.
type placed struct {
	statement.Statement
	// names are those of the functions, fields or variables that it is about.
	names []*ast.Ident
	// from and to hold the expressions that it is about, but for what is in holes, such as
	// the bodies of function literals. They are NoPos where it is about names only.
	from, to token.Pos
	holes    [][2]token.Pos
}

// covers tells whether the statement is about what stands at pos.
func (p *placed) covers(pos token.Pos) bool {
	return p.from <= pos && pos < p.to &&
		!slices.ContainsFunc(p.holes, func(h [2]token.Pos) bool { return h[0] <= pos && pos < h[1] })
}

// A reader reads one file.
type reader struct {
	*read
	fset  *token.FileSet
	file  *ast.File
	lines map[int]*line // made when it is wanted
	on    map[token.Pos][]statement.Verb
}

func (r *reader) run() {
	for _, g := range r.file.Comments {
		for _, c := range g.List {
			if statement.Is(c.Text) {
				r.comment(g, c)
			}
		}
	}
}

func (r *reader) comment(g *ast.CommentGroup, c *ast.Comment) {
	s, err := statement.Parse(strings.TrimRight(c.Text, "\r"))
	if err != nil {
		r.fault(c, "%v", err)
		return
	}
	name := statement.Prefix + string(s.Verb)
	n := r.subject(g, c)
	if n == nil {
		r.fault(c, "%s stands on nothing; put it at the end of the line of %s, or on the line directly above", name, mayStand[s.Verb])
		return
	}
	t := look(n)
	if t.group {
		r.fault(c, "%s stands on a group of declarations; put it on the one that it is about", name)
		return
	}
	if !t.fits(s.Verb) {
		r.fault(c, "%s stands on nothing that it can be about; put it on the line of %s, or on the line directly above", name, mayStand[s.Verb])
		return
	}
	if slices.Contains(r.on[n.Pos()], s.Verb) {
		r.fault(c, "%s is there twice for the same code; keep one", name)
		return
	}
	if r.on == nil {
		r.on = map[token.Pos][]statement.Verb{}
	}
	r.on[n.Pos()] = append(r.on[n.Pos()], s.Verb)
	at := r.fset.Position(c.Pos())
	s.File, s.Line = filepath.Base(at.Filename), at.Line
	p := placed{Statement: s, names: t.names, holes: t.holes}
	if !t.function {
		p.from, p.to = n.Pos(), n.End()
	}
	r.placed = append(r.placed, p)
}

func (r *reader) fault(c *ast.Comment, format string, args ...any) {
	r.faults = append(r.faults, fault{c.Pos(), c.End(), fmt.Sprintf(format, args...)})
}

// subject finds the node that a comment stands on: at the end of a line of its, or on the
// lines directly above it. It is nil where there is none.
func (r *reader) subject(g *ast.CommentGroup, c *ast.Comment) ast.Node {
	if r.lines == nil {
		r.lines = linesOf(r.fset, r.file)
	}
	here := r.lines[r.line(c.Pos())]
	if here == nil || here.alone(c.Pos()) {
		below := r.lines[r.line(g.End())+1]
		if below == nil {
			return nil
		}
		return below.begins()
	}
	if n := here.begins(); n != nil {
		return n
	}
	if here.closes != nil {
		return here.closes
	}
	return here.starts
}

func (r *reader) line(pos token.Pos) int { return r.fset.PositionFor(pos, false).Line }

// A line is what begins and ends in a line of source.
type line struct {
	starts   ast.Node  // the outermost node that starts first in the line
	closes   ast.Node  // the outermost simple statement, expression or field that ends in it
	firstEnd token.Pos // of any node
}

// alone tells whether no code stands before pos in the line.
func (l *line) alone(pos token.Pos) bool {
	return (l.starts == nil || l.starts.Pos() > pos) && (!l.firstEnd.IsValid() || l.firstEnd > pos)
}

// begins is the node that the line begins with; nil where something else is before it.
func (l *line) begins() ast.Node {
	if l.starts == nil || l.firstEnd.IsValid() && l.firstEnd <= l.starts.Pos() {
		return nil
	}
	return l.starts
}

// linesOf looks at all nodes of a file. Outer nodes are met before what is in them.
func linesOf(fset *token.FileSet, f *ast.File) map[int]*line {
	lines := map[int]*line{}
	at := func(pos token.Pos) *line {
		n := fset.PositionFor(pos, false).Line
		if lines[n] == nil {
			lines[n] = &line{}
		}
		return lines[n]
	}
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		switch n.(type) {
		case *ast.CommentGroup, *ast.Comment:
			return false
		}
		var grand ast.Node
		if len(stack) > 1 {
			grand = stack[len(stack)-2]
		}
		stack = append(stack, n)
		if _, ok := n.(*ast.File); ok {
			return true
		}
		end := at(n.End() - 1)
		if !end.firstEnd.IsValid() || n.End() < end.firstEnd {
			end.firstEnd = n.End()
		}
		if bears(n, grand) {
			if start := at(n.Pos()); start.starts == nil || n.Pos() < start.starts.Pos() {
				start.starts = n
			}
			if end.closes == nil && simple(n) {
				end.closes = n
			}
		}
		return true
	})
	return lines
}

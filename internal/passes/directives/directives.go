// Package directives collects the comments that silence a linter, with the lines that
// each of them covers: //lint:ignore and //lint:file-ignore as staticcheck reads them,
// //nolint as golangci-lint does.
//
// It judges nothing. Whom a comment silences, and whether it was needed, is decided by
// package suppress once the findings of the whole program are known.
package directives

import (
	"cmp"
	"go/ast"
	"go/token"
	"math"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
)

// Analyzer collects the directives of a package into a *finding.Set.
var Analyzer = &analysis.Analyzer{
	Name:             "directives",
	Doc:              "collect the comments that silence a linter",
	Run:              run,
	RunDespiteErrors: true,
	ResultType:       reflect.TypeFor[*finding.Set](),
}

const (
	ignore     = "//lint:ignore"
	fileIgnore = "//lint:file-ignore"
)

// isNolint tells whether a comment is //nolint, with slashes and spaces before the word and
// a space, a colon or nothing behind it.
func isNolint(text string) bool {
	rest, ok := strings.CutPrefix(text, "//")
	if !ok {
		return false
	}
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, "/ "), "nolint")
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == ':')
}

func run(pass *analysis.Pass) (any, error) {
	set := &finding.Set{}
	for _, f := range pass.Files {
		c := collector{fset: pass.Fset, file: f}
		c.collect()
		// Nodes come out of a map, so the order is made here.
		slices.SortFunc(c.found, func(a, b finding.Directive) int {
			return cmp.Or(finding.CompareLocations(a.Location, b.Location),
				cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
		})
		set.Directives = append(set.Directives, slices.Compact(c.found)...)
	}
	return set, nil
}

// A collector gathers the directives of one file.
type collector struct {
	fset  *token.FileSet
	file  *ast.File
	found []finding.Directive
}

func (c *collector) collect() {
	var ignores bool
	var groups []*ast.CommentGroup // those with a nolint
	for _, g := range c.file.Comments {
		for _, comment := range g.List {
			switch {
			case isCommand(comment.Text, fileIgnore):
				c.add(comment, 1, math.MaxInt32)
			case isCommand(comment.Text, ignore):
				ignores = true
			case isNolint(comment.Text):
				if n := len(groups); n == 0 || groups[n-1] != g {
					groups = append(groups, g)
				}
			}
		}
	}
	// Nearly no file has a directive, and both of these walk the whole file.
	if ignores {
		c.ignores()
	}
	if len(groups) > 0 {
		c.nolints(groups)
	}
}

// ignores adds each //lint:ignore with the line where the node starts that the comment
// belongs to, as staticcheck does.
func (c *collector) ignores() {
	for node, groups := range ast.NewCommentMap(c.fset, c.file, c.file.Comments) {
		line := c.line(node.Pos())
		for _, g := range groups {
			for _, comment := range g.List {
				if isCommand(comment.Text, ignore) {
					c.add(comment, line, line)
				}
			}
		}
	}
}

// nolints adds each //nolint with the lines of its comment group and, where a node
// starts in the line below and in the same column, all lines of that node. This is what
// golangci-lint does; a comment above the package clause so covers the file.
func (c *collector) nolints(groups []*ast.CommentGroup) {
	last := map[token.Pos]int{} // where a nolint's node would start → the line where it ends
	for _, g := range groups {
		last[c.below(g)] = 0
	}
	delete(last, token.NoPos)
	ast.Inspect(c.file, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		if end, wanted := last[n.Pos()]; wanted {
			last[n.Pos()] = max(end, c.line(n.End()))
		}
		d, ok := n.(ast.Decl)
		return !ok || holds(d, last) // nearly no declaration has one
	})
	for _, g := range groups {
		from, to := c.line(g.Pos()), c.line(g.End())
		to = max(to, last[c.below(g)])
		for _, comment := range g.List {
			if isNolint(comment.Text) {
				c.add(comment, from, to)
			}
		}
	}
}

// below is where a node would start that stands in the line below the comments, in the same
// column, or NoPos where the line is too short or there is none.
func (c *collector) below(g *ast.CommentGroup) token.Pos {
	f := c.fset.File(g.Pos())
	line := f.PositionFor(g.End(), false).Line + 1
	if line > f.LineCount() {
		return token.NoPos
	}
	pos := f.LineStart(line) + token.Pos(f.PositionFor(g.Pos(), false).Column-1)
	if int(pos) > f.Base()+f.Size() || f.PositionFor(pos, false).Line != line {
		return token.NoPos
	}
	return pos
}

// holds tells whether one of the places is inside the declaration or its doc comment.
func holds(d ast.Decl, places map[token.Pos]int) bool {
	start := d.Pos()
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			start = d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			start = d.Doc.Pos()
		}
	}
	for pos := range places {
		if start <= pos && pos < d.End() {
			return true
		}
	}
	return false
}

func (c *collector) add(comment *ast.Comment, from, to int) {
	pos := c.fset.Position(comment.Pos())
	c.found = append(c.found, finding.Directive{
		Location: finding.Location{File: pos.Filename, Line: pos.Line, Column: pos.Column},
		Text:     comment.Text,
		From:     from,
		To:       to,
	})
}

func (c *collector) line(pos token.Pos) int { return c.fset.Position(pos).Line }

// isCommand tells whether a comment is the command, with arguments or alone.
func isCommand(text, command string) bool {
	rest, ok := strings.CutPrefix(text, command)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

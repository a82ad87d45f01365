package rule

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/resilint/resilint/internal/finding"
)

// A Change collects the edits of a fix. An edit that cannot be made, because its place is in
// generated code or in what cgo wrote, leaves the finding without a fix, so that a rule need
// not ask:
//
//	c := rule.NewChange(pass, "give up after 5 s")
//	c.Field(lit, "Timeout", "5 * "+c.Import(lit.Pos(), "time")+".Second")
//	f.Fix = c.Fix()
//
// Positions are those of the pass. Edits of one Change do not overlap.
type Change struct {
	pass *analysis.Pass
	fix  finding.Fix
	bad  bool
}

// NewChange begins a fix. The message says what it does, as in "set ReadHeaderTimeout".
func NewChange(pass *analysis.Pass, message string) *Change {
	return &Change{pass: pass, fix: finding.Fix{Message: message}}
}

// Replace puts text in the place of the source between from and to.
func (c *Change) Replace(from, to token.Pos, text string) {
	if !from.IsValid() || !to.IsValid() || to < from || c.file(from) == nil || c.file(from) != c.file(to) {
		c.bad = true
		return
	}
	tf := c.pass.Fset.File(from)
	e := finding.Edit{File: tf.Name(), Start: tf.Offset(from), End: tf.Offset(to), New: text}
	for _, other := range c.fix.Edits {
		if other == e {
			return // an import, asked for twice
		}
	}
	c.fix.Edits = append(c.fix.Edits, e)
}

// Insert puts text before what stands at pos.
func (c *Change) Insert(pos token.Pos, text string) { c.Replace(pos, pos, text) }

// Delete removes the source between from and to.
func (c *Change) Delete(from, to token.Pos) { c.Replace(from, to, "") }

// Source is the source of a node, formatted; comments in it are lost.
func (c *Change) Source(n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, c.pass.Fset, n); err != nil {
		c.bad = true
	}
	return b.String()
}

// Field adds a field to a literal of a struct with keys, or with no fields at all. A field
// that is there leaves the finding without a fix.
func (c *Change) Field(lit *ast.CompositeLit, name, value string) {
	field := name + ": " + value
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			c.bad = true
			return
		}
		if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
			c.bad = true
			return
		}
	}
	brace := c.pass.Fset.PositionFor(lit.Rbrace, false)
	switch n := len(lit.Elts); {
	case n == 0:
		c.Insert(lit.Lbrace+1, field)
	case c.pass.Fset.PositionFor(lit.Elts[n-1].End(), false).Line == brace.Line:
		c.Insert(lit.Elts[n-1].End(), ", "+field)
	default:
		// The brace stands on a line of its own, behind tabs where the source is formatted.
		c.Insert(lit.Rbrace, "\t"+field+",\n"+strings.Repeat("\t", brace.Column-1))
	}
}

// Manual says that the change is for a reader to judge, so that no tool makes it.
func (c *Change) Manual() { c.fix.Manual = true }

// Failed leaves the finding without a fix.
func (c *Change) Failed() { c.bad = true }

// Fix gives the fix, or nil where it cannot be made.
func (c *Change) Fix() *finding.Fix {
	if c.bad || len(c.fix.Edits) == 0 {
		return nil
	}
	fix := c.fix
	return &fix
}

// file gives the file that pos stands in, if it is one that a person wrote and that the
// analysis read as it is.
func (c *Change) file(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			if ast.IsGenerated(f) || c.pass.Fset.Position(pos).Filename != c.pass.Fset.File(pos).Name() {
				return nil
			}
			return f
		}
	}
	return nil
}

// suggested gives the fix as programs take it that run analyzers themselves.
func suggested(pass *analysis.Pass, fix *finding.Fix) []analysis.SuggestedFix {
	if fix == nil || fix.Manual {
		return nil
	}
	out := analysis.SuggestedFix{Message: fix.Message}
	for _, e := range fix.Edits {
		tf := fileNamed(pass, e.File)
		if tf == nil || e.Start < 0 || e.End < e.Start || e.End > tf.Size() {
			return nil
		}
		out.TextEdits = append(out.TextEdits, analysis.TextEdit{Pos: tf.Pos(e.Start), End: tf.Pos(e.End), NewText: []byte(e.New)})
	}
	return []analysis.SuggestedFix{out}
}

func fileNamed(pass *analysis.Pass, name string) *token.File {
	for _, f := range pass.Files {
		if tf := pass.Fset.File(f.FileStart); tf.Name() == name {
			return tf
		}
	}
	return nil
}

// numbered gives a name that a wanted one becomes where it is taken: time2 for time.
func numbered(name string, n int) string {
	if n < 2 {
		return name
	}
	return fmt.Sprintf("%s%d", name, n)
}

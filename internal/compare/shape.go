//lint:file-ignore SA1019 the sources of two states are read without their types, for which the parser's own scopes are enough

package compare

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// tok is a word of a declaration as it counts: without comments and layout, and with names
// told apart by what they stand for.
type tok struct {
	kind tokKind
	text string // the word itself
	dir  string // of what is declared in a package of ours: the folder of that
	n    int    // of a local name: the how manyeth of the declaration
}

type tokKind int

const (
	plain  tokKind = iota // an operator, a literal, a name from outside
	local                 // a name that is declared inside
	member                // a field or method
	ref                   // a name that a package of ours declares
)

// tokens gives the words of the declaration.
func (s *sources) tokens(d *decl) []tok {
	if d.toks == nil {
		c := &classes{s: s, d: d, at: map[token.Pos]tok{}, skip: map[token.Pos]bool{}, locals: map[*ast.Object]int{}}
		c.classify()
		d.toks = c.scan()
	}
	return d.toks
}

// classes finds out what the names of a declaration stand for.
type classes struct {
	s      *sources
	d      *decl
	at     map[token.Pos]tok
	skip   map[token.Pos]bool // names of packages
	locals map[*ast.Object]int
}

func (c *classes) classify() {
	ast.Inspect(c.d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			c.set(n.Name, tok{kind: ref, dir: c.d.file.dir, text: n.Name.Name})
			if n.Recv != nil {
				c.set(n.Name, tok{kind: member, text: n.Name.Name})
			}
		case *ast.StructType:
			c.fields(n.Fields)
		case *ast.InterfaceType:
			c.fields(n.Methods)
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok && !c.isLocal(key) {
						c.set(key, tok{kind: member, text: key.Name})
					}
				}
			}
		case *ast.SelectorExpr:
			c.selector(n)
		case *ast.Ident:
			c.ident(n)
		}
		return true
	})
}

func (c *classes) set(id *ast.Ident, t tok) { c.at[id.Pos()] = t }

func (c *classes) fields(list *ast.FieldList) {
	for _, f := range list.List {
		for _, name := range f.Names {
			c.set(name, tok{kind: member, text: name.Name})
		}
	}
}

// isLocal tells whether the name is declared inside, which the parser has seen to.
func (c *classes) isLocal(id *ast.Ident) bool {
	return id.Obj != nil && c.d.file.syntax.Scope.Lookup(id.Name) != id.Obj
}

// selector makes one name of a package's name and what it declares, so that it is the same
// from inside the package and from outside.
func (c *classes) selector(n *ast.SelectorExpr) {
	x, ok := n.X.(*ast.Ident)
	importPath := ""
	if ok && x.Obj == nil {
		importPath = c.d.file.imported(x.Name)
	}
	if importPath == "" {
		c.set(n.Sel, tok{kind: member, text: n.Sel.Name})
		return
	}
	c.skip[x.Pos()] = true
	if dir, ours := c.s.folder(importPath); ours {
		c.set(n.Sel, tok{kind: ref, dir: dir, text: n.Sel.Name})
	} else {
		c.set(n.Sel, tok{text: importPath + "." + n.Sel.Name})
	}
}

func (c *classes) ident(id *ast.Ident) {
	if _, known := c.at[id.Pos()]; known {
		return
	}
	switch {
	case c.isLocal(id):
		n, ok := c.locals[id.Obj]
		if !ok {
			n = len(c.locals)
			c.locals[id.Obj] = n
		}
		c.set(id, tok{kind: local, text: id.Name, n: n})
	case id.Obj == nil && types.Universe.Lookup(id.Name) != nil, id.Name == "_":
		c.set(id, tok{text: id.Name})
	default:
		c.set(id, tok{kind: ref, dir: c.d.file.dir, text: id.Name})
	}
}

// scan goes over the text of the declaration.
func (c *classes) scan() []tok {
	f := c.d.file
	start, end := f.fset.Position(c.d.node.Pos()).Offset, f.fset.Position(c.d.node.End()).Offset
	start, end = min(start, len(f.src)), min(end, len(f.src))
	fset := token.NewFileSet()
	part := fset.AddFile("", -1, end-start)
	var sc scanner.Scanner
	sc.Init(part, f.src[start:end], func(token.Position, string) {}, 0)
	var out []tok
	skipDot := false
	for {
		pos, t, text := sc.Scan()
		if t == token.EOF {
			return out
		}
		at := c.d.node.Pos() + token.Pos(part.Offset(pos))
		switch {
		case t == token.SEMICOLON: // of which the layout may make line ends
		case t == token.IDENT && c.skip[at]:
			skipDot = true
		case t == token.PERIOD && skipDot:
			skipDot = false
		case t == token.IDENT:
			word, ok := c.at[at]
			if !ok {
				word = tok{text: text}
			}
			out = append(out, word)
		default:
			if closes(t) && len(out) > 0 && out[len(out)-1] == (tok{text: ","}) {
				out = out[:len(out)-1] // the comma at the end of a line
			}
			if text == "" || t.IsOperator() {
				text = t.String()
			}
			out = append(out, tok{text: text})
		}
	}
}

func closes(t token.Token) bool { return t == token.RPAREN || t == token.RBRACE || t == token.RBRACK }

// shape is what two declarations have in common that differ in names of ours only.
func shape(kind token.Token, toks []tok) string {
	var b strings.Builder
	b.WriteString(kind.String())
	for _, t := range toks {
		b.WriteByte(0)
		switch t.kind {
		case plain:
			b.WriteString(t.text)
		case local:
			b.WriteString("\x01" + strconv.Itoa(t.n))
		case member:
			b.WriteString("\x02")
		case ref:
			b.WriteString("\x03")
		}
	}
	return b.String()
}

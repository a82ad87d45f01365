package rule

import (
	"go/parser"
	"go/token"
	"strings"
)

// A Section is a part of a page: a heading and the text below it.
type Section struct {
	Heading string // empty for what stands before the first heading
	Text    string
}

// Page gives the text of the package comment in the Go source src, which is a rule's
// page. It is empty where src has no package comment.
//
// A rule embeds its own doc.go and hands it over, so that the page is written once and
// read by go doc, by resilint explain and by the documentation alike.
func Page(src string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", src, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil || f.Doc == nil {
		return ""
	}
	return f.Doc.Text()
}

// Sections cuts a page at its headings, the lines that start with "# ".
func Sections(page string) []Section {
	var out []Section
	cur := Section{}
	var text []string
	flush := func() {
		cur.Text = strings.Trim(strings.Join(text, "\n"), "\n")
		if cur.Heading != "" || cur.Text != "" {
			out = append(out, cur)
		}
		text = nil
	}
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			flush()
			cur = Section{Heading: strings.TrimSpace(heading)}
			continue
		}
		text = append(text, line)
	}
	flush()
	return out
}

// KindHeading is the heading of the part of a page that is about one kind only.
func KindHeading(kind string) string { return "Kind " + kind }

// PageFor is the page as a reader of one kind wants it: without the parts that are
// about other kinds only.
func PageFor(page, kind string) string {
	var b strings.Builder
	for _, s := range Sections(page) {
		other, only := strings.CutPrefix(s.Heading, KindHeading(""))
		if only && other != kind {
			continue
		}
		if s.Heading != "" {
			b.WriteString("# " + s.Heading + "\n\n")
		}
		b.WriteString(s.Text + "\n\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

package rule

import (
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"
)

// Headings are those of every page, of a rule and of a kind, in this order.
var Headings = []string{"What it reports", "Why it matters", "Example", "How to fix",
	"When it stays silent", "Options", "Limits", "References"}

// PageURL is the address of the page of a rule or of a code.
func PageURL(code string) string {
	return "https://github.com/resilint/resilint/blob/main/docs/rules/" + code + ".md"
}

// A Section is a part of a page: a heading and the text below it.
type Section struct {
	Heading string // empty for what stands before the first heading
	Text    string
}

// Page gives the text of the package comment in the Go source src, which is a rule's
// page. It is empty where src has no package comment.
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

// Pages joins the package comments of a rule's doc files as go doc does: first that of doc.go,
// which is the rule's page, then those of doc_<kind>.go, each of which is a kind's page below
// the heading "Kind <kind>". It is empty where a file cannot be read.
//
// A rule embeds these files and hands them over, so that a page is written once and read by
// go doc, by resilint explain and in the documentation alike.
func Pages(files fs.FS) string {
	names, err := fs.Glob(files, "doc*.go")
	if err != nil {
		return ""
	}
	slices.Sort(names) // doc.go before doc_a.go
	var b strings.Builder
	for _, name := range names {
		src, err := fs.ReadFile(files, name)
		if err != nil {
			return ""
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(Page(string(src)))
	}
	return b.String()
}

// KindHeading is the heading of the part of a page that is a kind's.
func KindHeading(kind string) string { return "Kind " + kind }

// PageFor cuts the page of one kind out of what Pages gives; with no kind, the rule's own. A
// kind without a page has the rule's.
func PageFor(page, kind string) string {
	var whole, own strings.Builder
	to := &whole
	for _, s := range Sections(page) {
		if name, ok := strings.CutPrefix(s.Heading, KindHeading("")); ok {
			to = nil
			if name == kind {
				to = &own
			}
			if s.Text == "" {
				continue
			}
			s.Heading = ""
		}
		if to == nil {
			continue
		}
		if s.Heading != "" {
			to.WriteString("# " + s.Heading + "\n\n")
		}
		to.WriteString(s.Text + "\n\n")
	}
	if own.Len() > 0 {
		return strings.TrimRight(own.String(), "\n") + "\n"
	}
	return strings.TrimRight(whole.String(), "\n") + "\n"
}

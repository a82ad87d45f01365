package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/trace"
)

// A link is a part of a message that leads to a step of the path.
type link struct {
	from, to int // bytes of the message
	id       int // of the related location
}

// linkMessage turns the names in a message into SARIF's links to the steps that they
// stand for: what is done at a step leads to it. The id of a step is its number from 1.
// Steps that the message does not name follow behind it, save those on the finding's own
// line, which is where the reader is. Those whose file is not known lead nowhere.
func linkMessage(message string, steps []trace.Step, at finding.Location) string {
	// A message says its chain last, in the order of the path.
	var links []link
	var unnamed []string
	for i, s := range slices.Backward(steps) {
		if s.Path == "" {
			continue
		}
		l, ok := findName(message, s.Note, links)
		if !ok {
			l, ok = findName(message, s.Func, links)
		}
		switch {
		case ok:
			l.id = i + 1
			links = append(links, l)
		case s.Path != at.File || s.Line != at.Line:
			name := cmp.Or(s.Note, s.Func, s.File)
			unnamed = append(unnamed, linkTo(name, i+1))
		}
	}
	slices.SortFunc(links, func(a, b link) int { return a.from - b.from })
	var b strings.Builder
	done := 0
	for _, l := range links {
		b.WriteString(plain(message[done:l.from]))
		b.WriteString(linkTo(message[l.from:l.to], l.id))
		done = l.to
	}
	b.WriteString(plain(message[done:]))
	if len(unnamed) > 0 {
		slices.Reverse(unnamed)
		b.WriteString("; see " + strings.Join(unnamed, ", "))
	}
	return b.String()
}

// findName finds the last place in message where name stands as a whole and no link is.
func findName(message, name string, links []link) (link, bool) {
	if name == "" {
		return link{}, false
	}
	for end := len(message); ; {
		i := strings.LastIndex(message[:end], name)
		if i < 0 {
			return link{}, false
		}
		l := link{from: i, to: i + len(name)}
		taken := slices.ContainsFunc(links, func(o link) bool { return l.from < o.to && o.from < l.to })
		if !taken && !endsInName(message[:i]) && !beginsInName(message[l.to:]) {
			return l, true
		}
		end = l.to - 1
	}
}

// endsInName and beginsInName tell whether a name goes on across the cut, as http.Client
// does in http.Client.Do.
func endsInName(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r == '.' || r == '/' || inName(r)
}

func beginsInName(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	if r == '.' || r == '/' {
		r, _ = utf8.DecodeRuneInString(s[n:])
	}
	return inName(r)
}

func inName(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func linkTo(text string, id int) string {
	return "[" + escapeLink.Replace(text) + "](" + strconv.Itoa(id) + ")"
}

// In the text of a link brackets are escaped. Elsewhere only what would be read as a link
// is changed. Braces, which are placeholders, are doubled everywhere.
var (
	escapeLink  = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "{", "{{", "}", "}}")
	escapePlain = strings.NewReplacer("](", "] (", "{", "{{", "}", "}}")
)

// plain writes text as a SARIF message without links.
func plain(text string) string { return escapePlain.Replace(text) }

package baseline

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

const header = `# What resilint found when this file was written, and leaves out since then.
# resilint baseline prune takes away what no longer occurs. Comments are not kept.
`

// Encode writes the file: sorted, a block of lines for each entry, and the same bytes for the
// same entries.
func (b *Baseline) Encode() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%sversion: %s\n", header, Version)
	if b.Tags != "" {
		fmt.Fprintf(&out, "tags: %s\n", scalar(b.Tags))
	}
	if len(b.Entries) == 0 {
		out.WriteString("findings: []\n")
		return out.Bytes()
	}
	out.WriteString("findings:\n")
	for _, e := range b.Entries {
		for i, line := range [][2]string{
			{"file", scalar(e.File)},
			{"func", scalar(e.Func)},
			{"code", scalar(e.Code)},
			{"confidence", scalar(string(e.Confidence))},
			{"message", quoted(e.Message)},
			{"count", count(e.Count)},
		} {
			mark := "  "
			if i == 0 {
				mark = "- "
			}
			if line[1] != "" {
				fmt.Fprintf(&out, "%s%s: %s\n", mark, line[0], line[1])
			}
		}
	}
	return out.Bytes()
}

func count(n int) string {
	if n == 1 {
		return ""
	}
	return strconv.Itoa(n)
}

// plain is what YAML reads as a text without quotes, as long as it is none of its words.
var plain = regexp.MustCompile(`^[\pL_][\pL\pN_./,-]*$`)

// scalar writes a text, without quotes where it may, and nothing where it is empty.
func scalar(s string) string {
	switch {
	case s == "":
		return ""
	case plain.MatchString(s) && !strings.EqualFold(s, "null"):
		return s
	}
	return quoted(s)
}

// quoted writes a text between quotes. What does not print is escaped, in YAML's words.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
)

// maxMarkdown is how long a comment may be at GitHub, in characters; ours counts bytes, which
// are no fewer. A job's page takes 1 MiB a step, so that what fits here fits there.
const maxMarkdown = 65536 - 1024

// markdownFormat writes a summary for a job's page or a comment: a table for each severity
// and, folded, the path of each finding. Where there is no room for all, paths are left out
// first, those of the least severe before others, and then findings; it says so.
type markdownFormat struct{}

func (markdownFormat) Name() string    { return "markdown" }
func (markdownFormat) Summary() string { return "a summary for a job's page or a comment" }

func (markdownFormat) Write(w io.Writer, in Input) error {
	m := &markdownWriter{in: in, sorted: bySeverity(in.Findings)}
	_, err := io.WriteString(w, m.document())
	return err
}

type markdownWriter struct {
	in     Input
	sorted []finding.Finding
}

// document tries the longest form first.
func (m *markdownWriter) document() string {
	head, tail := m.head(), m.tail()
	room := maxMarkdown - len(head) - len(tail)
	rows := make([][2]string, len(m.sorted)) // without a path, and with it
	for i, f := range m.sorted {
		rows[i] = [2]string{m.row(f, false), m.row(f, true)}
	}
	room -= 3 * len(tableHead(finding.Warning))
	shown := 0
	for shown < len(rows) && len(rows[shown][0]) <= room {
		room -= len(rows[shown][0])
		shown++
	}
	paths := 0
	for paths < shown && len(rows[paths][1])-len(rows[paths][0]) <= room {
		room -= len(rows[paths][1]) - len(rows[paths][0])
		paths++
	}
	var b strings.Builder
	b.WriteString(head)
	for i, f := range m.sorted[:shown] {
		if i == 0 || rank(f.Severity) != rank(m.sorted[i-1].Severity) {
			b.WriteString(tableHead(f.Severity))
		}
		if i < paths {
			b.WriteString(rows[i][1])
		} else {
			b.WriteString(rows[i][0])
		}
	}
	b.WriteString(m.cut(shown, paths))
	b.WriteString(tail)
	return b.String()
}

// head says how many findings there are.
func (m *markdownWriter) head() string {
	var b strings.Builder
	b.WriteString("## resilint: ")
	if len(m.sorted) == 0 {
		b.WriteString("nothing found\n")
	} else {
		b.WriteString(bySeverityCounted(m.sorted) + "\n")
	}
	if n := len(m.in.Known); n > 0 {
		fmt.Fprintf(&b, "\nLeft out, since the baseline has them: %s.\n", counted(n, "finding"))
	}
	return b.String()
}

// bySeverityCounted is how many findings of each severity there are.
func bySeverityCounted(findings []finding.Finding) string {
	var kinds []string
	for _, s := range []finding.Severity{finding.Error, finding.Warning, finding.Info} {
		n := 0
		for _, f := range findings {
			if rank(f.Severity) == rank(s) {
				n++
			}
		}
		if n > 0 {
			kinds = append(kinds, counted(n, sarifLevel(s)))
		}
	}
	return strings.Join(kinds, ", ")
}

// tail says what could not be done, in little room: all of it is in the log.
func (m *markdownWriter) tail() string {
	var problems, warnings []string
	for _, p := range m.in.problemPlaces() {
		text := markdownText(clip(p.text))
		if p.path != "" {
			text = markdownCode(fmt.Sprintf("%s:%d", clip(p.path), p.line)) + " " + text
		}
		problems = append(problems, text)
	}
	for _, w := range m.in.Warnings {
		warnings = append(warnings, markdownText(clip(oneLine(w))))
	}
	var outdated []string
	for _, line := range m.in.Outdated {
		outdated = append(outdated, markdownText(clip(oneLine(line))))
	}
	return markdownList("In the baseline, and no longer so", outdated) + markdownList("The answer is not whole", problems) + markdownList("About this run", warnings)
}

// markdownList is a heading with as many of the lines as go into a small part of the room.
func markdownList(heading string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	out := "\n### " + heading + "\n\n"
	for i, line := range lines {
		if len(out)+len(line) > maxMarkdown/8 {
			return out + fmt.Sprintf("- and %d more\n", len(lines)-i)
		}
		out += "- " + line + "\n"
	}
	return out
}

func tableHead(severity finding.Severity) string {
	name := sarifLevel(severity)
	return fmt.Sprintf("\n### %ss\n\n| finding | where |\n|---|---|\n", strings.ToUpper(name[:1])+name[1:])
}

// row is a line of the table. Its path is folded.
func (m *markdownWriter) row(f finding.Finding, path bool) string {
	file, _ := m.in.rootPath(f.Location.File)
	var b strings.Builder
	fmt.Fprintf(&b, "| [%s](%s): %s", markdownCode(f.Code), rule.PageURL(f.Code), markdownText(f.Message))
	if steps := m.in.pathLines(f); path && len(steps) > 0 {
		for i, s := range steps {
			steps[i] = escapeCode.Replace(s)
		}
		b.WriteString("<details><summary>path</summary><code>" + strings.Join(steps, "<br>") + "</code></details>")
	}
	fmt.Fprintf(&b, " | %s |\n", markdownCode(fmt.Sprintf("%s:%d", file, f.Location.Line)))
	return b.String()
}

// cut says what there was no room for.
func (m *markdownWriter) cut(shown, paths int) string {
	switch left := len(m.sorted) - shown; {
	case left > 0:
		return fmt.Sprintf("\n%s and the paths of %d are left out: there is no room for more here.\n", counted(left, "finding"), shown-paths)
	case paths < shown:
		return fmt.Sprintf("\nThe paths of %s are left out: there is no room for more here.\n", counted(shown-paths, "finding"))
	}
	return ""
}

// clip shortens what others write without a limit.
func clip(s string) string {
	const most = 300
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// Text within Markdown means itself: what Markdown or HTML would read is written as a
// character reference. A name behind @ and a number behind # would be a link to a person or
// an issue, even so; code is never searched for either.
var (
	escapeMarkdown = strings.NewReplacer(markdownPairs("@", "@<!-- -->", "#", "#<!-- -->")...)
	escapeCode     = strings.NewReplacer(markdownPairs()...)
)

func markdownPairs(more ...string) []string {
	out := []string{"\n", " ", "\r", " ", "://", "&#58;//"}
	for _, c := range "&<>|`*_[]\\~$" {
		out = append(out, string(c), fmt.Sprintf("&#%d;", c))
	}
	return append(out, more...)
}

func markdownText(s string) string { return escapeMarkdown.Replace(s) }

// markdownCode is text in the type of code.
func markdownCode(s string) string { return "<code>" + escapeCode.Replace(s) + "</code>" }

package report

import (
	"go/doc/comment"
	"strings"

	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
)

// maxDescription is how long code scanning at GitHub lets a description be.
const maxDescription = 1024

// sarifRules describes every kind of every rule, and tells where each code stands.
func sarifRules(infos []rule.Info) ([]sarifRule, map[string]int) {
	rules, index := []sarifRule{}, map[string]int{}
	for _, info := range infos {
		for _, k := range info.Kinds {
			code := info.Code(k)
			index[code] = len(rules)
			page := rule.PageFor(info.Doc, k.Name)
			rules = append(rules, sarifRule{
				ID:                   code,
				ShortDescription:     sarifMessage{Text: k.Summary},
				FullDescription:      sarifMessage{Text: describe(info, k)},
				DefaultConfiguration: sarifConfiguration{Enabled: k.Default != rule.Opt, Level: sarifLevel(k.Severity)},
				Help:                 sarifMessage{Text: pageText(page, 0), Markdown: pageMarkdown(page)},
				Properties: sarifRuleProperties{
					Precision: string(k.Confidence),
					Severity:  problemSeverity(k.Severity),
					Tags:      []string{"reliability", "resilience", info.Name},
				},
			})
		}
	}
	return rules, index
}

// describe is what the page says about the kind alone: a part of its own or a paragraph
// that begins with its name. Where that is nothing, or more than there is room for, it is
// the summary.
func describe(info rule.Info, k rule.Kind) string {
	for _, s := range rule.Sections(info.Doc) {
		text := s.Text
		if s.Heading != rule.KindHeading(k.Name) {
			text = paragraphOf(s.Text, k.Name)
		}
		text = strings.TrimPrefix(pageText(text, -1), k.Name+": ")
		if text = strings.TrimSpace(text); text != "" && len(text) <= maxDescription {
			return text
		}
	}
	return k.Summary
}

func paragraphOf(text, kind string) string {
	for p := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(p, kind+": ") {
			return p
		}
	}
	return ""
}

// pageText prints a page as plain text of a width; 0 is the usual one, -1 none.
func pageText(page string, width int) string {
	var parser comment.Parser
	printer := comment.Printer{TextWidth: width}
	return string(printer.Text(parser.Parse(page)))
}

func pageMarkdown(page string) string {
	var parser comment.Parser
	printer := comment.Printer{
		HeadingLevel: 2,
		// Without anchors, which plain Markdown shows as text.
		HeadingID: func(*comment.Heading) string { return "" },
	}
	return string(printer.Markdown(parser.Parse(page)))
}

func sarifLevel(s finding.Severity) string {
	switch s {
	case finding.Error:
		return "error"
	case finding.Info:
		return "note"
	}
	return "warning"
}

// problemSeverity is the severity in the words of code scanning at GitHub.
func problemSeverity(s finding.Severity) string {
	if s == finding.Info {
		return "recommendation"
	}
	return sarifLevel(s)
}

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
				HelpURI:              rule.PageURL(code),
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

// describe is what the page says that the kind reports. Where that is nothing, or more than
// there is room for, it is the summary.
func describe(info rule.Info, k rule.Kind) string {
	for _, s := range rule.Sections(rule.PageFor(info.Doc, k.Name)) {
		text := strings.TrimSpace(pageText(s.Text, -1))
		if s.Heading == rule.Headings[0] && text != "" && len(text) <= maxDescription {
			return text
		}
	}
	return k.Summary
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

// sarifLevel is the severity in the words of SARIF, which the Markdown has, too.
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

package cli

import (
	"fmt"
	"go/doc/comment"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/rule"
)

// explain prints the page of an analyzer, or of one of its kinds.
func (t *tool) explain(args []string) int {
	if len(args) != 1 {
		t.complain("explain takes one code, such as suppress/unused; resilint -list shows them all")
		return exitTrouble
	}
	infos := t.infos()
	name, kind, isKind := strings.Cut(strings.ToLower(args[0]), "/")
	i := slices.IndexFunc(infos, func(info rule.Info) bool { return info.Name == name })
	if i < 0 {
		t.complain("unknown check %q%s", args[0], config.DidYouMean(args[0], infos))
		return exitTrouble
	}
	info := infos[i]
	kinds := info.Kinds
	if isKind {
		k, ok := info.Kind(kind)
		if !ok {
			t.complain("unknown check %q%s", args[0], config.DidYouMean(args[0], infos))
			return exitTrouble
		}
		kinds = []rule.Kind{k}
	}
	for _, k := range kinds {
		fmt.Fprintf(t.Stdout, "%s: %s\n    severity %s, confidence %s, default %s\n",
			info.Code(k), k.Summary, k.Severity, k.Confidence, k.Default)
	}
	var parser comment.Parser
	printer := comment.Printer{TextWidth: 80}
	fmt.Fprintf(t.Stdout, "\n%s", printer.Text(parser.Parse(rule.PageFor(info.Doc, kind))))
	if !isKind {
		fmt.Fprintf(t.Stdout, "\nThe page of a kind: resilint explain %s\n", info.Code(kinds[0]))
	}
	return exitClean
}

// list prints a line for each kind.
func (t *tool) list() int {
	w := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	for _, info := range t.infos() {
		for _, k := range info.Kinds {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", info.Code(k), k.Default, k.Severity, k.Summary)
		}
	}
	if err := w.Flush(); err != nil {
		t.complain("%v", err)
		return exitTrouble
	}
	return exitClean
}

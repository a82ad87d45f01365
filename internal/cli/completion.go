package cli

import (
	"context"
	"flag"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/resilint/resilint/internal/completion"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/git"
	"github.com/resilint/resilint/internal/inventory/write"
	"github.com/resilint/resilint/internal/report"
)

// completion writes the script by which a shell completes command lines.
func (t *tool) completion(args []string) int {
	shells := completion.Shells()
	list := strings.Join(shells[:len(shells)-1], ", ") + " or " + shells[len(shells)-1]
	if len(args) != 1 {
		t.complain("completion takes a shell: write resilint completion SHELL, which is %s", list)
		return exitTrouble
	}
	script, ok := completion.Script(args[0])
	if !ok {
		t.complain("completion does not know %q; write %s", args[0], list)
		return exitTrouble
	}
	if _, err := io.WriteString(t.Stdout, script); err != nil {
		t.complain("%v", err)
		return exitTrouble
	}
	return exitClean
}

// completeLine answers the scripts.
func (t *tool) completeLine(args []string) int {
	if _, err := io.WriteString(t.Stdout, completion.Complete(t.root(), args).Write()); err != nil {
		return exitTrouble // a shell that asks has no place for a complaint
	}
	return exitClean
}

// root is the whole of the command line.
func (t *tool) root() completion.Command {
	root := completion.Command{
		Name:  "resilint",
		Flags: func() *flag.FlagSet { return new(options).define() },
		Value: t.flagValues(formatWords),
		Args:  packageValues(),
	}
	for _, c := range t.commands() {
		if c.usage != "" {
			root.Sub = append(root.Sub, c.complete)
		}
	}
	return root
}

// completeBaseline offers what can be done with a baseline.
func (t *tool) completeBaseline() completion.Command {
	out := completion.Command{Name: "baseline", About: "keep the findings that are known"}
	for _, verb := range verbs {
		out.Sub = append(out.Sub, completion.Command{
			Name: verb, Flags: func() *flag.FlagSet { return baselineFlags(new(options)) },
			Value: t.flagValues(nil), Args: packageValues(),
		})
	}
	return out
}

// completeSize offers the questions and their flags.
func (t *tool) completeSize() completion.Command {
	out := completion.Command{Name: "size", About: "work out the numbers to put in"}
	for _, q := range sizeQuestions() {
		out.Sub = append(out.Sub, completion.Command{
			Name: q.name, About: q.about,
			Flags: func() *flag.FlagSet {
				fs, _, _ := q.flags()
				return fs
			},
			Value: t.flagValues(sizeFormatWords),
		})
	}
	return out
}

// flagValues says what a flag takes, by the word that its usage quotes.
func (t *tool) flagValues(formats func() []completion.Word) func(*flag.Flag) completion.Values {
	return func(f *flag.Flag) completion.Values {
		kind, usage := flag.UnquoteUsage(f)
		var off func() []completion.Word
		if strings.Contains(usage, "or off") {
			off = plainWords("off")
		}
		switch {
		case kind == "DIR":
			return completion.Values{Words: off, Dirs: true}
		case kind == "FILE":
			return completion.Values{Words: off, Files: true}
		case kind == "LEVEL":
			return completion.Values{Words: plainWords(string(finding.High), string(finding.Medium), string(finding.Low))}
		case kind == "FORMAT":
			several := strings.Contains(usage, "FORMAT=FILE")
			return completion.Values{Words: formats, List: several, ToFile: several}
		case kind == "REV":
			return completion.Values{Words: t.refWords}
		case f.Name == "checks":
			return completion.Values{Words: t.checkWords, List: true, Minus: true}
		}
		return completion.Values{}
	}
}

// refWords are the branches and tags of the repository in the current folder. Without a
// repository or git there are none.
func (t *tool) refWords() []completion.Word {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	repo, err := git.Open(ctx, "", t.Vars)
	if err != nil {
		return nil
	}
	refs, err := repo.Refs(ctx)
	if err != nil {
		return nil
	}
	return plainWords(append([]string{"HEAD"}, refs...)...)()
}

// packageValues are folders, and the pattern that most people write.
func packageValues() completion.Values {
	return completion.Values{Words: plainWords("./..."), Dirs: true}
}

func plainWords(names ...string) func() []completion.Word {
	return func() []completion.Word {
		var out []completion.Word
		for _, n := range names {
			out = append(out, completion.Word{Text: n})
		}
		return out
	}
}

// codeWords are what explain takes: the analyzers, and their kinds.
func (t *tool) codeWords() []completion.Word {
	var out []completion.Word
	for _, info := range t.infos() {
		out = append(out, completion.Word{Text: info.Name})
		for _, k := range info.Kinds {
			out = append(out, completion.Word{Text: info.Code(k), About: k.Summary})
		}
	}
	return out
}

func (t *tool) checkWords() []completion.Word {
	return slices.Concat(plainWords("all", "default")(), t.codeWords())
}

func formatWords() []completion.Word {
	var out []completion.Word
	for _, f := range report.Formats() {
		out = append(out, completion.Word{Text: f.Name(), About: f.Summary()})
	}
	return out
}

func mapFormatWords() []completion.Word {
	var out []completion.Word
	for _, f := range write.Formats() {
		out = append(out, completion.Word{Text: f.Name})
	}
	return out
}

func sizeFormatWords() []completion.Word { return plainWords(sizeFormats...)() }

func shellWords() []completion.Word { return plainWords(completion.Shells()...)() }

package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/resilint/resilint/internal/nearest"
	"github.com/resilint/resilint/internal/size"
)

// A sizeQuestion is one thing that resilint size answers.
type sizeQuestion struct {
	name, about string
	args        string   // what follows the flags, as usage shows it
	needs       []string // flags without a default
	example     string   // what follows the name
	// define binds the flags, and gives what answers once they are read.
	define func(fs *flag.FlagSet) func(args []string) (sizeAnswer, error)
}

// A sizeAnswer is shown as text or as JSON.
type sizeAnswer struct {
	text string
	json any
}

// sizeQuestions lists them, the formulas first.
func sizeQuestions() []sizeQuestion {
	return append(sizeFormulas(), sizeSimulations()...)
}

// size is the command resilint size.
func (t *tool) size(args []string) int {
	if asksHelp(args) {
		t.sizeUsage()
		return exitClean
	}
	var names []string
	for _, q := range sizeQuestions() {
		if len(args) > 0 && args[0] == q.name {
			return t.sizeAnswer(q, args[1:])
		}
		names = append(names, q.name)
	}
	list := strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if len(args) == 0 {
		t.complain("size takes a question: write resilint size QUESTION, which is %s", list)
		return exitTrouble
	}
	near := ""
	if found := nearest.Names(args[0], names); len(found) > 0 {
		near = " (did you mean " + strings.Join(found, " or ") + "?)"
	}
	t.complain("size does not know %q%s; write %s", args[0], near, list)
	return exitTrouble
}

func (t *tool) sizeUsage() {
	fmt.Fprint(t.Stdout, `resilint size works out the numbers to put in when a finding is mended.

Usage:

	resilint size QUESTION [flags]

It reads no code. The questions:

`)
	w := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	for _, q := range sizeQuestions() {
		fmt.Fprintf(w, "\t%s\t%s\n", q.name, q.about)
	}
	_ = w.Flush() // nobody could be told
	fmt.Fprint(t.Stdout, "\nresilint size QUESTION -h shows its flags.\n")
}

// sizeFormats are what an answer is shown as; the first is the one used where none is asked for.
var sizeFormats = []string{"text", "json"}

// flags binds the flags of a question, and gives what answers and the format once they are read.
func (q sizeQuestion) flags() (fs *flag.FlagSet, answer func(args []string) (sizeAnswer, error), format *string) {
	fs = flag.NewFlagSet(q.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed by the caller
	fs.Usage = func() {}
	answer = q.define(fs)
	format = fs.String("format", sizeFormats[0], "output `FORMAT`: "+strings.Join(sizeFormats, " or "))
	fs.StringVar(format, "f", *format, "the same as -format `FORMAT`")
	return fs, answer, format
}

// sizeAnswer reads the flags of a question and prints the answer.
func (t *tool) sizeAnswer(q sizeQuestion, args []string) int {
	fs, answer, format := q.flags()
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		q.usage(t.Stdout, fs)
		return exitClean
	}
	if err == nil {
		err = q.check(fs, *format)
	}
	var a sizeAnswer
	if err == nil {
		a, err = answer(fs.Args())
	}
	if err == nil && *format == "json" {
		a.text, err = sizeJSON(q.name, fs, a.json)
	}
	if err != nil {
		t.complain("size %s: %s", q.name, flagged(fs, err))
		t.complain("write for instance resilint size %s %s, or -h for the flags", q.name, q.example)
		return exitTrouble
	}
	fmt.Fprint(t.Stdout, a.text)
	return exitClean
}

// check says what is wrong with the flags as far as that is the same for all questions.
func (q sizeQuestion) check(fs *flag.FlagSet, format string) error {
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for _, name := range q.needs {
		if !given[name] {
			return fmt.Errorf("-%s is missing", name)
		}
	}
	for _, arg := range fs.Args() {
		if q.args == "" {
			return fmt.Errorf("%q is no flag; write flags only", arg)
		}
		if _, err := strconv.ParseFloat(arg, 64); err != nil && strings.HasPrefix(arg, "-") {
			return fmt.Errorf("%q stands behind what is no flag; write the flags first", arg)
		}
	}
	if !slices.Contains(sizeFormats, format) {
		return fmt.Errorf("unknown format %q; write %s", format, strings.Join(sizeFormats, " or "))
	}
	return nil
}

func (q sizeQuestion) usage(w io.Writer, fs *flag.FlagSet) {
	args := q.args
	if args != "" {
		args = " " + args
	}
	fmt.Fprintf(w, "resilint size %s: %s.\n\nUsage:\n\n\tresilint size %s [flags]%s\n\tresilint size %[1]s %[5]s\n\nFlags:\n\n",
		q.name, q.about, q.name, args, q.example)
	fs.SetOutput(w)
	fs.PrintDefaults()
}

// flagged writes an error down with the flag that it speaks of as the user writes it.
func flagged(fs *flag.FlagSet, err error) string {
	var p *size.ParamError
	if errors.As(err, &p) && fs.Lookup(p.Param) != nil {
		return "-" + err.Error()
	}
	return err.Error()
}

// sizeJSON writes one object: the question, the parameters, defaults included, and the
// answer.
func sizeJSON(question string, fs *flag.FlagSet, answer any) (string, error) {
	parameters := map[string]any{} // written in the order of their names
	fs.VisitAll(func(f *flag.Flag) {
		if v, ok := f.Value.(sizeFlag); ok {
			unit, value := v.json()
			parameters[f.Name+unit] = value
		}
	})
	b, err := json.Marshal(struct {
		Question   string         `json:"question"`
		Parameters map[string]any `json:"parameters"`
		Answer     any            `json:"answer"`
	}{question, parameters, answer})
	return string(b) + "\n", err
}

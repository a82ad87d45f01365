// Package completion says how a command line that is being typed may go on, and holds the
// scripts by which shells ask.
//
// It knows no command: what there is comes in as a Command with its flag sets, so that what
// is offered is what is parsed. It runs nothing and reads no files; names of files are the
// shell's business.
package completion

import (
	"flag"
	"slices"
	"strings"
)

// A Command is what a name on the command line stands for.
type Command struct {
	Name, About string
	Flags       func() *flag.FlagSet      // nil: it has none
	Value       func(f *flag.Flag) Values // what a flag takes
	Args        Values                    // what follows the flags
	Sub         []Command                 // stand in the place of arguments
}

// Values are what a flag or an argument may be.
type Values struct {
	Words       func() []Word // nil: none that are known
	Files, Dirs bool          // the shell is to offer files, or folders
	List        bool          // words with commas between
	Minus       bool          // a word of a list may have a - in front
	ToFile      bool          // a word may go on with =FILE
}

// A Word is one that can be written, and a line about it.
type Word struct{ Text, About string }

// A Reply is how the last word of a line may go on.
type Reply struct {
	Words       []Word
	Files, Dirs bool // the shell is to offer files or folders besides
	NoSpace     bool // the word may go on, so that no space follows it
}

// Write gives the reply as the scripts read it: a word and what it is about in a line with
// a tab between, and lines with a colon in front for what the shell is to do.
func (r Reply) Write() string {
	var b strings.Builder
	for _, w := range r.Words {
		b.WriteString(w.Text)
		if w.About != "" {
			b.WriteString("\t" + w.About)
		}
		b.WriteString("\n")
	}
	for _, d := range []struct {
		on   bool
		line string
	}{{r.NoSpace, ":nospace"}, {r.Files, ":files"}, {r.Dirs, ":dirs"}} {
		if d.on {
			b.WriteString(d.line + "\n")
		}
	}
	return b.String()
}

// Complete says how the last of the words may go on, which stand behind the program's name.
// A full stop is appended to the last word, since some shells drop an empty one.
func Complete(root Command, args []string) Reply {
	if len(args) == 0 {
		return Reply{}
	}
	args = slices.Clone(args)
	args[len(args)-1] = strings.TrimSuffix(args[len(args)-1], ".")
	words, split := joined(args)
	r := complete(root, words)
	if !split {
		return r
	}
	// The shell cut at the equals sign, and only replaces what follows it.
	current := words[len(words)-1]
	cut := strings.LastIndex(current, "=") + 1
	for i := range r.Words {
		r.Words[i].Text = strings.TrimPrefix(r.Words[i].Text, current[:cut])
	}
	return r
}

// joined puts words together again that bash cuts at equals signs, and tells whether the last
// one was cut.
func joined(args []string) (words []string, split bool) {
	for i := 0; i < len(args); i++ {
		if args[i] != "=" || len(words) == 0 {
			words, split = append(words, args[i]), false
			continue
		}
		last := &words[len(words)-1]
		*last += "="
		if i+1 < len(args) {
			i++
			*last += args[i]
		}
		split = true
	}
	return words, split
}

// complete walks over the words that are done to see what the last one is.
func complete(c Command, words []string) Reply {
	done, current := words[:len(words)-1], words[len(words)-1]
	for i := 0; i < len(done); i++ {
		word := done[i]
		name, isFlag := flagName(word)
		if !isFlag {
			for _, sub := range c.Sub {
				if sub.Name == word {
					return complete(sub, words[i+1:])
				}
			}
			return c.Args.reply("", current) // flags stand before what is none
		}
		name, _, hasValue := strings.Cut(name, "=")
		f := c.lookUp(name)
		if f == nil || isBool(f) || hasValue {
			continue
		}
		if i+1 == len(done) {
			return c.Value(f).reply("", current)
		}
		i++
	}
	name, isFlag := flagName(current)
	if !isFlag && current != "-" {
		r := c.Args.reply("", current)
		for _, sub := range c.Sub {
			if strings.HasPrefix(sub.Name, current) {
				r.Words = append(r.Words, Word{sub.Name, sub.About})
			}
		}
		return r
	}
	if name, value, ok := strings.Cut(name, "="); ok {
		if f := c.lookUp(name); f != nil && !isBool(f) {
			return c.Value(f).reply(strings.TrimSuffix(current, value), value)
		}
		return Reply{}
	}
	return c.flags(current)
}

// flagName is the name of a flag as package flag reads it.
func flagName(word string) (string, bool) {
	if len(word) < 2 || word[0] != '-' {
		return "", false
	}
	return strings.TrimPrefix(word[1:], "-"), true
}

func (c Command) lookUp(name string) *flag.Flag {
	if c.Flags == nil {
		return nil
	}
	return c.Flags().Lookup(name)
}

func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// flags offers the flags, with as many dashes as were typed.
func (c Command) flags(current string) Reply {
	var r Reply
	if c.Flags == nil {
		return r
	}
	dashes := "-"
	if strings.HasPrefix(current, "--") {
		dashes = "--"
	}
	c.Flags().VisitAll(func(f *flag.Flag) {
		if word := dashes + f.Name; strings.HasPrefix(word, current) {
			_, usage := flag.UnquoteUsage(f)
			r.Words = append(r.Words, Word{word, strings.ReplaceAll(usage, "\n", " ")})
		}
	})
	if word := dashes + "h"; strings.HasPrefix(word, current) {
		r.Words = append(r.Words, Word{word, "show the flags"})
	}
	return r
}

// reply offers the values that go on from current; before stands in front of each.
func (v Values) reply(before, current string) Reply {
	r := Reply{Files: v.Files, Dirs: v.Dirs, NoSpace: v.List}
	if v.List {
		cut := strings.LastIndex(current, ",") + 1
		if v.Minus && strings.HasPrefix(current[cut:], "-") {
			cut++
		}
		before, current = before+current[:cut], current[cut:]
	}
	if v.ToFile && strings.Contains(current, "=") {
		r.Files = true
		return r
	}
	if v.Words == nil {
		return r
	}
	for _, w := range v.Words() {
		if strings.HasPrefix(w.Text, current) {
			r.Words = append(r.Words, Word{before + w.Text, w.About})
		}
	}
	return r
}

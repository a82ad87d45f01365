package statement

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/nearest"
)

// Prefix is what a comment begins with that states something.
const Prefix = "//resilint:"

// usage is what to write, by verb.
var usage = map[Verb]string{
	Retry:   Prefix + "retry attempts=3 REASON",
	Bounded: Prefix + "bounded 2s REASON",
	Queue:   Prefix + "queue timeout=200ms service=16ms safety=0.8",
}

// spaced is a comment that would be a statement if it had no space after its slashes.
var spaced = regexp.MustCompile(`^//[ \t]+resilint:([a-zA-Z]+)\b`)

// Is tells whether a comment states something, or was meant to. A comment of prose that
// only begins with the tool's name is none.
func Is(comment string) bool {
	if strings.HasPrefix(comment, Prefix) {
		return true
	}
	if !strings.Contains(comment, "resilint:") {
		return false // nearly every comment
	}
	m := spaced.FindStringSubmatch(comment)
	return m != nil && slices.Contains(Verbs(), Verb(strings.ToLower(m[1])))
}

// Parse reads a comment for which Is is true, from its slashes on. What stands behind a
// second pair of slashes is a remark, and the reason where there is no other. The error
// says what is wrong and what to write instead.
func Parse(comment string) (Statement, error) {
	rest, ok := strings.CutPrefix(comment, Prefix)
	if !ok {
		return Statement{}, fmt.Errorf("a space after the slashes makes it a remark that states nothing; write //%s", strings.TrimLeft(strings.TrimPrefix(comment, "//"), " \t"))
	}
	body, remark, _ := strings.Cut(rest, " //")
	words := strings.Fields(body)
	if len(words) == 0 || body[0] == ' ' || body[0] == '\t' {
		return Statement{}, fmt.Errorf("%s has no word behind its colon; write %s", Prefix, list(Verbs()))
	}
	p := parser{s: Statement{Verb: Verb(words[0])}, words: words[1:], remark: remark}
	switch p.s.Verb {
	case Retry:
		p.values("attempts")
	case Bounded:
		p.duration()
	case Queue:
		p.values("timeout", "service", "safety")
	default:
		return Statement{}, unknown(words[0])
	}
	if p.err != nil {
		return Statement{}, fmt.Errorf("%s%s: %w", Prefix, p.s.Verb, p.err)
	}
	p.s.Reason = CleanReason(strings.Join(p.words, " "))
	if p.s.Reason == "" {
		p.s.Reason = CleanReason(p.remark)
	}
	if p.s.Verb == Bounded && p.s.Reason == "" {
		return Statement{}, fmt.Errorf("%sbounded says no reason; write why it ends in time behind the duration: %s", Prefix, usage[Bounded])
	}
	return p.s, nil
}

// unknown says which verbs there are.
func unknown(word string) error {
	var known []string
	for _, v := range Verbs() {
		known = append(known, string(v))
	}
	near := ""
	if names := nearest.Names(strings.ToLower(word), known); len(names) > 0 {
		near = " (did you mean " + strings.Join(names, " or ") + "?)"
	}
	return fmt.Errorf("unknown statement %q; write %s%s", word, list(Verbs()), near)
}

// list names the forms of verbs.
func list(verbs []Verb) string {
	var out []string
	for _, v := range verbs {
		out = append(out, usage[v])
	}
	return strings.Join(out[:len(out)-1], ", ") + " or " + out[len(out)-1]
}

// A parser reads the words behind a verb.
type parser struct {
	s      Statement
	words  []string // not read yet
	remark string
	err    error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

var keyed = regexp.MustCompile(`^([a-zA-Z_]+)=(.*)$`)

// values reads key=value words up to the first that is none. All keys must be there.
func (p *parser) values(keys ...string) {
	var seen []string
	for len(p.words) > 0 && p.err == nil {
		m := keyed.FindStringSubmatch(p.words[0])
		if m == nil {
			break
		}
		p.words = p.words[1:]
		switch key := m[1]; {
		case slices.Contains(seen, key):
			p.fail("%s is there twice; write it once", key)
		case !slices.Contains(keys, key):
			p.key(key, keys)
		default:
			seen = append(seen, key)
			p.value(key, m[2])
		}
	}
	for _, key := range keys {
		if !slices.Contains(seen, key) {
			p.fail("%s= is missing; write %s", key, usage[p.s.Verb])
		}
	}
}

// key notes an unknown key.
func (p *parser) key(key string, keys []string) {
	near := ""
	if names := nearest.Names(strings.ToLower(key), keys); len(names) > 0 {
		near = " (did you mean " + strings.Join(names, " or ") + "?)"
	}
	p.fail("unknown key %q; write %s%s", key, usage[p.s.Verb], near)
}

func (p *parser) value(key, text string) {
	var err error
	switch key {
	case "attempts":
		p.s.Attempts, err = ParseAttempts(text)
	case "timeout":
		p.s.Timeout, err = ParseDuration(key, text)
	case "service":
		p.s.Service, err = ParseDuration(key, text)
	case "safety":
		p.s.Safety, err = ParseSafety(text)
	}
	if err != nil {
		p.fail("%w", err)
	}
}

// duration reads the one value of bounded.
func (p *parser) duration() {
	if len(p.words) == 0 {
		p.fail("the duration is missing; write %s", usage[Bounded])
		return
	}
	d, err := ParseDuration("the duration", p.words[0])
	if err != nil {
		p.fail("%w", err)
	}
	p.s.Duration, p.words = d, p.words[1:]
}

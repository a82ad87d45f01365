package doorstest

import (
	"path/filepath"
	"testing"
)

// The reasons why another door may show other findings than the command line: it sees one
// package at a time, with what that imports. docs/doors.md has them, too.
const (
	implemented = "what stands behind the interface is in a package that is not imported"
	wired       = "it is told where both sides of the interface are imported"
	elsewhere   = "it is found in one package and to be mended in another"
	comments    = "that a comment silences nothing is known when all findings are"
	bounded     = "a setting in a package that is not imported bounds the call"
	oneshot     = "only a program that runs once and ends imports the package"
)

// A Program is analysed through every door. All findings are the same, those of low
// confidence among them, but for the differences that are listed.
type Program struct {
	Name, Dir        string
	OnlyCLI, OnlyOne []Difference // shown by the command line only, by the other door only
}

// Programs lists them; module is the folder of resilint's source.
func Programs(t *testing.T, module string) []Program {
	t.Helper()
	return []Program{
		{
			Name: "shop", Dir: filepath.Join(module, "examples", "shop"),
			OnlyCLI: []Difference{
				{"labels/labels.go", "p.free <- struct{}{}", "missingdeadline/acquire", elsewhere},
				{"shipping/shipping.go", "try, cancel := context.WithTimeout(ctx, 5*time.Second)", "deadlinebudget/retrybudget", elsewhere},
			},
		},
		{
			Name: "missingdeadline", Dir: filepath.Join(module, "analyzers", "missingdeadline", "testdata", "src"),
			OnlyCLI: []Difference{
				{"app/transport/transport.go", `func Convert(name string) error { return exec.Command("convert", name).Run() }`, "missingdeadline/noctx", elsewhere},
			},
		},
		sources(module, "retrynesting"),
		sources(module, "retrypolicy"),
		sources(module, "breakerorder"),
		sources(module, "deadlinebudget",
			Difference{"app/store/store.go", "ctx, cancel := context.WithTimeout(ctx, 10*time.Second)", "deadlinebudget/inverted", elsewhere},
			Difference{"app/store/store.go", "ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)", "deadlinebudget/inverted", elsewhere}),
		sources(module, "unboundedqueue",
			Difference{"app/notify/notify.go", "go n.Post(key)", "unboundedqueue/spawn", elsewhere}),
		{
			Name: "program", Dir: Unpack(t, filepath.Join(module, "testdata", "doors", "program.txtar")),
			OnlyCLI: []Difference{
				{"lines/lines.go", "var Client = &http.Client{Timeout: time.Second}", "sharedclient/shared", elsewhere},
				{"orders/orders.go", "return s.Store.Save(context.Background(), id)", "missingdeadline/background", implemented},
				{"quotes/quotes.go", "for range 3 {", "retrynesting/nested", implemented},
				{"weather/weather.go", `return s.backup.Get(ctx, "today")`, "fallbackprimary/same", implemented},
				{"quiet/quiet.go", "//lint:ignore missingdeadline/noctx nothing is wrong here", "suppress/unused", comments},
			},
			OnlyOne: []Difference{
				{"cmd/service/main.go", "place := &orders.Service{Store: &store.SQL{}}", "missingdeadline/background", wired},
				{"cmd/service/main.go", "quote := quotes.New(&web.Client{})", "retrynesting/nested", wired},
				{"cmd/service/main.go", "sky := weather.New(station, station)", "fallbackprimary/same", wired},
				{"letters/letters.go", `return smtp.SendMail("mail.example:25", nil, "me", []string{to}, nil)`, "missingdeadline/noctx", oneshot},
				{"rates/rates.go", `resp, err := http.Get("https://rates.example/" + currency)`, "missingdeadline/noctx", bounded},
			},
		},
	}
}

// sources are what the tests of a rule read. Those of sharedclient and fallbackprimary are
// no module, so that go vet cannot read them.
func sources(module, rule string, onlyCLI ...Difference) Program {
	return Program{Name: rule, Dir: filepath.Join(module, "analyzers", rule, "testdata", "src"), OnlyCLI: onlyCLI}
}

// Parity runs the command line and another door over all programs, twice each, and
// compares.
func Parity(t *testing.T, module, bin, door string, run func(t *testing.T, dir string) []Found) {
	t.Helper()
	for _, p := range Programs(t, module) {
		t.Run(p.Name, func(t *testing.T) {
			cache := t.TempDir()
			cli := Twice(t, "the command line", func() []Found { return CLI(t, bin, p.Dir, cache, "-confidence", "low") })
			other := Twice(t, door, func() []Found { return run(t, p.Dir) })
			if len(cli) == 0 {
				t.Error("nothing is found")
			}
			Compare(t, "the command line", door, cli, other, p.OnlyCLI)
			Compare(t, door, "the command line", other, cli, p.OnlyOne)
		})
	}
}

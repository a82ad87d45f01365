package doors

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/config"
	"github.com/resilint/resilint/internal/finding"
	"github.com/resilint/resilint/internal/rule"
)

// position is where an error of package config stands. Of settings that somebody else has
// read, the lines are not known.
var position = regexp.MustCompile(`(?m)^settings:\d+: `)

// configure reads the options and, where a Dir is given, the configuration file.
func (o Options) configure() (*config.Config, error) {
	rules := analyzers.All()
	var known []config.Rule
	for _, r := range rules {
		known = append(known, config.Rule{Info: r.Info, Options: r.Options})
	}
	set, err := o.settings(rules, known)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	if o.Dir == "" {
		return set, nil
	}
	file, err := readFile(o.Dir, known)
	if err != nil {
		return nil, err
	}
	return join(set, file, infos(rules))
}

// settings reads the options. Rules, Models and Stated are read as in the configuration file.
func (o Options) settings(rules []analyzers.Rule, known []config.Rule) (*config.Config, error) {
	if _, err := o.read(rules); err != nil {
		return nil, err
	}
	doc := map[string]any{}
	if o.Rules != nil {
		doc["rules"] = o.Rules
	}
	if o.Models != nil {
		doc["models"] = o.Models
	}
	if o.Stated != nil {
		doc["stated"] = o.Stated
	}
	text, err := json.Marshal(doc) // all JSON is YAML
	if err != nil {
		return nil, fmt.Errorf("rules, models and stated: %w", err)
	}
	c, err := config.Parse("settings", text, known)
	if err != nil {
		return nil, errors.New(position.ReplaceAllString(err.Error(), ""))
	}
	if len(c.Severity) > 0 {
		return nil, errors.New("rules: severity changes nothing here; remove it, and use the severity that the program which runs the rules has")
	}
	c.Checks, c.Confidence = o.Checks, finding.Confidence(o.Confidence)
	return c, nil
}

// readFile reads the configuration file that is found from dir on. Without any it gives
// the configuration that says nothing.
func readFile(dir string, known []config.Rule) (*config.Config, error) {
	found, err := config.Find(dir)
	if err != nil || found == "" {
		return &config.Config{}, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	name := found
	if rel, err := filepath.Rel(abs, found); err == nil && len(rel) < len(found) {
		name = rel
	}
	return config.Read(found, name, known)
}

// join adds to the settings what only the file says. What both say must be the same: to
// let one of them win would leave the command line and this door with different answers,
// and nobody told.
func join(set, file *config.Config, infos []rule.Info) (*config.Config, error) {
	var errs []error
	apart := func(key string, differ bool) {
		if differ {
			errs = append(errs, fmt.Errorf("%s is set in .golangci.yml and in %s to something else; keep it in one of them", key, file.At[key]))
		}
	}
	if set.Checks == "" {
		set.Checks = file.Checks
	} else if file.Checks != "" {
		a, errA := config.ParseChecks(set.Checks, infos)
		b, errB := config.ParseChecks(file.Checks, infos)
		apart("checks", errA != nil || errB != nil || !maps.Equal(a, b))
	}
	if set.Confidence == "" {
		set.Confidence = file.Confidence
	} else if file.Confidence != "" {
		apart("confidence", set.Confidence != file.Confidence)
	}
	for _, name := range slices.Sorted(maps.Keys(file.Options)) {
		if own, ok := set.Options[name]; ok {
			apart("rules: "+name, !reflect.DeepEqual(own, file.Options[name]))
			continue
		}
		set.Options[name] = file.Options[name]
	}
	if len(set.Models) == 0 {
		set.Models = file.Models
	} else if len(file.Models) > 0 {
		a, errA := (&config.Config{Models: set.Models}).Key()
		b, errB := (&config.Config{Models: file.Models}).Key()
		apart("models", errA != nil || errB != nil || a != b)
	}
	if len(set.Stated) == 0 {
		set.Stated = file.Stated
	} else if len(file.Stated) > 0 {
		a, errA := (&config.Config{Stated: set.Stated}).Key()
		b, errB := (&config.Config{Stated: file.Stated}).Key()
		apart("stated", errA != nil || errB != nil || a != b)
	}
	return set, errors.Join(errs...)
}

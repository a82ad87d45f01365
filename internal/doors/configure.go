package doors

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/config"
)

// position is where an error of package config stands. Of settings that somebody else has
// read, the lines are not known.
var position = regexp.MustCompile(`(?m)^settings:\d+: `)

// configure reads Rules and Models as the configuration file is read.
func (o Options) configure() (analyzers.Config, error) {
	doc := map[string]any{}
	if o.Rules != nil {
		doc["rules"] = o.Rules
	}
	if o.Models != nil {
		doc["models"] = o.Models
	}
	if len(doc) == 0 {
		return analyzers.Config{}, nil
	}
	text, err := json.Marshal(doc) // all JSON is YAML
	if err != nil {
		return analyzers.Config{}, fmt.Errorf("rules and models: %w", err)
	}
	var known []config.Rule
	for _, r := range analyzers.All() {
		known = append(known, config.Rule{Info: r.Info, Options: r.Options})
	}
	c, err := config.Parse("settings", text, known)
	if err != nil {
		return analyzers.Config{}, errors.New(position.ReplaceAllString(err.Error(), ""))
	}
	if len(c.Severity) > 0 {
		return analyzers.Config{}, errors.New("rules: severity changes nothing here; remove it, and use the severity that the program which runs the rules has")
	}
	return analyzers.Config{Catalogue: c.Catalogue(), Options: c.Options}, nil
}

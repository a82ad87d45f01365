package config

import (
	"fmt"
	"path"
	"strings"

	"github.com/resilint/resilint/internal/nearest"
	"github.com/resilint/resilint/internal/rule"
)

// Checks says which codes are asked for.
type Checks map[string]bool

// ParseChecks reads a list such as "all,-sharedclient/default". Entries count from left
// to right. A list that begins with something taken away begins with the default.
func ParseChecks(list string, infos []rule.Info) (Checks, error) {
	c := Checks{}
	for _, info := range infos {
		for _, code := range info.Codes() {
			c[code] = false
		}
	}
	for i, entry := range strings.Split(list, ",") {
		entry = strings.ToLower(strings.TrimSpace(entry))
		name, minus := strings.CutPrefix(entry, "-")
		if i == 0 && minus {
			c.set("default", true, infos)
		}
		if !c.set(name, !minus, infos) {
			return nil, fmt.Errorf("unknown check %q%s", name, DidYouMean(name, infos))
		}
	}
	return c, nil
}

// set switches what name stands for and tells whether it stands for anything.
func (c Checks) set(name string, on bool, infos []rule.Info) bool {
	hit := name == "default" || name == "all"
	for _, info := range infos {
		for _, k := range info.Kinds {
			if checkMatches(name, info, k) {
				c[info.Code(k)] = on
				hit = true
			}
		}
	}
	return hit
}

func checkMatches(name string, info rule.Info, k rule.Kind) bool {
	switch name {
	case "all", info.Name, info.Code(k):
		return true
	case "default":
		return k.Default != rule.Opt
	}
	against := info.Name
	if strings.Contains(name, "/") {
		against = info.Code(k)
	}
	ok, err := path.Match(name, against)
	return err == nil && ok
}

// Enabled tells whether findings of the code are asked for. A code that nobody lists is
// shown, because hiding it would hide the mistake.
func (c Checks) Enabled(code string) bool {
	on, known := c[code]
	return on || !known
}

// DidYouMean names the checks nearest to an unknown one.
func DidYouMean(name string, infos []rule.Info) string {
	var known []string
	for _, info := range infos {
		known = append(known, info.Name)
		known = append(known, info.Codes()...)
	}
	near := nearest.Names(name, known)
	if len(near) == 0 {
		return "; resilint -list shows them all"
	}
	return ": did you mean " + strings.Join(near, " or ") + "?"
}

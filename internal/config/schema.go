package config

import (
	"encoding/json"

	"github.com/resilint/resilint/internal/catalogue"
)

// Schema describes the file as a JSON schema, for editors. It is made of what Parse
// reads, and docs/resilint.schema.json is a copy of it.
func Schema(rules []Rule) ([]byte, error) {
	entry, defs := catalogue.EntrySchema()
	defs["entry"] = entry
	texts := map[string]any{"$ref": "#/$defs/texts"}
	describe := func(s map[string]any, text string) map[string]any {
		out := map[string]any{"description": text}
		for k, v := range s {
			out[k] = v
		}
		return out
	}
	perRule := map[string]any{}
	for _, ru := range rules {
		perRule[ru.Name] = ruleSchema(ru)
	}
	text, err := json.MarshalIndent(map[string]any{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"title":                "resilint configuration",
		"type":                 []string{"object", "null"},
		"additionalProperties": false,
		"$defs":                defs,
		"properties": map[string]any{
			"version":    map[string]any{"description": "the form of this file", "const": 1},
			"checks":     describe(texts, "which checks are shown, as -checks takes them: default, all, an analyzer, analyzer/kind or a glob; a leading - takes away"),
			"confidence": map[string]any{"description": "show findings of this confidence and above", "enum": confidences},
			"tests":      map[string]any{"description": "analyse test files too", "type": "boolean"},
			"tags":       describe(texts, "build tags"),
			"exclude":    describe(texts, "globs over paths within a module; findings in these files are dropped"),
			"baseline": map[string]any{"description": "the file of known findings, which are left out, or off; relative to this file's folder",
				"type": "string", "minLength": 1},
			"rules": map[string]any{"description": "severities and options of single rules",
				"type": "object", "properties": perRule, "additionalProperties": false},
			"models": map[string]any{"description": "what your own wrappers do, in the catalogue's form",
				"type": "array", "items": map[string]any{"$ref": "#/$defs/entry"}},
			"stated": map[string]any{"description": "what you state of your functions, fields and variables where the source cannot show it",
				"type": "array", "items": statedSchema()},
		},
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// statedSchema describes an element of stated. Durations are not looked into.
func statedSchema() map[string]any {
	text := map[string]any{"type": "string", "minLength": 1}
	duration := map[string]any{"description": "a duration such as 200ms", "type": "string"}
	of := func(props map[string]any, required ...string) map[string]any {
		props["reason"] = text
		return map[string]any{"type": "object", "properties": props, "required": required, "additionalProperties": false}
	}
	return map[string]any{
		"type": "object",
		"properties": map[string]any{
			"symbol": map[string]any{"description": "pkg/path.Func, (*pkg/path.Type).Method, pkg/path.Type.Field or pkg/path.Var, or a list", "$ref": "#/$defs/texts"},
			"retry": of(map[string]any{"attempts": map[string]any{"description": "how often it is tried in all",
				"anyOf": []any{map[string]any{"type": "integer", "minimum": 1}, map[string]any{"const": "unbounded"}}}}, "attempts"),
			"bounded": of(map[string]any{"duration": duration}, "duration", "reason"),
			"queue": of(map[string]any{"timeout": duration, "service": duration, "safety": map[string]any{
				"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}}, "timeout", "service", "safety"),
		},
		"required":             []string{"symbol"},
		"minProperties":        2,
		"additionalProperties": false,
	}
}

func ruleSchema(ru Rule) map[string]any {
	word := map[string]any{"enum": severities}
	kinds := map[string]any{"all": word}
	for _, k := range ru.Kinds {
		kinds[k.Name] = word
	}
	props := map[string]any{"severity": map[string]any{
		"type": "object", "properties": kinds, "additionalProperties": false}}
	if ru.Options != nil {
		o := newOptions(ru.Options())
		for _, name := range o.names {
			if f, ok := formOf(o.fields[name].Type()); ok {
				props[name] = f.schema
			}
		}
	}
	return map[string]any{"type": "object", "properties": props, "additionalProperties": false}
}

package catalogue

import "maps"

// EntrySchema describes an entry as a JSON schema, for editors: made of the vocabularies
// that Parse holds an entry to, so that the two cannot part. defs are the definitions it
// refers to below #/$defs. What only Parse sees (the spelling of a symbol, keys that need
// each other) is not in it.
func EntrySchema() (entry map[string]any, defs map[string]any) {
	var kinds []any
	for _, k := range keysOf {
		props := map[string]any{}
		for _, list := range [][]string{keysCommon, k.keys} {
			for _, key := range list {
				props[key] = keySchema(k.kind, key)
			}
		}
		kinds = append(kinds, map[string]any{
			"if":   map[string]any{"properties": map[string]any{"kind": map[string]any{"const": string(k.kind)}}},
			"then": map[string]any{"properties": props, "additionalProperties": false},
		})
	}
	entry = map[string]any{
		"type":       "object",
		"required":   []string{"kind"},
		"properties": map[string]any{"kind": enum(wordsKind)},
		"allOf":      kinds,
	}
	return entry, definitions()
}

func definitions() map[string]any {
	index := map[string]any{"type": "integer", "minimum": 0, "maximum": maxArg}
	place := object(keysWhere, map[string]any{"arg": index, "type": scalar, "recv": boolean, "via": scalar, "from": texts})
	return map[string]any{
		"scalar": map[string]any{"type": []string{"string", "number", "boolean"}},
		"texts": map[string]any{"anyOf": []any{scalar,
			map[string]any{"type": "array", "items": scalar, "minItems": 1}}},
		"place":   map[string]any{"anyOf": []any{enum([]string{"none", "recv"}), place}},
		"context": map[string]any{"anyOf": []any{enum([]string{"none", "recv"}), index, place}},
		"match": object(keysMatch, map[string]any{"recv": scalar, "methods": texts, "pkg": scalar,
			"funcs": texts, "except": texts, "except_recv": texts}),
		"shape":    object(keysShape, nil),
		"attempts": object(keysTries, map[string]any{"from": texts, "counts": enum(wordsCounts)}),
		"time":     object(keysLimit, map[string]any{"from": texts}),
		"sets": map[string]any{"type": "array", "items": required(object(keysSet, map[string]any{
			"by": texts, "means": enum(wordsMeans), "arg": index, "n": map[string]any{"type": "integer", "minimum": 1}}), "by", "means")},
		"fields": map[string]any{"type": "array", "items": required(object(keysField, map[string]any{
			"role": enum(wordsRole), "zero": enum(wordsOff), "neg": enum(wordsOff), "src": texts}), "role")},
	}
}

var (
	scalar  = ref("scalar")
	texts   = ref("texts")
	boolean = map[string]any{"type": "boolean"}
)

func ref(name string) map[string]any { return map[string]any{"$ref": "#/$defs/" + name} }

func enum(words []string) map[string]any { return map[string]any{"enum": words} }

// object allows the keys only; those that special does not describe are scalars.
func object(keys []string, special map[string]any) map[string]any {
	props := map[string]any{}
	for _, k := range keys {
		props[k] = scalar
	}
	maps.Copy(props, special)
	return map[string]any{"type": "object", "properties": props, "additionalProperties": false}
}

func required(o map[string]any, keys ...string) map[string]any {
	o["required"] = keys
	return o
}

// wordKeys are the keys with a vocabulary that is the same in each kind.
var wordKeys = map[string][]string{
	"kind": wordsKind, "idempotent": wordsIdempotent, "dials": wordsDials, "mode": wordsMode, "effect": wordsEffect,
	"on": wordsOn, "blocks": wordsBlocks, "queue": wordsQueue, "ctx_aware": wordsSwitch, "jitter": wordsSwitch,
	"bounded_by": wordsBoundedBy, "again": wordsAgain,
}

func keySchema(kind Kind, key string) map[string]any {
	if words, ok := wordKeys[key]; ok {
		return enum(words)
	}
	switch key {
	case "does":
		for _, d := range does {
			if d.kind == kind {
				return enum(d.words)
			}
		}
	case "ctx", "handler_ctx":
		return ref("context")
	case "dep", "amount", "config", "handler", "op", "fallback":
		return ref("place")
	case "match", "shape", "attempts", "time", "fields", "sets":
		return ref(key)
	case "stream", "async":
		return boolean
	case "default":
		return map[string]any{"anyOf": []any{enum(wordsCapacity), map[string]any{"type": "integer", "minimum": 1},
			map[string]any{"type": "string", "pattern": "^[1-9][0-9]*$"}}}
	case "iface", "default_timeout", "makes", "deadline", "cancelled", "only", "backoff", "note", "name":
		return scalar
	}
	return texts
}

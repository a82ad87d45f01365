package config

import (
	"reflect"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/resilint/resilint/internal/rule"
	"github.com/resilint/resilint/internal/strictyaml"
)

// options reads the options of a rule into its struct: a new option is a field with a
// yaml tag, and nothing here.
type options struct {
	value  rule.Options
	names  []string
	fields map[string]reflect.Value
}

func newOptions(v rule.Options) *options {
	o := &options{value: v, fields: map[string]reflect.Value{}}
	s := reflect.ValueOf(v)
	if s.Kind() != reflect.Pointer || s.Elem().Kind() != reflect.Struct {
		return o
	}
	s = s.Elem()
	for i := range s.NumField() {
		name, _, _ := strings.Cut(s.Type().Field(i).Tag.Get("yaml"), ",")
		if name != "" && name != "-" {
			o.names = append(o.names, name)
			o.fields[name] = s.Field(i)
		}
	}
	return o
}

// A form is a type that an option can have: its word for messages, its JSON schema, and
// the tag that its scalar has in YAML.
type form struct {
	word   string
	schema map[string]any
	tags   string
}

// formOf is false for a type that no option can have.
func formOf(t reflect.Type) (form, bool) {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return form{"a duration such as 30s", map[string]any{"type": "string"}, "!!str"}, true
	case t.Kind() == reflect.Bool:
		return form{"true or false", map[string]any{"type": "boolean"}, "!!bool"}, true
	case t.Kind() == reflect.Int:
		return form{"a whole number", map[string]any{"type": "integer"}, "!!int"}, true
	case t.Kind() == reflect.Float64:
		return form{"a number", map[string]any{"type": "number"}, "!!int !!float"}, true
	case t.Kind() == reflect.String:
		return form{"a text", map[string]any{"type": "string"}, "!!str"}, true
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String:
		return form{"a text or a list of texts", map[string]any{"$ref": "#/$defs/texts"}, ""}, true
	}
	return form{}, false
}

// read sets an option.
func (o *options) read(r *reader, name string, n *yaml.Node) {
	field := o.fields[name]
	f, ok := formOf(field.Type())
	switch {
	case !ok:
		r.Fail(n, "%s cannot be set in a file", name)
	case field.Kind() == reflect.Slice:
		field.Set(reflect.ValueOf(r.List(n, name)).Convert(field.Type()))
	case n.Kind != yaml.ScalarNode || !strings.Contains(f.tags, n.ShortTag()) || n.Decode(field.Addr().Interface()) != nil:
		r.Fail(n, "%s is %s; write %s", name, strictyaml.Kind(n), f.word)
	}
}

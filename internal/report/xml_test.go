package report_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An element of XML as a format's description has it.
type element struct {
	required, optional []string // attributes
	children           []string
	text               bool
}

// checkstyleElements is what Checkstyle's own XMLLogger writes; there is no published schema.
// Jenkins' warnings plugin and reviewdog read these attributes.
var checkstyleElements = map[string]element{
	"checkstyle": {required: []string{"version"}, children: []string{"file"}},
	"file":       {required: []string{"name"}, children: []string{"error"}},
	"error":      {required: []string{"line", "severity", "message", "source"}, optional: []string{"column"}},
}

// junitElements follows junit-10.xsd of Jenkins' xUnit plugin; the attributes file and line of a
// test are those that GitLab and CircleCI read.
var junitElements = map[string]element{
	"testsuites": {optional: []string{"name", "time", "tests", "failures", "errors"}, children: []string{"testsuite"}},
	"testsuite": {required: []string{"name", "tests", "failures", "errors"}, optional: []string{"time"},
		children: []string{"testcase", "system-err"}},
	"testcase":   {required: []string{"name"}, optional: []string{"classname", "time", "file", "line"}, children: []string{"failure", "error"}},
	"failure":    {required: []string{"type", "message"}, text: true},
	"error":      {required: []string{"type", "message"}, text: true},
	"system-err": {text: true},
}

func TestXMLFormats(t *testing.T) {
	for _, tt := range []struct {
		name, top string
		elements  map[string]element
	}{{"checkstyle", "checkstyle", checkstyleElements}, {"junit", "testsuites", junitElements}} {
		for kind, in := range inputs() {
			text := write(t, named(t, tt.name), in)
			if err := checkXML(text, tt.top, tt.elements); err != nil {
				t.Errorf("%s, %s: %v\n%s", tt.name, kind, err, text)
			}
		}
		if err := checkXML("<"+tt.top+"><wrong/></"+tt.top+">", tt.top, tt.elements); err == nil {
			t.Errorf("%s: anything is allowed", tt.name)
		}
	}
}

func checkXML(text, top string, elements map[string]element) error {
	if !strings.HasPrefix(text, xml.Header) {
		return errors.New("no declaration")
	}
	dec := xml.NewDecoder(strings.NewReader(text))
	var open []string
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch x := token.(type) {
		case xml.StartElement:
			name := x.Name.Local
			allowed := []string{top}
			if len(open) > 0 {
				allowed = elements[open[len(open)-1]].children
			}
			if !slices.Contains(allowed, name) {
				return fmt.Errorf("element %s within %v", name, open)
			}
			e, attrs := elements[name], map[string]bool{}
			for _, a := range x.Attr {
				attrs[a.Name.Local] = true
				if !slices.Contains(append(e.optional, e.required...), a.Name.Local) {
					return fmt.Errorf("%s has an attribute %s", name, a.Name.Local)
				}
			}
			for _, a := range e.required {
				if !attrs[a] {
					return fmt.Errorf("%s has no attribute %s", name, a)
				}
			}
			open = append(open, name)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 && strings.TrimSpace(string(x)) != "" && !elements[open[len(open)-1]].text {
				return fmt.Errorf("text within %v", open)
			}
		}
	}
}

// TestJUnitNames: no two tests of a suite have one name, and the sums are right.
func TestJUnitNames(t *testing.T) {
	type suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Cases    []struct {
			Name string `xml:"name,attr"`
		} `xml:"testcase"`
	}
	for name, in := range inputs() {
		var doc struct {
			suite
			Suites []suite `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(write(t, named(t, "junit"), in)), &doc); err != nil {
			t.Fatal(err)
		}
		tests := 0
		for _, s := range doc.Suites {
			names := map[string]bool{}
			for _, c := range s.Cases {
				names[c.Name] = true
			}
			if len(names) != s.Tests || len(s.Cases) != s.Tests {
				t.Errorf("%s: %d tests, %d names in %v", name, s.Tests, len(names), slices.Sorted(maps.Keys(names)))
			}
			tests += s.Tests
		}
		want := []int{max(1, len(in.Findings)+len(in.Problems)), len(in.Findings), len(in.Problems)}
		if d := cmp.Diff(want, []int{doc.Tests, doc.Failures, doc.Errors}); d != "" || tests != doc.Tests {
			t.Errorf("%s: %s", name, d)
		}
	}
}

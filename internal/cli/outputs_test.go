package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestOutputs(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string // what is asked for, or a part of the error
		bad  bool
	}{
		{[]string{"json"}, "json", false},
		{[]string{"json,sarif=a b.sarif"}, "json,sarif=a b.sarif", false},
		{[]string{"json", "sarif=x", "junit=y=z"}, "json,sarif=x,junit=y=z", false},
		{[]string{"json=-"}, "json", false},
		{[]string{""}, `unknown format ""`, true},
		{[]string{"json,"}, `unknown format ""`, true},
		{[]string{"sarif=x,jsom"}, `unknown format "jsom"; write one of text, json`, true},
		{[]string{"json="}, "no file behind json=", true},
		{[]string{"json", "text=-"}, "json and text both go to stdout; give one a file: -f text=FILE", true},
		{[]string{"json=x", "text=" + filepath.Join(".", "y", "..", "x")}, "json and text both go to ", true},
	} {
		var o outputs
		var err error
		for _, arg := range tt.args {
			if err == nil {
				err = o.Set(arg)
			}
		}
		if err == nil {
			err = o.apart()
		}
		switch {
		case tt.bad && (err == nil || !strings.HasPrefix(err.Error(), tt.want)):
			t.Errorf("%q: %v, want %s", tt.args, err, tt.want)
		case !tt.bad && (err != nil || o.String() != tt.want):
			t.Errorf("%q: %s, %v", tt.args, o.String(), err)
		}
	}
}

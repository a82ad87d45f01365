// Package gen writes Go modules that tests and benchmarks analyse: large ones of a wanted
// size, and programs that the bytes of a fuzzer choose. What it writes compiles, and uses
// the standard library only.
//
// It knows no rule. What is to be found in what it writes is for those who use it to say.
package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A Size says how large a module is to be.
type Size struct {
	Packages  int // that each import the one before
	Functions int // in each package
	Depth     int // how many calls lie between an entry point and a request
	Layers    int // how many of these retry what they call
}

// Files are the files of a module by their names, with forward slashes.
type Files map[string]string

// Write makes the files below dir.
func (f Files) Write(dir string) error {
	for name, text := range f {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

const goMod = "module example.com/gen\n\ngo 1.26\n"

// Module writes a server with a handler for each package. Of each Depth functions the last
// sends a request without a deadline.
func Module(s Size) Files {
	s = Size{max(s.Packages, 1), max(s.Functions, 1), max(s.Depth, 1), max(s.Layers, 0)}
	out := Files{"go.mod": goMod}
	var main strings.Builder
	main.WriteString("package main\n\nimport (\n\t\"net/http\"\n\t\"time\"\n\n")
	for p := range s.Packages {
		fmt.Fprintf(&main, "\t\"example.com/gen/p%d\"\n", p)
	}
	main.WriteString(")\n\nfunc main() {\n")
	for p := range s.Packages {
		out[fmt.Sprintf("p%d/p%d.go", p, p)] = onePackage(p, s)
		fmt.Fprintf(&main, "\thttp.HandleFunc(\"/p%d\", func(w http.ResponseWriter, r *http.Request) {\n", p)
		fmt.Fprintf(&main, "\t\tif err := p%d.F0(r.Context(), r.URL.Path); err != nil {\n\t\t\tw.WriteHeader(500)\n\t\t}\n\t})\n", p)
	}
	main.WriteString("\ts := &http.Server{Addr: \":80\", ReadHeaderTimeout: time.Second}\n\t_ = s.ListenAndServe()\n}\n")
	out["main.go"] = main.String()
	return out
}

func onePackage(p int, s Size) string {
	var b strings.Builder
	below := ""
	fmt.Fprintf(&b, "package p%d\n\nimport (\n\t\"context\"\n\t\"net/http\"\n\t\"strconv\"\n", p)
	if p > 0 {
		below = fmt.Sprintf("p%d.F0", p-1)
		fmt.Fprintf(&b, "\n\t\"example.com/gen/p%d\"\n", p-1)
	}
	b.WriteString(")\n")
	for i := range s.Functions {
		fmt.Fprintf(&b, "\n// F%d is the step %d of %d.\nfunc F%d(ctx context.Context, name string) error {\n", i, i%s.Depth+1, s.Depth, i)
		last := i%s.Depth == s.Depth-1 || i == s.Functions-1
		call := fmt.Sprintf("F%d(ctx, name+%q)", i+1, fmt.Sprint(i%7))
		if last {
			call = "send(name + strconv.Itoa(" + fmt.Sprint(i) + "))"
		}
		if i%s.Depth < s.Layers {
			fmt.Fprintf(&b, "\tvar err error\n\tfor try := 0; try < 3; try++ {\n\t\tif err = %s; err == nil {\n\t\t\tbreak\n\t\t}\n\t}\n", call)
		} else {
			fmt.Fprintf(&b, "\terr := %s\n", call)
		}
		if last && below != "" && i == s.Depth-1 {
			fmt.Fprintf(&b, "\tif err == nil {\n\t\terr = %s(ctx, name)\n\t}\n", below)
		}
		b.WriteString("\treturn err\n}\n")
	}
	b.WriteString("\nfunc send(name string) error {\n\tresp, err := http.Get(\"http://stock.example/\" + name)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn resp.Body.Close()\n}\n")
	return b.String()
}

package strictyaml

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

var (
	yamlLine   = regexp.MustCompile(`^line (\d+): `)
	yamlAnchor = regexp.MustCompile(`^unknown anchor '(.+)' referenced`)
)

// syntax spells an error of the YAML parser as Fail does. The parser names no line where
// it is the first, and one too few where a bracket or a key is missing; tests hold what
// is made of that.
func (r *Reader) syntax(data []byte, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1]) // the pattern has digits only
		text = text[len(m[0]):]
	} else if at := offset(data, text); at >= 0 {
		line = lineAt(data, at)
	}
	if strings.HasPrefix(text, "did not find expected") {
		line = min(line+1, lineAt(bytes.TrimRight(data, "\n"), len(data)))
	}
	return fmt.Errorf("%s:%d: not YAML: %s", r.Name, line, text)
}

// offset finds what an error without a line is about; -1 where it cannot.
func offset(data []byte, text string) int {
	if m := yamlAnchor.FindStringSubmatch(text); m != nil {
		return bytes.Index(data, []byte("*"+m[1]))
	}
	for i := 0; i < len(data); {
		c, n := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && n == 1 || c < ' ' && !strings.ContainsRune("\t\r\n", c) {
			return i
		}
		i += n
	}
	return -1
}

func lineAt(data []byte, at int) int { return 1 + bytes.Count(data[:min(at, len(data))], []byte("\n")) }

// Package pages takes the commands out of a page of docs, so that a test can run them as
// they are written. It is for tests only, those of internal/samples and of verify/ship.
package pages

import (
	"fmt"
	"regexp"
	"strings"
)

// fence is a block of code with its language.
var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// Blocks gives the blocks of a language, in their order.
func Blocks(page, language string) []string {
	var out []string
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		if m[1] == language {
			out = append(out, m[2])
		}
	}
	return out
}

// expected is the comment behind a command that does not exit with 0.
var expected = regexp.MustCompile(`\s+# exit code (\d)(:.*)?$`)

// Script makes a bash script of blocks with a command a line, which stops at the first that
// does not exit with the code that the page says. A nil skip skips nothing.
func Script(blocks []string, skip func(command string) bool) string {
	var b strings.Builder
	b.WriteString("set -u\n")
	for _, block := range blocks {
		for line := range strings.Lines(block) {
			line = strings.TrimRight(line, "\n")
			command, code := line, "0"
			if m := expected.FindStringSubmatch(line); m != nil {
				command, code = strings.TrimSuffix(line, m[0]), m[1]
			}
			if strings.TrimSpace(command) == "" || skip != nil && skip(command) {
				continue
			}
			quoted := "'" + strings.ReplaceAll(command, "'", `'\''`) + "'"
			fmt.Fprintf(&b, "printf '$ %%s\\n' %s\n%s\ncode=$?\n", quoted, command)
			fmt.Fprintf(&b, "[ $code = %s ] || { echo \"exit code $code, and the page says %s\"; exit 9; }\n", code, code)
		}
	}
	return b.String()
}

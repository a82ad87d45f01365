// Command lint is golangci-lint with the resilint plugin, as golangci-lint custom would
// build it.
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/resilint/resilint/plugin"
)

func main() {
	info := commands.BuildInfo{GoVersion: runtime.Version(), Version: "2.15.0", Commit: "none", Date: "(unknown)"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintf(os.Stderr, "The command is terminated due to an error: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

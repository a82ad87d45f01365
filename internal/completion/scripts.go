package completion

import (
	_ "embed"
)

var (
	//go:embed shell/resilint.bash
	bash string
	//go:embed shell/resilint.zsh
	zsh string
	//go:embed shell/resilint.fish
	fish string
	//go:embed shell/resilint.ps1
	powershell string
)

// Shells lists those that there is a script for.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// Script is the script by which a shell asks.
func Script(shell string) (string, bool) {
	script, ok := map[string]string{"bash": bash, "zsh": zsh, "fish": fish, "powershell": powershell}[shell]
	return script, ok
}

// Package cobra stands for the command-line library.
package cobra

// Command is a command.
type Command struct {
	Use  string
	Run  func(cmd *Command, args []string)
	RunE func(cmd *Command, args []string) error
}

// AddCommand adds commands.
func (c *Command) AddCommand(cmds ...*Command) {}

// Execute runs the command that the arguments name.
func (c *Command) Execute() error { return nil }

// Package cobra is a stub with the shape of the real one.
package cobra

type Command struct {
	Use string
	Run func(cmd *Command, args []string)
}

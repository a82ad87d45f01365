// Package samples holds the tests of what is shipped beside the command: the GitHub Action,
// the hooks of pre-commit, the Dockerfile, the samples for golangci-lint, and the pages that
// tell of them, whose commands are run as they are written.
//
// It has no code of its own, but for package pages below it. What needs a module proxy, or takes minutes, is in verify/ship.
package samples

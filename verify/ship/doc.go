// Package ship tries what internal/samples cannot try in the quick tests, since it takes a
// module proxy or minutes: resilint as a tool of another module and installed as the pages
// say, the program that the action builds, the build stage of the Dockerfile, the hooks in
// a real pre-commit, and the workflows in actionlint.
//
// It is a module of its own, so that actionlint is no dependency of resilint.
package ship

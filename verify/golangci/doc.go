// Package golangci proves that resilint works inside golangci-lint: its test builds a real
// golangci-lint with the plugin (lint/main.go), runs it over small programs, cold and warm,
// and holds what it shows against the command line.
//
// It is a module of its own, because golangci-lint brings some hundred dependencies in
// versions of its own, and those of the catalogue must be what the catalogue says. Building
// golangci-lint takes some minutes the first time, and needs a module proxy.
package golangci

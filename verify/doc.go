// Package verify holds the catalogue against the real modules: every symbol, argument
// index, argument type and field that the data names is resolved by type-checking the
// modules in the versions the data names, and every evidence line is looked up.
//
// It is a module of its own, so that the modules of the catalogue are no dependencies of
// resilint. It is not run by go test ./... in the main module: it downloads some hundred
// modules the first time. Run go test ./... in this folder.
//
// The file deps.go imports one package of each module, under a build tag that is never
// set, so that go mod tidy keeps them.
package verify

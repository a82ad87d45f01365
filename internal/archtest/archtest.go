// Package archtest holds the tests of how the module is laid out: which package may
// import which, how long a file may get, what every package must say about itself.
//
// It has no code of its own.
package archtest

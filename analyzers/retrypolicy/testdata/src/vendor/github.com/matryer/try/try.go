// Package try stands for the library of that name.
package try

var MaxRetries = 10

type Func func(attempt int) (retry bool, err error)

func Do(fn Func) error { return nil }

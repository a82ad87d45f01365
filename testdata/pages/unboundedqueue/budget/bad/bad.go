// Package bad is the example on the page of unboundedqueue/budget, wrong.
package bad

//resilint:queue timeout=200ms service=16ms safety=0.8
var jobs = make(chan func(), 100)

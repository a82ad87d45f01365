// Package good is the example on the page of unboundedqueue/budget, right.
package good

//resilint:queue timeout=200ms service=16ms safety=0.8
var jobs = make(chan func(), 10)

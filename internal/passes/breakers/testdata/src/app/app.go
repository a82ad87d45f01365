// Package app calls lib.
package app

import (
	"m/base"
	"m/lib"
)

func Serve(g *base.Guard, get func() error) error { // want Serve:`runs\(1 lib.Fetch\) refuses\(m/base.ErrOpen "no leave"\)`
	return lib.Fetch(g, get)
}

// Package lib hands on to base.
package lib

import "m/base"

func Fetch(g *base.Guard, get func() error) error { // want Fetch:`runs\(1 base.Translate\) refuses\(m/base.ErrOpen "no leave"\)`
	return base.Translate(g, func() error { return get() })
}

func Plain(get func() error) error { return get() }

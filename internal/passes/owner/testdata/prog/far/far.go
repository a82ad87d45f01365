// Package far reaches what package store states through package app.
package far

import "m/app"

func far() error {
	return app.Store.Put() // want `Put: retry 3: the mesh repeats; bounded 2s: the mesh gives up`
}

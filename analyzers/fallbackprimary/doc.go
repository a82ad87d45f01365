// Package fallbackprimary reports fallbacks that lead back to what has just failed.
//
// # What it reports
package fallbackprimary

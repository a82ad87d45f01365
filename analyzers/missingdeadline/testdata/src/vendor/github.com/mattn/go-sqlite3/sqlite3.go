// Package sqlite3 is a stub: importing it registers a driver.
package sqlite3

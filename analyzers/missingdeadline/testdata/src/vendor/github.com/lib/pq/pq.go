// Package pq is a stub: importing it registers a driver.
package pq

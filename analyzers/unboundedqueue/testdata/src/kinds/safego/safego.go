// Package safego is a case of its rule.
package safego

import (
	"bufio"
	"io"
	"log"
)

type up interface{ Upload(line string) error }

func safeGo(f func()) {
	go func() {
		defer func() {
			if v := recover(); v != nil {
				log.Print(v)
			}
		}()
		f()
	}()
}
func Ship(r io.Reader, u up) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := sc.Text()
		safeGo(func() { u.Upload(line) }) // want `(starts|takes a task) for.*unboundedqueue/spawn`
	}
	return sc.Err()
}

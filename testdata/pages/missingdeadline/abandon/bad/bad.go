// Package bad is the example on the page of missingdeadline/abandon, wrong.
package bad

import (
	"errors"
	"time"
)

func preview(draw func() []byte) ([]byte, error) {
	drawn := make(chan []byte)
	go func() { drawn <- draw() }()
	select {
	case picture := <-drawn:
		return picture, nil
	case <-time.After(time.Second):
		return nil, errors.New("drawing takes too long")
	}
}

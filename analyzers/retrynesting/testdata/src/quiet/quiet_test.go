package quiet

import (
	"context"
	"testing"
	"time"
)

func TestGet(t *testing.T) {
	q := open()
	for range 3 {
		if _, err := q.rdb.Get(context.Background(), "k").Result(); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

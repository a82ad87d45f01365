// Package quiet states nothing, and imports nobody who does.
package quiet

import "time"

func wait() { time.Sleep(time.Second) }

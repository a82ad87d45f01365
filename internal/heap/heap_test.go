package heap

import "testing"

func TestPercent(t *testing.T) {
	for live, want := range map[uint64]int{
		0:          share + 100*160, // a megabyte is the least
		160 << 20:  165,             // 104 MiB of share, 160 MiB fixed
		1600 << 20: 75,
	} {
		if got := percent(live); got != want {
			t.Errorf("%d MiB alive: %d percent, want %d", live>>20, got, want)
		}
	}
}

func TestAlive(t *testing.T) {
	if got := alive(); got > 1<<40 {
		t.Errorf("%d bytes alive", got)
	}
}

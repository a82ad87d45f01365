package heap

import "testing"

func TestPercent(t *testing.T) {
	for live, want := range map[uint64]int{
		0:          share + 100*192, // a megabyte is the least
		192 << 20:  175,             // 144 MiB of share, 192 MiB fixed
		1920 << 20: 85,
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

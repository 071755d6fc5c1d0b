package engine

import (
	"testing"
	"time"
)

func TestALongWaitIsToldOf(t *testing.T) {
	for _, tt := range []struct {
		done, total int
		took        time.Duration
		want        string
	}{
		{0, 100, time.Hour, ""},
		{100, 100, time.Hour, ""},
		{10, 20, 19 * time.Second, ""},
		{10, 20, 20 * time.Second, "20 seconds"},
		{128, 3591, 10 * time.Second, "5 minutes"},
		{1, 2, 3 * time.Hour, "3 hours"},
	} {
		if got := timeLeft(tt.done, tt.total, tt.took); got != tt.want {
			t.Errorf("%d of %d in %s: %q, want %q", tt.done, tt.total, tt.took, got, tt.want)
		}
	}
}

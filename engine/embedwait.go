package engine

import (
	"context"
	"fmt"
	"time"

	"brain/merge"
)

// longWait is how long making vectors may take without a word.
const longWait = 20 * time.Second

// timeLeft is how long the rest of the entries will take at the pace of those done; "" if that is short.
func timeLeft(done, total int, took time.Duration) string {
	if done == 0 || done >= total {
		return ""
	}
	switch left := time.Duration(float64(took) / float64(done) * float64(total-done)); {
	case left < longWait:
		return ""
	case left < 90*time.Second:
		return fmt.Sprintf("%.0f seconds", left.Seconds())
	case left < 2*time.Hour:
		return fmt.Sprintf("%.0f minutes", left.Minutes())
	default:
		return fmt.Sprintf("%.0f hours", left.Hours())
	}
}

// tellRest says, of an import that was stopped while it made vectors, what is in.
func (e *Engine) tellRest(ctx context.Context, r *ImportResult) {
	if ctx.Err() == nil {
		return
	}
	if left, err := e.unembedded(context.WithoutCancel(ctx), merge.GBrain); err == nil {
		e.Notice(fmt.Sprintf("all files are read: %d added, %d changed, %d unchanged, %d removed; %d entries have no vector yet: `brain embed` goes on", r.Added, r.Changed, r.Unchanged, r.Removed, left))
	}
}

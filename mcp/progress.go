package mcp

import (
	"context"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"brain/engine"
)

// tellEvery is how often a client hears of progress at most.
const tellEvery = 100 * time.Millisecond

// progress passes on how far a call is, if its client asked for that. The protocol wants numbers that grow all the time, so a stage
// begins where the one before it ended.
func progress(ctx context.Context, req *sdk.CallToolRequest) engine.Progress {
	token := req.Params.GetProgressToken()
	if token == nil {
		return func(string, int, int) {}
	}
	var mu sync.Mutex
	var told time.Time
	var now string
	base, last := 0, -1
	return func(stage string, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if stage != now {
			now, base, told = stage, last+1, time.Time{}
		}
		at := base + done
		if at <= last || time.Since(told) < tellEvery {
			return
		}
		last, told = at, time.Now()
		p := &sdk.ProgressNotificationParams{ProgressToken: token, Message: stage, Progress: float64(at)}
		if total > 0 {
			p.Total = float64(base + total)
		}
		_ = req.Session.NotifyProgress(ctx, p) // a client that is gone shows elsewhere
	}
}

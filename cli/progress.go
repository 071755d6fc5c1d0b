package cli

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress draws a bar on stderr for a stage that has run for more than a second, on a terminal only.
type progress struct {
	term *Terminal
	off  bool

	mu    sync.Mutex
	stage string
	since time.Time
	bar   *progressbar.ProgressBar
	drawn bool
}

// patience is how long a stage runs before a bar appears.
const patience = time.Second

func (p *progress) show(stage string, done, total int) {
	if p.off || !p.term.Live {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if stage != p.stage {
		p.finish()
		p.stage, p.since = stage, time.Now()
		if total <= 0 {
			total = -1
		}
		// Made now, so that rate and time left count from here; the first Set draws it.
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(p.term.Err), progressbar.OptionSetDescription(stage),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30), progressbar.OptionThrottle(100*time.Millisecond))
	}
	if time.Since(p.since) >= patience {
		p.drawn = true
		p.bar.Set(done)
	}
}

// clear removes the bar, so that other text starts on a clean line.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finish()
}

func (p *progress) finish() {
	if p.drawn {
		p.bar.Clear()
	}
	p.stage, p.bar, p.drawn = "", nil, false
}

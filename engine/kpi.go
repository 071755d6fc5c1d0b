package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"brain/agent"
	"brain/db"
)

// KPIInput are the parameters of kpi.
type KPIInput struct {
	Since string `json:"since" value:"TIME" help:"only questions since then: a date, a time, or an age like 7d, 12h or 4w"`
}

// KPIResult counts what the router hook logged.
type KPIResult struct {
	Log   string `json:"log"` // the file
	Since string `json:"since"`
	*agent.KPI
}

// KPI tells of the questions that the router hook logged: how many, to which stores, how long they took, and which found nothing.
// It opens no brain.
func (e *Engine) KPI(ctx context.Context, in KPIInput) (*KPIResult, error) {
	since, err := e.since(in.Since)
	if err != nil {
		return nil, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, &Error{Problem: "it is not known where the log is", Cause: err.Error(), Fix: "set HOME", Err: err}
	}
	out := &KPIResult{Log: agent.LogPath(home)}
	if !since.IsZero() {
		out.Since = since.UTC().Format(time.RFC3339)
	}
	counter := agent.NewCounter(since)
	log, err := openInput(ctx, out.Log)
	switch {
	case errors.Is(err, fs.ErrNotExist): // nothing was logged yet
	case err != nil:
		return nil, err
	default:
		defer log.Close()
		err = eachLine(log, func(number int, text []byte, whole bool) error {
			counter.Line(number, text)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	out.KPI = counter.KPI()
	return out, nil
}

// ages are the units of an age, as people write them.
var ages = map[byte]time.Duration{'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

// since reads a time, or an age.
func (e *Engine) since(text string) (time.Time, error) {
	if text = strings.TrimSpace(text); text == "" {
		return time.Time{}, nil
	}
	if unit := ages[text[len(text)-1]]; unit > 0 {
		if n, err := strconv.Atoi(text[:len(text)-1]); err == nil && n >= 0 && n < 1e5 {
			return e.Now().Add(-time.Duration(n) * unit), nil
		}
	}
	t, err := db.ParseTime(text)
	if err != nil {
		return t, usage("use a form like 2026-05-23, or an age like 7d", "--since: %v", err)
	}
	return t, nil
}

package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"brain/page"
)

// restAfterLook is how many times as long as a look takes a watch rests at least: it may cost a twentieth of a core.
const restAfterLook = 20

// away is what a watch saw last of a folder that is gone.
const away = "gone"

// watchImport imports, and then again whenever a file of the tree is new, gone or other than before. It looks at names, sizes
// and times, which works on every disk. Being stopped while nothing is to be read is how it ends, and no error; the result sums
// up all rounds.
func (e *Engine) watchImport(ctx context.Context, root string, in ImportInput) (*ImportResult, error) {
	seen := ""
	var total *ImportResult
	for {
		begin := time.Now()
		now, err := look(ctx, root, in.walkOptions())
		looked := time.Since(begin) // a round that reads in may take an hour, and is no reason to rest for a day
		if err != nil && ctx.Err() != nil {
			return cmp.Or(total, newImportResult(root, in)), nil
		}
		if err == nil && now != seen {
			var round *ImportResult
			if round, err = e.importOnce(ctx, root, in); err == nil {
				seen = now
				e.watched(round, total == nil)
				total = total.add(round)
			}
		}
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, err // amid a round
		case errors.Is(err, fs.ErrNotExist) && total != nil:
			// A disk that is mounted anew, a folder that a program replaces: its pages stay until it is back.
			if seen != away {
				e.Notice(root + " is gone: waiting for it")
			}
			seen = away
		case err != nil:
			return nil, err
		}
		e.rest(ctx, max(time.Duration(in.Every)*time.Second, restAfterLook*looked))
		if ctx.Err() != nil && total != nil {
			return total, nil
		}
	}
}

func (e *Engine) rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// look tells apart two states of a tree by the names, sizes and times of its files.
func look(ctx context.Context, root string, options []page.WalkOption) (string, error) {
	files, skips, err := page.Walk(ctx, root, options...)
	var none *page.NoMarkdownError
	if errors.As(err, &none) {
		err = nil // whether that is one, an import says
	}
	sum := sha256.New()
	for _, f := range files {
		fmt.Fprintf(sum, "%q %d %d\n", f.Path, f.Size, f.ModTime.UnixNano())
	}
	for _, s := range skips {
		fmt.Fprintf(sum, "%q %q\n", s.Path, s.Reason)
	}
	return string(sum.Sum(nil)), err
}

// watched tells what a round did.
func (e *Engine) watched(r *ImportResult, first bool) {
	switch {
	case first:
		e.Notice(fmt.Sprintf("watching %s: %d files", r.Root, r.Files))
	case r.Added+r.Changed+r.Moved+r.Removed > 0:
		e.Notice(fmt.Sprintf("%d added, %d changed, %d moved, %d removed", r.Added, r.Changed, r.Moved, r.Removed))
	}
}

// add sums up two rounds; lists are those of the last one.
func (r *ImportResult) add(next *ImportResult) *ImportResult {
	if r != nil {
		next.Added += r.Added
		next.Changed += r.Changed
		next.Moved += r.Moved
		next.Removed += r.Removed
		next.Entries += r.Entries
		next.Embedded += r.Embedded
	}
	return next
}

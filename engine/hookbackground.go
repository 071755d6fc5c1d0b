package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"brain/agent"
)

// harvestEvery is how long a transcript is left alone after a harvest, as brain-cli's hook does.
const harvestEvery = 10 * time.Minute

// hookStop starts the harvest of the session's transcript in the background, unless it ran a short time ago.
func (e *Engine) hookStop(ctx context.Context, out *HookResult) error {
	event, _, err := readEvent(ctx, out)
	if err != nil || event.StopHookActive || event.Transcript == "" {
		return err
	}
	if info, err := os.Stat(event.Transcript); err != nil || !info.Mode().IsRegular() {
		return err
	}
	folder, err := configFolder()
	if err != nil {
		return err
	}
	transcript, err := filepath.Abs(event.Transcript)
	if err != nil {
		return err
	}
	// The harvest itself looks once more, under its lock; looking here spares a process for most of the stops.
	if info, err := os.Stat(filepath.Join(folder, "harvest", turnName(transcript))); err == nil && e.Now().Sub(info.ModTime()) < harvestEvery {
		return nil
	}
	interval := fmt.Sprintf("--min-interval=%d", int(harvestEvery.Seconds()))
	if err := e.background(os.TempDir(), "harvest.log", "harvest", "--quiet", interval, "--", transcript); err != nil {
		return fmt.Errorf("start the harvest: %w", err)
	}
	out.Did = "started"
	return nil
}

// background starts this program with other words, to run on its own.
func (e *Engine) background(folder, log string, words ...string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	config, err := configFolder()
	if err != nil {
		return err
	}
	job, err := e.job()
	if err != nil {
		return err
	}
	return agent.Detached{Program: program, Args: words, Folder: folder, Log: filepath.Join(config, log), Env: []string{"BRAIN_DB=" + job.DB}}.Start()
}

// hookCommit brings the code graph of the repository up to date, in the background.
func (e *Engine) hookCommit(ctx context.Context, in HookInput, out *HookResult) error {
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	root, ok := agent.Repository(folder)
	if !ok {
		return nil
	}
	// A repository is no reason to begin a brain: who wants one makes it.
	if job, err := e.job(); err != nil || !isThere(job.DB) {
		return err
	}
	if !in.Now {
		if err := e.background(root, "extract.log", "hook", "post-commit", "--now", "--quiet"); err != nil {
			return fmt.Errorf("start the extraction: %w", err)
		}
		out.Did = "started"
		return nil
	}
	did, err := e.extractInTurn(ctx, root)
	if did {
		out.Did = "extracted"
	}
	return err
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// extractInTurn extracts a repository, one run at a time. Of the runs that come meanwhile one waits and does the work of all, so
// that the last commit is never left out and a rebase starts no crowd.
func (e *Engine) extractInTurn(ctx context.Context, root string) (did bool, err error) {
	config, err := configFolder()
	if err != nil {
		return false, err
	}
	name := filepath.Join(config, "extract", turnName(root))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return false, err
	}
	leave, first, err := tryLock(name + ".next")
	if err != nil || !first {
		return false, err
	}
	end, err := waitLock(ctx, name)
	leave()
	if err != nil {
		return false, err
	}
	defer end()
	_, err = e.Extract(ctx, ExtractInput{Dir: root, Update: true})
	return err == nil, err
}

// waitLock takes a lock, and waits for it as long as the context lasts.
func waitLock(ctx context.Context, file string) (unlock func(), err error) {
	lock := flock.New(file)
	if _, err := lock.TryLockContext(ctx, lockPause); err != nil {
		return nil, err
	}
	return func() { lock.Close() }, nil
}

// lockPause is how long passes between two looks at a lock.
const lockPause = 200 * time.Millisecond

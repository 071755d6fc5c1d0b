package engine

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"brain/agent"
	"brain/db"
	"brain/llm"
	"brain/memory"
)

// HookInput are the parameters of hook.
type HookInput struct {
	Event  string `json:"event" arg:"1" value:"EVENT" required:"" enum:"post-tool-use|session-start|stop|post-commit" help:"what happened: post-tool-use, session-start or stop of an agent, post-commit of git"`
	Budget int    `json:"budget" default:"1500" value:"TOKENS" min:"-1000000000" help:"of session-start: how long the context may be; at least 100, four characters a token"`
	Now    bool   `json:"now" help:"of post-commit: do the work here and wait for it, instead of in the background"`
}

// HookResult is what a hook did. Text is all that its client reads.
type HookResult struct {
	Event   string `json:"event"`
	Did     string `json:"did"` // nothing, logged, context, started, extracted
	Text    string `json:"text"`
	Problem string `json:"problem,omitempty"` // why nothing was done, where something should have been

	after func(context.Context)
}

// Afterwards notes that the memories of a context were recalled.
func (r *HookResult) Afterwards(ctx context.Context) {
	if r.after != nil {
		r.after(ctx)
	}
}

// hookPatience is how long a hook may take before it gives up: whoever called it waits.
const hookPatience = 5 * time.Second

// maxEvent is how much of an event is read; one that is longer is none.
const maxEvent = 32 << 20

// Hook does what is to be done when an agent or git tells of an event. It never fails: what goes wrong is told in the result,
// and whoever called the hook goes on. Work that takes longer runs in the background, with this process's own program.
// Inside of the model's own command (BRAIN_HARVEST=1) every hook does nothing, or it would call itself for ever.
func (e *Engine) Hook(ctx context.Context, in HookInput) (out *HookResult, _ error) {
	out = &HookResult{Event: in.Event, Did: "nothing"}
	defer func() {
		// Go ends a process that panics with 2, by which a client would take a hook for a veto.
		if p := recover(); p != nil {
			*out = HookResult{Event: in.Event, Did: "nothing", Problem: fmt.Sprint(p)}
		}
	}()
	if llm.Guarded() || in.Event == "post-tool-use" && os.Getenv("BRAIN_MERGE_ENABLED") != "1" {
		return out, nil
	}
	if !in.Now {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, hookPatience)
		defer cancel()
	}
	var err error
	switch in.Event {
	case "post-tool-use":
		err = e.hookToolUse(ctx, out)
	case "session-start":
		err = e.hookSessionStart(ctx, in, out)
	case "stop":
		err = e.hookStop(ctx, out)
	case "post-commit":
		err = e.hookCommit(ctx, in, out)
	}
	if err != nil {
		out.Problem = Explain(err).Error()
	}
	return out, nil
}

// readEvent reads the event from standard input. told is false where a person called the hook, and there is none.
func readEvent(ctx context.Context) (event agent.Event, told bool, err error) {
	if info, err := os.Stdin.Stat(); err != nil || info.Mode()&os.ModeCharDevice != 0 {
		return event, false, nil
	}
	in, err := openInput(ctx, "-")
	if err != nil {
		return event, false, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxEvent))
	if err != nil {
		return event, false, fmt.Errorf("read the event: %w", err)
	}
	event, told = agent.ParseEvent(text)
	return event, told, nil
}

// hookToolUse logs the questions that a shell command asked. It opens neither the file nor the model.
func (e *Engine) hookToolUse(ctx context.Context, out *HookResult) error {
	event, _, err := readEvent(ctx)
	if err != nil {
		return err
	}
	call, ok := event.Bash()
	if !ok {
		return nil
	}
	if call.Session == "" {
		call.Session = os.Getenv("CLAUDE_SESSION_ID")
	}
	lines := agent.Queries(call, queryFlags, e.Now())
	if len(lines) == 0 {
		return nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return err
	}
	if err := agent.Append(agent.LogPath(home), lines); err != nil {
		return fmt.Errorf("log the question: %w", err)
	}
	out.Did = "logged"
	return nil
}

// queryFlags tells the reader of command lines what it must know of the flags of query.
func queryFlags(name string) (whole string, value bool) {
	var found []Param
	for _, p := range paramsOf(reflect.TypeFor[QueryInput]()) {
		switch {
		case p.Position > 0:
		case p.Name == name:
			return name, p.Kind != Bool
		case strings.HasPrefix(p.Name, name):
			found = append(found, p)
		}
	}
	if len(found) == 1 {
		return found[0].Name, found[0].Kind != Bool
	}
	return name, false
}

// hookSessionStart puts what is known of the project in front of the agent. A session that goes on has it already.
func (e *Engine) hookSessionStart(ctx context.Context, in HookInput, out *HookResult) error {
	event, told, err := readEvent(ctx)
	if err != nil || event.Source == "resume" {
		return err
	}
	folder := event.Folder
	if folder == "" {
		if folder, err = os.Getwd(); err != nil {
			return err
		}
	}
	if root, ok := agent.Repository(folder); ok {
		folder = root
	}
	block, err := e.projectContext(ctx, filepath.Base(folder), in.Budget)
	if isAbsent(err) {
		return nil // a brain that is not there yet knows nothing
	}
	if err != nil {
		return err
	}
	text, err := agent.StartOutput(event, told, strings.Join(block.Lines, "\n"))
	if err != nil || len(text) == 0 {
		return err
	}
	out.Did, out.Text, out.after = "context", string(text), block.after
	return nil
}

// projectContext is the block of a project: its own memories, the newest first, else those that its name is like.
func (e *Engine) projectContext(ctx context.Context, project string, budget int) (*ContextResult, error) {
	q := memory.Question{Limit: contextLimit, Filter: memory.Filter{Project: project}}
	q, err := e.ready(ctx, q, "", true)
	if err != nil {
		return nil, err
	}
	var block memory.Block
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		block, err = memory.ContextNewest(tx, s, q, project, budget)
		return err
	})
	if err != nil || block.Text != "" {
		return e.contextResult(project, block), err
	}
	return e.Context(ctx, ContextInput{Text: project, Budget: budget, Limit: contextLimit, NoSemantic: true})
}

// contextLimit is how many memories a context considers, as context does by itself.
const contextLimit = 20

// harvestEvery is how long a transcript is left alone after a harvest, as brain-cli's hook does.
const harvestEvery = 10 * time.Minute

// hookStop starts the harvest of the session's transcript in the background, unless it ran a short time ago.
func (e *Engine) hookStop(ctx context.Context, out *HookResult) error {
	event, _, err := readEvent(ctx)
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

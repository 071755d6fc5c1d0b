package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"brain/db"
	"brain/llm"
	"brain/memory"
)

// HarvestInput are the parameters of harvest.
type HarvestInput struct {
	Path        string `json:"path" arg:"1" value:"TRANSCRIPT" required:"blank" help:"the session's transcript: Claude Code's or Codex's JSON lines, or plain text"`
	Model       string `json:"model" default:"haiku" value:"NAME" help:"the model to ask, where the command takes one"`
	MinDelta    int    `json:"min-delta" default:"2000" value:"N" min:"-1000000000" help:"wait until so many characters have come"`
	MinInterval int    `json:"min-interval" value:"SECONDS" min:"0" added:"" help:"do nothing if this transcript was harvested so short a time ago; for hooks"`
	Project     string `json:"project" value:"NAME" help:"the project of what is found (else the transcript's folder says)"`
	Force       bool   `json:"force" help:"do not wait for --min-delta and --min-interval"`
	DryRun      bool   `json:"dry-run" help:"print what the model would read, and ask nothing"`
	NoSemantic  bool   `json:"no-semantic" help:"compare with what is known by words alone"`
}

// HarvestResult says what became of a transcript. Waiting says why nothing was asked; Prompt is there after --dry-run.
type HarvestResult struct {
	Transcript string            `json:"transcript"`
	Candidates int               `json:"candidates"`
	Added      []string          `json:"added"` // uids
	Noop       int               `json:"noop"`  // known already
	Queued     int               `json:"queued"`
	Queue      string            `json:"queue"` // the file with what is left to decide
	Rejected   []memory.Rejected `json:"rejected"`
	Echoes     int               `json:"echoes"`  // lines of the transcript that brain itself had printed
	Secrets    []memory.Finding  `json:"secrets"` // taken out, by kind
	Waiting    string            `json:"waiting,omitempty"`
	Guarded    bool              `json:"guarded,omitempty"` // inside of the model's own command nothing is harvested
	Prompt     string            `json:"prompt,omitempty"`
	Chars      int               `json:"chars"` // of the prompt
	Model      string            `json:"model"`
}

// Harvest asks a model what of a transcript is worth keeping. What is new is saved, in one transaction with the mark of how
// far the transcript was read, so that a run that is killed is done once more and nothing is stored twice.
func (e *Engine) Harvest(ctx context.Context, in HarvestInput) (*HarvestResult, error) {
	out := &HarvestResult{Transcript: in.Path, Added: []string{}, Rejected: []memory.Rejected{}, Secrets: []memory.Finding{}, Model: in.Model, Guarded: llm.Guarded()}
	if out.Guarded {
		return out, nil
	}
	in.Path = underHome(in.Path)
	if _, err := os.Stat(in.Path); errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{Problem: "there is no transcript " + in.Path, Fix: "check the path", Err: err}
	}
	if !in.DryRun {
		turn, err := e.takeTurn(in)
		if err != nil || turn.waiting != "" {
			out.Waiting = turn.waiting
			return out, err
		}
		defer turn.end()
	}
	mark, err := e.harvested(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	delta, err := memory.OpenDelta(in.Path, mark)
	if err != nil {
		return nil, err
	}
	out.Echoes, out.Secrets = delta.Echoes, append(out.Secrets, delta.Secrets...)
	for _, s := range delta.Skipped {
		e.Notice(fmt.Sprintf("a line of %d bytes at %d was too long to read", s.Bytes, s.Offset))
	}
	if delta.Chars < in.MinDelta && !in.Force {
		out.Waiting = fmt.Sprintf("%d new characters, fewer than %d: waiting for more", delta.Chars, in.MinDelta)
		return out, nil
	}
	project := in.Project
	if project == "" {
		project = delta.Project(in.Path)
	}
	prompt := memory.HarvestPrompt(delta.Text, project)
	out.Chars = utf8.RuneCountInString(prompt)
	if in.DryRun {
		out.Prompt = prompt
		return out, nil
	}
	answer, err := askModel(ctx, llm.Request{Prompt: prompt, Model: in.Model}, project)
	if err != nil {
		return nil, err
	}
	return out, e.keepAnswer(ctx, in, answer, delta.Next, out)
}

// askModel gets candidates from the command in BRAIN_LLM.
func askModel(ctx context.Context, r llm.Request, project string) (memory.Answer, error) {
	const again = "nothing was marked as read: the next run tries again"
	command, err := llm.FromEnv()
	if err != nil {
		return memory.Answer{}, &Error{Problem: "there is no model to ask", Cause: err.Error(), Fix: "set BRAIN_LLM to a command that answers a prompt on standard input, or install claude; " + again, Err: err}
	}
	text, err := command.Ask(ctx, r)
	if err != nil && ctx.Err() == nil {
		return memory.Answer{}, &Error{Problem: "the model gave no answer", Cause: err.Error(), Fix: "try the command in BRAIN_LLM by hand; " + again, Err: err}
	}
	if err != nil {
		return memory.Answer{}, err
	}
	answer, err := memory.ParseAnswer(text, project)
	if err != nil {
		return answer, &Error{Problem: "the model's answer is no list of memories", Cause: err.Error(), Fix: again, Err: err}
	}
	return answer, nil
}

// harvested reads how far a transcript was read; a brain that is not there yet has read nothing.
func (e *Engine) harvested(ctx context.Context, path string) (mark memory.Watermark, err error) {
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		mark, err = memory.Harvested(tx, s, path)
		return err
	})
	if isAbsent(err) {
		err = nil
	}
	return mark, err
}

// underHome is path with the home folder in the place of a ~ at its start: a hook's settings go through no shell.
func underHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	home, err := os.UserHomeDir()
	if !ok || err != nil || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path
	}
	return filepath.Join(home, rest)
}

// configFolder is where brain-cli keeps what belongs to the user and to no file.
func configFolder() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".config", "brain"), nil
}

// turn is the right to harvest a transcript: one run at a time has it.
type turn struct {
	waiting string // why there is none now
	end     func()
}

// takeTurn takes it, unless another run has it, or had it a moment ago. It ends with the process, also one that is killed.
func (e *Engine) takeTurn(in HarvestInput) (turn, error) {
	folder, err := configFolder()
	if err != nil {
		return turn{}, err
	}
	path, err := filepath.Abs(in.Path)
	if err != nil {
		return turn{}, err
	}
	file := filepath.Join(folder, "harvest", turnName(path))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return turn{}, err
	}
	info, before := os.Stat(file)
	unlock, ok, err := tryLock(file)
	if err != nil || !ok {
		return turn{waiting: "another run is harvesting this transcript"}, err
	}
	now := e.Now()
	if before == nil && !in.Force && in.MinInterval > 0 {
		if ago := now.Sub(info.ModTime()); ago < time.Duration(in.MinInterval)*time.Second {
			unlock()
			return turn{waiting: fmt.Sprintf("harvested %s ago, less than %d seconds", ago.Round(time.Second), in.MinInterval)}, nil
		}
	}
	return turn{end: unlock}, os.Chtimes(file, now, now)
}

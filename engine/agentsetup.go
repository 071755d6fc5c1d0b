package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"brain/agent"
)

// SetupInput are the parameters of setup.
type SetupInput struct {
	Client  string  `json:"client" arg:"1" value:"CLIENT" required:"" enum:"claude-code|cursor|windsurf|vscode-copilot|codex|gemini-cli|opencode|aider|cline|roo|continue|goose" help:"the agent"`
	Project bool    `json:"project" help:"for this project: in the files at its root (this is so by itself)"`
	Global  bool    `json:"global" help:"for all projects: in the files of your home folder"`
	Hooks   bool    `json:"hooks" help:"the hooks of the agent too, where brain knows them, and of a project git's post-commit"`
	DB      *string `json:"db" value:"PATH" help:"the brain that the agent is to use (else BRAIN_DB if it is set, else ~/brain.db)"`
	Undo    bool    `json:"undo" help:"take out what setup put in, and leave the rest"`
	DryRun  bool    `json:"dry-run" help:"show what would be changed, and change nothing"`
	Yes     bool    `json:"yes" help:"do not ask"`
}

// SetupResult is what is changed, or would be. Applied says that it is done.
type SetupResult struct {
	Client  string      `json:"client"`
	Scope   string      `json:"scope"` // project or global
	Undo    bool        `json:"undo"`
	Applied bool        `json:"applied"`
	Files   []SetupFile `json:"files"`
	Notes   []string    `json:"notes"`   // what brain cannot do for this client
	Skipped []Skip      `json:"skipped"` // files that are another's, and were left as they are

	dryRun bool
	plan   *agent.Plan
	engine *Engine
}

// SetupFile is one file of a client.
type SetupFile struct {
	Path   string   `json:"path"`
	Leads  string   `json:"leads_to,omitempty"` // where it lies, behind a symbolic link
	For    []string `json:"for"`                // rules, mcp, hooks
	Change string   `json:"change"`             // create, edit, remove, none
	Diff   string   `json:"diff"`
	Backup string   `json:"backup,omitempty"` // the copy of what was there
}

// Setup tells an agent of brain: the conventions in its rules file, brain's MCP server among its servers, and its hooks if they
// are asked for. Without Yes it only says what it would change; Apply of the result then does it.
func (e *Engine) Setup(_ context.Context, in SetupInput) (*SetupResult, error) {
	if in.Project && in.Global {
		return nil, usage("leave one out", "--project and --global exclude each other")
	}
	s, err := e.agentSetup(in)
	if err != nil {
		return nil, err
	}
	state, err := configFolder()
	if err != nil {
		return nil, err
	}
	out := &SetupResult{Client: in.Client, Scope: "project", Undo: in.Undo, dryRun: in.DryRun, engine: e}
	if in.Global {
		out.Scope = "global"
	}
	if out.plan, err = agent.NewPlan(s, filepath.Join(state, "setup"), in.Undo); err != nil {
		return nil, explainSetup(err)
	}
	out.read()
	switch {
	case in.DryRun:
	case !out.plan.Changed():
		if err := out.plan.Tidy(); err != nil {
			return nil, err
		}
	case in.Yes:
		return out, out.Apply()
	}
	return out, nil
}

// Left are the files that belong to the set-up and are another's.
func (r *SetupResult) Left() []Skip { return r.Skipped }

// Pending says whether something is left to be done, and was asked for.
func (r *SetupResult) Pending() bool { return !r.dryRun && !r.Applied && r.plan.Changed() }

// Apply does what the result says: all of it, or nothing. Where another process did it meanwhile, nothing is left to be done, and the
// result says so.
func (r *SetupResult) Apply() error {
	if err := r.plan.Apply(r.engine.Now()); err != nil {
		return explainSetup(err)
	}
	r.Applied = r.plan.Changed()
	r.read()
	return nil
}

// read takes over what the plan says.
func (r *SetupResult) read() {
	r.Files, r.Notes, r.Skipped = []SetupFile{}, append([]string{}, r.plan.Notes...), []Skip{}
	for _, f := range r.plan.Left {
		r.Skipped = append(r.Skipped, Skip{Path: f.Path, Reason: f.Problem + ": " + f.Fix})
	}
	for _, c := range r.plan.Changes {
		f := SetupFile{Path: c.Path, Change: "edit", Diff: c.Diff(), Backup: c.Backup}
		if c.Real != c.Path {
			f.Leads = c.Real
		}
		switch {
		case c.Same():
			f.Change = "none"
		case c.Before == nil:
			f.Change = "create"
		case c.After == nil:
			f.Change = "remove"
		}
		for _, k := range c.Kinds {
			f.For = append(f.For, string(k))
		}
		r.Files = append(r.Files, f)
	}
}

// agentSetup finds out for whom and where brain is set up.
func (e *Engine) agentSetup(in SetupInput) (agent.Setup, error) {
	s := agent.Setup{Client: in.Client, Global: in.Global, Hooks: in.Hooks, GOOS: runtime.GOOS, Getenv: os.Getenv}
	var err error
	if s.Home, err = os.UserHomeDir(); err != nil {
		return s, &Error{Problem: "it is not known where the settings of agents are", Cause: err.Error(), Fix: "set HOME", Err: err}
	}
	if s.Project, err = os.Getwd(); err != nil {
		return s, err
	}
	if root, ok := agent.Repository(s.Project); ok {
		s.Project = root
	}
	if s.Program, err = os.Executable(); err != nil {
		return s, err
	}
	if found, err := exec.LookPath("brain"); err == nil {
		s.InPath = sameFile(found, s.Program)
	}
	s.DB, err = e.setupDB(in.DB)
	return s, err
}

// setupDB is the whole path of the brain that an agent is to use; "" where it is the usual one.
func (e *Engine) setupDB(named *string) (string, error) {
	path := e.Path
	if path == "" {
		path = os.Getenv("BRAIN_DB")
	}
	if named != nil {
		if path = underHome(*named); path == "" {
			return "", usage("name a file, or leave --db out", "--db names no file")
		}
	}
	if path == "" {
		return "", nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if home, homeErr := os.UserHomeDir(); named == nil && homeErr == nil && path == filepath.Join(home, defaultName) {
		return "", nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", usage("name the file in it, such as "+filepath.Join(path, "brain.db"), "%s is a folder, not a brain", path)
	}
	return path, nil
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// explainSetup tells why nothing was changed.
func explainSetup(err error) error {
	var f *agent.Fault
	if !errors.As(err, &f) {
		return err
	}
	where := f.Path
	if f.Line > 0 {
		where = fmt.Sprintf("%s, line %d", f.Path, f.Line)
	}
	return &Error{Problem: "nothing was changed: " + where, Cause: f.Problem, Fix: f.Fix, Err: err}
}

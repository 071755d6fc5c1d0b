package agent

import (
	"os/exec"
	"path/filepath"
	"strings"
)

// withGit adds git's post-commit hook, which keeps the code graph of the project up to date, and says why where it cannot.
func (s Setup) withGit(parts []part, notes []string) ([]part, []string) {
	if s.Global || !s.Hooks {
		return parts, notes
	}
	if !exists(s.project(".git")) {
		return parts, append(notes, "the project is no repository of git: no hook after commits")
	}
	dir, err := exec.Command("git", "-C", s.Project, "rev-parse", "--git-path", "hooks").Output()
	if err != nil {
		return parts, append(notes, "git does not say where its hooks are: no hook after commits")
	}
	hooks := strings.TrimRight(string(dir), "\r\n")
	if !filepath.IsAbs(hooks) {
		hooks = s.project(hooks)
	}
	// A folder for hooks that somebody chose may serve other repositories, or be made anew by a tool.
	if chosen, err := exec.Command("git", "-C", s.Project, "config", "--get", "core.hooksPath").Output(); err == nil {
		return parts, append(notes, "core.hooksPath of git is "+strings.TrimRight(string(chosen), "\r\n")+": put `brain hook post-commit` into the hook post-commit there by hand")
	}
	line := "(" + s.hookCommand("post-commit") + " </dev/null >/dev/null 2>&1 || :)\n"
	b := hashBlock("#!/bin/sh\n", line)
	b.first = true
	b.foreign = func(line string) bool {
		return !b.has(line) && !strings.Contains(line, " hook post-commit </dev/null >")
	}
	return append(parts, part{kind: Hooks, path: filepath.Join(hooks, "post-commit"), edit: shellHook{b}, mode: 0o755}), notes
}

// shellHook is a hook of git that a shell runs. The block stands first: what follows may end the script, and it is done in a
// moment whatever comes.
type shellHook struct{ block }

func (e shellHook) add(text string) (string, error) {
	if first, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "#!") {
		shell := false
		for _, word := range strings.Fields(first[2:]) {
			switch filepath.Base(word) {
			case "sh", "bash", "zsh", "dash", "ksh":
				shell = true
			}
		}
		if !shell {
			f := fault(1, "call `brain hook post-commit` from it by hand", "it is no script of a shell (%s)", first)
			f.rest = true
			return text, f
		}
	}
	return e.block.add(text)
}

// runnable makes sure that git runs a hook: it passes over those without the right to.
func runnable(part part, c Change) error {
	if _, hook := part.edit.(shellHook); !hook || c.Before == nil || c.mode&0o111 != 0 {
		return nil
	}
	f := fault(0, "make it runnable (chmod +x) or move it away", "git does not run it, for it has not the right to be run")
	f.rest = true
	return f
}

package llm

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const (
	// Env names the variable that holds the command line of the model.
	Env = "BRAIN_LLM"
	// Guard names the variable that is "1" in the environment of every model command: a model that is an agent has hooks,
	// and a hook of it that harvests would start a model again, without end (brain-cli 3.4.0 uses the same name).
	Guard = "BRAIN_HARVEST"
)

// Guarded tells whether this process was started, at whatever depth, by a model command.
func Guarded() bool { return os.Getenv(Guard) == "1" }

// Command is a program that answers a prompt on its standard output: its path and its first arguments.
//
// A word {model} in it is replaced by the model that a request names; claude gets --model NAME instead, and no tools, unless its line
// names some: a transcript is text that anybody may have written, and what stands in it must not make an agent act. If the last word is
// -p, --print or --prompt, the prompt follows as its value; else, and if the prompt is too long for an argument, the
// command reads it on standard input.
type Command []string

// FromEnv is the command in BRAIN_LLM, else `claude -p`. An error wraps ErrNotFound if there is no such program.
func FromEnv() (Command, error) {
	line := os.Getenv(Env)
	words, err := Words(line, runtime.GOOS != "windows")
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", Env, err)
	}
	if len(words) == 0 {
		words = []string{"claude", "-p"}
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		if strings.TrimSpace(line) == "" {
			return nil, fmt.Errorf("%w: set %s to a command that answers a prompt, or install claude", ErrNotFound, Env)
		}
		return nil, fmt.Errorf("%w: %s names %q: %w", ErrNotFound, Env, words[0], err)
	}
	// The command runs in another folder, where a relative path would lead elsewhere.
	if path, err = filepath.Abs(path); err != nil {
		return nil, fmt.Errorf("find %s: %w", words[0], err)
	}
	words[0] = path
	return words, nil
}

// TakesModel tells whether a request's model reaches the command; if not, the command line alone decides.
func (c Command) TakesModel() bool {
	return slices.ContainsFunc(c, func(w string) bool { return strings.Contains(w, "{model}") }) || c.claudeWithout("--model")
}

// claudeWithout tells whether the program is Claude Code's and its line has none of these options.
func (c Command) claudeWithout(options ...string) bool {
	if len(c) == 0 {
		return false
	}
	name := strings.ToLower(filepath.Base(c[0]))
	return strings.TrimSuffix(name, filepath.Ext(name)) == "claude" && !slices.ContainsFunc(c, func(w string) bool {
		option, _, _ := strings.Cut(w, "=")
		return slices.Contains(options, option)
	})
}

// maxArgument is the longest prompt that is given as an argument, in bytes. Linux refuses arguments of 128 KiB; a batch
// file, which claude may be on Windows, would read the prompt's % and & as its own.
func maxArgument() int {
	if runtime.GOOS == "windows" {
		return 0
	}
	return 100_000
}

// call are the arguments of a request and what the command reads on standard input.
func (c Command) call(r Request) (args []string, stdin string) {
	for _, w := range c[1:] {
		args = append(args, strings.ReplaceAll(w, "{model}", r.Model))
	}
	stdin = r.Prompt
	last := c[len(c)-1]
	asked := last == "-p" || last == "--print" || last == "--prompt"
	// A prompt that begins with a dash would be an option; one with a NUL cannot be an argument.
	if asked && len(r.Prompt) <= maxArgument() && !strings.HasPrefix(r.Prompt, "-") && !strings.Contains(r.Prompt, "\x00") {
		args, stdin = append(args, r.Prompt), ""
	}
	if r.Model != "" && c.claudeWithout("--model") {
		args = append(args, "--model", r.Model)
	}
	// Versions that know no --tools know this option; in 2.1.197 it takes all tools, and 95 KB, out of what is sent.
	if c.claudeWithout("--tools", "--allowedTools", "--allowed-tools", "--disallowedTools", "--disallowed-tools") {
		args = append(args, "--disallowedTools", "*")
	}
	return args, stdin
}

package extract

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// GitIgnored gives what git ignores below root by the .gitignore files of its repository: a function that says it of a file, or of
// a folder as a whole. What is tracked is not ignored, whatever they say. Outside of a repository the function is nil; so it is
// with the error of a git that is missing or refuses.
func GitIgnored(ctx context.Context, root string) (func(path string) bool, error) {
	if !inRepository(root) {
		return nil, nil
	}
	cmd := exec.CommandContext(ctx, "git", "-c", "core.fsmonitor=false", "ls-files", "--others", "--ignored",
		"--exclude-per-directory=.gitignore", "--directory", "-z")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && len(exit.Stderr) > 0 {
			first, _, _ := strings.Cut(string(exit.Stderr), "\n")
			err = errors.New(oneLine(first))
		}
		return nil, fmt.Errorf("ask git what it ignores: %w", err)
	}
	ignored := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		ignored[strings.TrimSuffix(name, "/")] = true
	}
	return func(path string) bool { return ignored[path] }, nil
}

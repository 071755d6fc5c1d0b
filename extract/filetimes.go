package extract

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// gitPatience bounds the walk through a repository's history; files that were not reached keep the time on disk.
const gitPatience = 10 * time.Second

// CommitTimes gives the time of the last commit of each of the files (slash-separated, below root), as far as git knows
// it: a checkout's times on disk say when it was cloned, a commit's are the same everywhere, and so are citations made
// of them. Without git or outside of a repository the result is empty.
func CommitTimes(ctx context.Context, root string, files []string) map[string]time.Time {
	times := map[string]time.Time{}
	wanted := make(map[string]bool, len(files))
	for _, f := range files {
		wanted[f] = true
	}
	if len(wanted) == 0 || !inRepository(root) {
		return times
	}
	ctx, cancel := context.WithTimeout(ctx, gitPatience)
	defer cancel()
	// A repository's own configuration can name programs to run; those that log would start are switched off.
	cmd := exec.CommandContext(ctx, "git", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "core.pager=cat",
		"--no-pager", "log", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative", "--name-only", "--format=%x01%ct", "-z", "--", ".")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	out, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return times
	}
	readLog(out, wanted, times)
	cancel() // every file is dated, or the log is at its end
	cmd.Wait()
	return times
}

// inRepository says whether a folder or one above it has a .git, without starting git.
func inRepository(dir string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// readLog reads `git log -z --name-only --format=%x01%ct`: fields end with NUL; a field that begins with \x01 is a commit's
// time, newest first, the others are paths. It stops when all wanted files are dated.
func readLog(r io.Reader, wanted map[string]bool, times map[string]time.Time) {
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	sc.Split(splitNUL)
	var at time.Time
	for len(times) < len(wanted) && sc.Scan() {
		field := strings.TrimLeft(sc.Text(), "\n")
		if stamp, ok := strings.CutPrefix(field, "\x01"); ok {
			if sec, err := strconv.ParseInt(stamp, 10, 64); err == nil {
				at = time.Unix(sec, 0).UTC()
			}
			continue
		}
		if _, dated := times[field]; wanted[field] && !dated {
			times[field] = at
		}
	}
}

func splitNUL(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

package cli_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite"

	"brain/cli"
	"brain/engine"
)

var update = flag.Bool("update", false, "write what the program prints into the scripts")

// demoTree stands for the project's docs and source, which main embeds.
var demoTree = fstest.MapFS{
	"docs/merge.md": {Data: []byte("# Citations\n\nHow citations are parsed: from both ends.\n")},
	"go.mod":        {Data: []byte("module example.com/demo\n\ngo 1.21\n")},
	"demo.go":       {Data: []byte("package demo\n\n// ParseCitation reads a citation.\nfunc ParseCitation() {}\n")},
}

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "brain" {
		// What whoever runs the tests has set for a brain of their own.
		for _, name := range []string{"BRAIN_DB", "BRAIN_DEBUG", "BRAIN_EMBEDDER", "BRAIN_EMBED_BACKEND", "BRAIN_HARVEST", "BRAIN_LLM", "BRAIN_MERGE_ENABLED", "BRAIN_MODEL",
			"CLAUDE_SESSION_ID", "CLICOLOR_FORCE", "NO_COLOR", "XDG_CONFIG_HOME"} {
			os.Unsetenv(name)
		}
		// In a hook of git these name the repository of the commit. Nor counts anybody's own configuration, which may sign commits.
		for _, v := range os.Environ() {
			if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
				os.Unsetenv(name)
			}
		}
		os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
		os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	}
	testscript.Main(m, map[string]func(){
		"brain": func() { os.Exit(cli.Run(os.Args, cli.System(), demoTree)) },
	})
}

// TestScripts runs the transcripts over the real program, a process a command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			home := env.WorkDir + "/home"
			env.Setenv("HOME", home)
			env.Setenv("BRAIN_DB", env.WorkDir+"/brain.db")
			env.Setenv("TZ", "UTC")
			env.Values[digests{}] = map[string][32]byte{}
			return os.Mkdir(home, 0o755)
		},
		Condition: func(cond string) (bool, error) {
			if cond != "cgo" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			build, err := engine.New(engine.Config{}).Version(context.Background(), engine.VersionInput{})
			return err == nil && build.TreeSitter, err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  cmdExits,
			"json":   cmdJSON,
			"bytes":  cmdBytes,
			"sqlite": cmdSQLite,
			"keep":   cmdKeep,
			"age":    cmdAge,
			"kept":   cmdKept,
		},
	})
}

// exits CODE COMMAND…: the command ends with that exit code.
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// json stdout|stderr|FILE: it is one JSON value, or lines of them for stdout of an export.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: json stdout|stderr|FILE")
	}
	if ok := json.Valid([]byte(ts.ReadFile(args[0]))); ok == neg {
		ts.Fatalf("valid JSON: %v", ok)
	}
}

// bytes FILE TEXT: the file holds what the Go string literal TEXT says.
func cmdBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// sqlite FILE SQL: runs SQL as another program would.
func cmdSQLite(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sqlite FILE SQL")
	}
	q, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	defer q.Close()
	_, err = q.Exec(args[1])
	ts.Check(err)
}

// age FILE DURATION: the file was changed that long ago.
func cmdAge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: age FILE DURATION")
	}
	d, err := time.ParseDuration(args[1])
	ts.Check(err)
	then := time.Now().Add(-d)
	ts.Check(os.Chtimes(ts.MkAbs(args[0]), then, then))
}

type digests struct{}

func digest(ts *testscript.TestScript, file string) [32]byte {
	data, err := os.ReadFile(ts.MkAbs(file))
	ts.Check(err)
	return sha256.Sum256(data)
}

// keep FILE: remembers the file's bytes for kept.
func cmdKeep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: keep FILE")
	}
	ts.Value(digests{}).(map[string][32]byte)[args[0]] = digest(ts, args[0])
}

// kept FILE: the file's bytes are those that keep saw.
func cmdKept(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: kept FILE")
	}
	before, ok := ts.Value(digests{}).(map[string][32]byte)[args[0]]
	if !ok {
		ts.Fatalf("keep %s first", args[0])
	}
	if same := before == digest(ts, args[0]); same == neg {
		ts.Fatalf("%s is the same: %v", args[0], same)
	}
}

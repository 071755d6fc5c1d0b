package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The recorded behaviour of brain-cli 3.4.0: see README.md there for the form of the files.
const brainCLI = "../testdata/brain-cli"

// cliScenario is one file of calls that build on one another.
type cliScenario struct {
	Scenario, Mode, Note string
	Steps                []cliStep
}

// cliStep is one step of a scenario: a call, SQL, or a file that is written or checked.
type cliStep struct {
	Argv      []string
	Prog      string
	Exit      int
	Stdout    string
	Stderr    string
	Bind      string
	Unordered bool
	Env       map[string]string
	DB        []cliQuery
	SQL       []string
	File      string
	Mode      string
	Text      string
	Append    bool
	FileAfter string `json:"file_after"`
	BaseDB    string `json:"base_db"`
}

// cliQuery is SQL that is run after a call, with the rows that it gives.
type cliQuery struct {
	Q    string
	Rows [][]any
}

// TestBrainCLI makes the calls that were recorded of brain-cli, a process a call, and compares. Where brain differs on
// purpose CHANGED.md says so; an entry there that is not needed fails.
func TestBrainCLI(t *testing.T) {
	files, err := filepath.Glob(brainCLI + "/[0-9][0-9]_*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d scenarios, %v", len(files), err)
	}
	changes := readChanges(t)
	for i, file := range files {
		var s cliScenario
		readJSON(t, file, &s)
		if len(s.Steps) == 0 || testing.Short() && i > 1 {
			continue // 15_eval has a form of its own
		}
		t.Run(s.Scenario, func(t *testing.T) {
			t.Parallel()
			w := newCLIWorld(t, s.Mode, changes[s.Scenario])
			w.start(s.Note)
			for n, step := range s.Steps {
				w.step(n, step)
			}
			w.changes.unused(t)
		})
	}
}

// TestBrainCLIFiles makes the calls that were recorded on files that brain-cli 3.4.0 wrote, on copies of them.
func TestBrainCLIFiles(t *testing.T) {
	var expected map[string]struct{ CLI []cliStep }
	readJSON(t, brainCLI+"/dbs/expected.json", &expected)
	changes := readChanges(t)
	for _, name := range []string{"v4_fts_only", "v4_with_vectors"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newCLIWorld(t, "stub", changes[name])
			w.copyDB(name)
			for n, step := range expected[name].CLI {
				w.step(n, step)
			}
			w.changes.unused(t)
		})
	}
}

// TestBrainCLIEval asks the recorded questions of its eval script.
func TestBrainCLIEval(t *testing.T) {
	var eval struct {
		Corpus []struct{ UID, Type, Title, Content, Project, Tags string }
		Runs   []struct {
			Args           []string
			Exit           int
			Stdout, Stderr string
		}
	}
	readJSON(t, brainCLI+"/15_eval.json", &eval)
	w := newCLIWorld(t, "fts", nil)
	w.start("")
	for _, m := range eval.Corpus {
		w.exec(`INSERT INTO memories(uid, type, canonical_type, title, content, project, tags) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			m.UID, m.Type, m.Type, m.Title, m.Content, m.Project, m.Tags)
	}
	golden, err := filepath.Abs(brainCLI + "/eval_golden.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for n, run := range eval.Runs {
		args := slices.Clone(run.Args)
		args[slices.Index(args, "eval_golden.jsonl")] = golden
		step := cliStep{Argv: append([]string{"eval"}, args...), Exit: run.Exit, Stdout: run.Stdout, Stderr: run.Stderr}
		w.step(n, step)
	}
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// cliWorld is an empty home with one file, on which a scenario's calls are made.
type cliWorld struct {
	t        *testing.T
	home, db string
	env      []string
	bound    map[string]string // placeholder → text
	changes  changed
}

func newCLIWorld(t *testing.T, mode string, changes changed) *cliWorld {
	t.Helper()
	home := t.TempDir()
	w := &cliWorld{t: t, home: home, db: filepath.Join(t.TempDir(), "brain.db"), changes: changes}
	w.bound = map[string]string{"<<HOME>>": w.home, "<<DB>>": w.db}
	embedder := map[string]string{"fts": "none", "stub": "fnv384"}[mode]
	if embedder == "" {
		t.Fatalf("mode %q is not known", mode)
	}
	w.env = append(os.Environ(), "HOME="+home, "BRAIN_DB="+w.db, "BRAIN_EMBEDDER="+embedder, "TZ=UTC",
		"XDG_CONFIG_HOME=", "BRAIN_DEBUG=", "BRAIN_HARVEST=", "BRAIN_LLM=", "PATH="+filepath.Join(home, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	return w
}

// start makes the file that a scenario begins with: a fresh one, unless its note says otherwise.
func (w *cliWorld) start(note string) {
	switch {
	case strings.HasPrefix(note, "no file"):
	case strings.HasPrefix(note, "v3.2-stage"):
		w.copyDB("stage_v3_2")
		w.empty("memory_chunks", "memory_vectors", "memories", "tags", "alterations", "sqlite_sequence")
	default:
		if r := w.call(cliStep{Argv: []string{"init"}}); r.code != 0 {
			w.t.Fatalf("init: %+v", r)
		}
	}
}

func (w *cliWorld) step(n int, s cliStep) {
	switch {
	case s.Argv != nil:
		w.check(n, s, w.call(s))
	case s.SQL != nil:
		for _, q := range s.SQL {
			w.exec(w.fill(q))
		}
	case s.File != "":
		w.write(s)
	case s.FileAfter != "":
		data, err := os.ReadFile(w.fill(s.FileAfter))
		got := ""
		if err == nil {
			got = string(data)
		}
		w.changes.report(w.t, n, "file", w.diffJSONLines(s.Text, got))
	case s.BaseDB != "":
		os.Remove(w.db)
		os.Remove(w.db + "-wal")
		os.Remove(w.db + "-shm")
		base := "stage_base_oldfts"
		if strings.Contains(s.BaseDB, "no FTS") {
			base = "stage_base_nofts"
		}
		w.copyDB(base)
		w.empty("memories", "sqlite_sequence")
	default:
		w.t.Fatalf("step %d is of no known kind: %+v", n, s)
	}
}

// fill puts what is bound in the place of placeholders.
func (w *cliWorld) fill(s string) string {
	for name, value := range w.bound {
		s = strings.ReplaceAll(s, name, value)
	}
	return s
}

func (w *cliWorld) write(s cliStep) {
	path := w.fill(s.File)
	mode := os.FileMode(0o644)
	if n, err := strconv.ParseUint(strings.TrimPrefix(s.Mode, "0o"), 8, 32); err == nil {
		mode = os.FileMode(n)
	}
	flags := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if s.Append {
		flags = os.O_CREATE | os.O_WRONLY | os.O_APPEND
	}
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(path, flags, mode); err == nil {
			_, err = f.WriteString(w.fill(s.Text))
			err = errors.Join(err, f.Close(), os.Chmod(path, mode))
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// cliAnswer is what a call gave.
type cliAnswer struct {
	code        int
	out, stderr string
}

func (w *cliWorld) call(s cliStep) cliAnswer {
	w.t.Helper()
	program, err := exec.LookPath("brain")
	if err != nil {
		w.t.Fatal(err)
	}
	args := slices.Clone(s.Argv)
	if s.Prog == "migrate script" {
		args = append([]string{"migrate"}, args...)
	} else if s.Prog != "" {
		w.t.Fatalf("program %q is not known", s.Prog)
	}
	for i := range args {
		args[i] = w.fill(args[i])
	}
	c := exec.Command(program, args...)
	c.Dir, c.Env = w.home, slices.Clone(w.env)
	for name, value := range s.Env {
		c.Env = append(c.Env, name+"="+w.fill(value))
	}
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err = c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	return cliAnswer{c.ProcessState.ExitCode(), out.String(), errs.String()}
}

var uidForm = regexp.MustCompile(`^[a-z2-7]{12}$`)

// bind takes the uid on the last line of the output as the placeholder's value.
func (w *cliWorld) bind(name, out string) error {
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	uid := lines[len(lines)-1]
	if !uidForm.MatchString(uid) {
		return fmt.Errorf("the last line is no uid: %q", uid)
	}
	w.bound["<<"+name+">>"] = uid
	return nil
}

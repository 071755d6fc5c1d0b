package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/cli"
	"brain/engine"
)

// run does a command in this process.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	term := &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &errs, Width: 100}
	code = cli.Run(append([]string{"brain"}, args...), term, demoTree)
	return code, out.String(), errs.String()
}

// world is a folder with something for every command, and a brain with brain-cli's memories.
func world(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	memories, err := os.ReadFile(brainCLI + "/dbs/v4_fts_only.db")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"notes/ledger.md": "---\ntitle: Ledger\ncreated: 2026-01-02\n---\nThe ledger balances.\n",
		"app/go.mod":      "module example.com/app\n\ngo 1.21\n",
		"app/main.go":     "package main\n\nfunc main() {}\n",
		"graph.json":      `{"nodes":[{"id":"a","label":"Ledger","captured_at":"2026-01-02T00:00:00Z"}],"links":[]}`,
		"rows.jsonl":      `{"source":"memory","entity_id":"m","entity_name":"Ledger","content":"a ledger","created_at":"2026-01-03"}` + "\n",
		"golden.jsonl":    `{"query":"vacuum","expected_uid":"lk2aaaaaaaa2"}` + "\n",
		"session.jsonl":   `{"type":"user","message":{"content":"why is it slow?"}}` + "\n",
		"brain.db":        string(memories),
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("BRAIN_DB", filepath.Join(dir, "brain.db"))
	t.Setenv("HOME", dir)
	t.Setenv("TMPDIR", dir)
}

// calls are a right and a wrong command line for each operation, in an order in which they build on one another. The wrong
// one is "" where an operation takes nothing that could be wrong, the right one where it takes a network or seconds. What can
// be done once only has a call that takes it back, or "-" where nothing does.
var calls = []struct{ op, right, wrong, undo string }{
	{"init", "init", "init a b", ""},
	{"import", "import notes --no-embed", "import nowhere", ""},
	{"sync", "sync notes --no-embed", "sync nowhere", ""},
	{"export", "export", "export x", ""},
	{"put", "put people/ada --content Ada", "put ../x --content y", ""},
	{"list", "list", "list --sort size", ""},
	{"tag", "tag people/ada poet", "tag people/nobody poet", "untag people/ada poet"},
	{"untag", "untag people/ada poet", "untag people/nobody poet", ""},
	{"timeline", "timeline", "timeline --after yesterday", ""},
	{"timeline-add", "timeline-add people/ada 2026-05-23 met", "timeline-add people/ada yesterday met", ""},
	{"unlink", "unlink people/ada ledger", "unlink people/ada", ""},
	{"links", "links people/ada", "links", ""},
	{"backlinks", "backlinks people/ada", "backlinks", ""},
	{"graph", "graph people/ada", "graph", ""},
	{"diff", "diff people/ada", "diff people/ada 99", ""},
	{"revert", "put people/ada --content Ada", "revert people/ada 99", ""},
	{"raw put", "raw put people/ada web --content {}", "raw put people/ada web --content {", ""},
	{"raw get", "raw get people/ada web", "raw get people/ada mail", ""},
	{"raw list", "raw list people/ada", "raw list people/nobody-of-that-name", ""},
	{"ingest-log add", "ingest-log add meeting board.md", "ingest-log add meeting", ""},
	{"ingest-log", "ingest-log", "ingest-log x", ""},
	{"health", "health", "health x", ""},
	{"orphans", "orphans", "orphans x", ""},
	{"maintain", "maintain --weekly", "maintain --daily --if-due", ""},
	{"extract", "extract app", "extract nowhere", ""},
	{"graph import", "graph import graph.json", "graph import rows.jsonl", ""},
	{"graph export", "graph export", "graph export --format dot", ""},
	{"entries import", "entries import rows.jsonl", "entries import nowhere", ""},
	{"entries export", "entries export", "entries export x", ""},
	{"embed", "embed --pieces 1", "embed --pieces many", ""},
	{"merge", "merge --full", "merge --ful=x", ""},
	{"merge links", "merge links", "merge links --min much", ""},
	{"merge tune", "merge tune", "merge tune --threshold much", ""},
	{"merge revisions", "merge revisions", "merge revisions --limit x", ""},
	{"schedule", "schedule print --with cron", "schedule print --with clock", ""},
	{"query", "query --unified --text-only ledger", "query ledger --store gbrain", ""},
	{"ask", "ask --text-only ledger", "ask --unified --explain ledger", ""},
	{"cite", "cite [BM:gbrain:ledger:2026-01-02T00:00:00Z]", "cite [BM:gbrain:ledgr:2026-01-02T00:00:00Z]", ""},
	{"sql", "sql SELECT 1 AS one", "sql SELEC 1", ""},
	{"stats", "stats", "stats x", ""},
	{"migrate", "migrate", "migrate x", ""},
	{"save", "save --type=note --title=Fact --force --no-embed", "save --type=note", ""},
	{"add", "add --type=note --title=Fact --force --no-embed", "add --title=Fact", ""},
	{"search", "search vacuum --no-semantic", "search", ""},
	{"get", "get lk2aaaaaaaa2", "get lk2aaaaaaaaz", ""},
	{"context", "context vacuum --no-semantic", "context", ""},
	{"update", "update lk2aaaaaaaa2 --abstract Vacuum", "update lk2aaaaaaaa2", ""},
	{"history", "history lk2aaaaaaaa2", "history", ""},
	{"link", "link lk2aaaaaaaa2 lk2cccccccc2 cites", "link lk2aaaaaaaa2 lk2cccccccc2 likes", "-"},
	{"delete", "delete lk2dddddddd2", "delete lk2ddddddddz", "restore lk2dddddddd2"},
	{"restore", "restore lk2eeeeeeee2", "restore lk2aaaaaaaa2", "delete lk2eeeeeeee2"},
	{"invalidate", "invalidate lk2cccccccc2", "invalidate lk2ccccccccz", "invalidate lk2cccccccc2 --undo"},
	{"reconcile", "reconcile --title=News --no-semantic", "reconcile", ""},
	{"consolidate", "consolidate", "consolidate --merge lk2aaaaaaaa2", ""},
	{"harvest", "harvest session.jsonl --dry-run --force", "harvest nowhere.jsonl", ""},
	{"tags", "tags", "tags x", ""},
	{"recent", "recent", "recent x", ""},
	{"reindex", "reindex", "reindex x", ""},
	{"doctor", "doctor --fix", "doctor x", ""},
	{"backup", "backup", "backup rows.jsonl", ""},
	{"vacuum", "vacuum", "vacuum x", ""},
	{"eval", "eval --golden golden.jsonl --no-semantic", "eval", ""},
	{"config get", "config get search.rank", "config get search.rnk", ""},
	{"config set", "config set search.in memory", "config set search.in mail", ""},
	{"config list", "config list", "config list x", ""},
	{"hook", "hook post-tool-use", "hook nothing", ""},
	{"kpi", "kpi", "kpi --since yesterday", ""},
	{"setup", "setup codex --dry-run", "setup emacs", ""},
	{"version", "version", "version x", ""},
	{"model list", "model list", "model list x", ""},
	{"model info", "model info builtin", "model info nowhere", ""},
	{"model use", "model use builtin", "model use notes", ""},
	{"model pull", "", "model pull nowhere", ""},
	{"model parity", "", "model parity nowhere", ""},
	{"demo", "demo", "demo x", ""},
}

// undo takes a call back.
func undo(t *testing.T, line string) {
	t.Helper()
	if line == "" || line == "-" {
		return
	}
	if code, out, errs := run(t, strings.Fields(line)...); code != 0 {
		t.Fatalf("%s: exit code %d, %s%s", line, code, out, errs)
	}
}

func TestEveryCommandAnswersAndFailsInJSON(t *testing.T) {
	world(t)
	for _, c := range calls {
		if c.op == "demo" && testing.Short() || c.right == "" {
			continue // demo runs the model
		}
		code, out, errs := run(t, append(strings.Fields(c.right), "--json")...)
		undo(t, c.undo)
		if code != 0 || errs != "" {
			t.Errorf("%s: exit code %d, %s", c.right, code, errs)
		}
		dec := json.NewDecoder(strings.NewReader(out))
		values := 0
		for dec.More() {
			var v any
			if err := dec.Decode(&v); err != nil {
				t.Errorf("%s: %v in %s", c.right, err, out)
				break
			}
			values++
		}
		if values == 0 || values > 1 && c.op != "entries export" {
			t.Errorf("%s: %d values: %s", c.right, values, out)
		}

		code, out, errs = run(t, append(strings.Fields(c.wrong), "--json")...)
		var failed struct {
			Error struct {
				Code, Message, Problem, Cause, Fix, Docs string
				Exit                                     int
			}
		}
		d := json.NewDecoder(strings.NewReader(errs))
		d.DisallowUnknownFields()
		if err := d.Decode(&failed); err != nil || code == 0 || failed.Error.Exit != code || failed.Error.Code == "" || !strings.HasPrefix(failed.Error.Message, failed.Error.Problem) || failed.Error.Problem == "" || failed.Error.Fix == "" || out != "" {
			t.Errorf("%s: exit code %d, %v\nstdout: %s\nstderr: %s", c.wrong, code, err, out, errs)
		}
	}
}

// TestFlagsOfAllCommandsStandAnywhere puts --json and -q at every place of each command line.
func TestFlagsOfAllCommandsStandAnywhere(t *testing.T) {
	world(t)
	for _, c := range calls {
		if c.op == "demo" || testing.Short() && (c.op == "embed" || c.op == "reindex" || c.op == "doctor") || c.right == "" || c.undo == "-" {
			continue // demo runs the model
		}
		words := strings.Fields(c.right)
		for i := range len(words) + 1 {
			if i > 0 && strings.HasPrefix(words[i-1], "--") && i < len(words) && !strings.HasPrefix(words[i], "--") {
				continue // a flag's value
			}
			code, out, errs := run(t, slices.Insert(slices.Clone(words), i, "--json", "-q")...)
			undo(t, c.undo)
			if code != 0 || errs != "" || !strings.HasPrefix(out, "{") && !strings.HasPrefix(out, "[") {
				t.Errorf("%s with --json -q at %d: exit code %d, %s%s", c.right, i, code, out, errs)
			}
		}
	}
	for words, want := range map[string]string{"--limit 3 query --unified x": "--limit stands before the command", "--json --lim=3 query": "--lim=3 stands before the command", "-- query": "-- stands before the command"} {
		code, out, errs := run(t, strings.Fields(words)...)
		if code != 2 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: exit code %d, %s%s", words, code, out, errs)
		}
	}
}

func TestHelpAndCompletionAnswerInJSON(t *testing.T) {
	decode := func(v any, words ...string) {
		t.Helper()
		code, out, errs := run(t, words...)
		dec := json.NewDecoder(strings.NewReader(out))
		dec.DisallowUnknownFields()
		if err := dec.Decode(v); err != nil || code != 0 || errs != "" {
			t.Errorf("%v: exit code %d, %v, %s%s", words, code, err, out, errs)
		}
	}
	type param struct {
		Name, Kind, Help, Default string
		Enum                      []string
		Position                  int
		Min, Max                  *float64
		Rest, Required            bool
	}
	type command struct {
		Name, Summary, Usage, Help string
		Writes, Destructive        bool
		Params                     []param
		Examples                   []struct{ Command, Does string }
	}
	var table struct {
		Commands []command
		Flags    []param
		Topics   []string
	}
	for _, words := range []string{"help --json", "--json help", "--json", "--help --json", "--json -h"} {
		table.Commands = nil
		decode(&table, strings.Fields(words)...)
		if len(table.Commands) != len(engine.Operations())+1 || len(table.Flags) != 3 || !slices.Equal(table.Topics, []string{"completion", "environment", "exit-codes", "help", "man"}) {
			t.Errorf("%s: %+v", words, table)
		}
	}
	for i, op := range engine.Operations() {
		var one command
		decode(&one, append([]string{"help", "--json"}, strings.Fields(op.Name)...)...)
		if diff := cmp.Diff(table.Commands[i], one); diff != "" || one.Name != op.Name || len(one.Params) != len(op.Params) || len(one.Examples) != len(op.Examples) {
			t.Errorf("help %s (-in the table +alone):\n%s", op.Name, diff)
		}
		var flag command
		decode(&flag, append(strings.Fields(op.Name), "--json", "--help")...)
		if diff := cmp.Diff(one, flag); diff != "" {
			t.Errorf("%s --help (-help +flag):\n%s", op.Name, diff)
		}
	}
	var topic struct{ Topic, Text string }
	if decode(&topic, "help", "exit-codes", "--json"); topic.Topic != "exit-codes" || !strings.Contains(topic.Text, "130") {
		t.Errorf("%+v", topic)
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var script struct{ Shell, Script string }
		_, want, _ := run(t, "completion", shell)
		if decode(&script, "completion", shell, "--json"); script.Shell != shell || script.Script != want {
			t.Errorf("%s: %+v", shell, script)
		}
	}
	for _, words := range []string{"help nothing --json", "completion tcsh --json", "--json help --what", "stats --json --json=maybe", "--json frobnicate"} {
		code, out, errs := run(t, strings.Fields(words)...)
		if code != 2 || out != "" || !json.Valid([]byte(errs)) {
			t.Errorf("%s: exit code %d, %s%s", words, code, out, errs)
		}
	}
}

// full is a device without room.
type full struct{ err error }

func (f full) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: f.err}
}

func TestOutputThatCannotBeWrittenFails(t *testing.T) {
	world(t)
	lines := []string{"help", "help stats", "help exit-codes", "help --json", "completion bash", "stats --help"}
	for _, c := range calls {
		if c.op == "demo" || c.op == "embed" || c.op == "merge links" || c.op == "hook" || c.right == "" || c.undo != "" {
			continue // the first two run the model, merge links has nothing to say to people, a hook never fails, the last cannot be done twice
		}
		lines = append(lines, c.right, c.right+" --json")
	}
	for _, line := range lines {
		var errs bytes.Buffer
		term := &cli.Terminal{In: strings.NewReader(""), Out: full{syscall.ENOSPC}, Err: &errs, Width: 100}
		code := cli.Run(append([]string{"brain"}, strings.Fields(line)...), term, demoTree)
		if code != 1 || !strings.Contains(errs.String(), "cannot write the output") || !strings.Contains(errs.String(), "no space left on device") {
			t.Errorf("%s: exit code %d, %s", line, code, errs.String())
		}
		errs.Reset()
		term.Out = full{syscall.EPIPE}
		if code := cli.Run(append([]string{"brain"}, strings.Fields(line)...), term, demoTree); code != 141 || errs.Len() > 0 {
			t.Errorf("%s into a closed pipe: exit code %d, %s", line, code, errs.String())
		}
	}
}

func TestEveryCommandAnswersForPeople(t *testing.T) {
	world(t)
	for _, c := range calls {
		if c.op == "demo" && testing.Short() || c.right == "" {
			continue // demo runs the model
		}
		code, out, errs := run(t, strings.Fields(c.right)...)
		undo(t, c.undo)
		if code != 0 || out == "" && !slices.Contains([]string{"merge links", "merge revisions", "hook"}, c.op) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", c.right, code, out, errs)
		}
		if strings.HasPrefix(out, "{") && c.op != "entries export" && c.op != "graph export" && c.op != "reconcile" && c.op != "raw get" {
			t.Errorf("%s prints JSON to people: %s", c.right, out)
		}
		code, out, errs = run(t, strings.Fields(c.wrong)...)
		if code == 0 || out != "" || !strings.HasPrefix(errs, "✗ ") || !strings.Contains(errs, "\n  fix:   ") {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", c.wrong, code, out, errs)
		}
	}
}

func TestEveryOperationIsCalledHere(t *testing.T) {
	var called, there []string
	for _, c := range calls {
		called = append(called, c.op)
	}
	for _, op := range engine.Operations() {
		there = append(there, op.Name)
	}
	slices.Sort(called)
	slices.Sort(there)
	if diff := cmp.Diff(there, called); diff != "" {
		t.Errorf("give each operation a line in calls (-there +called):\n%s", diff)
	}
}

func TestTheHelpOfEveryCommandShowsAnExample(t *testing.T) {
	for _, op := range engine.Operations() {
		words := strings.Fields(op.Name)
		code, out, errs := run(t, append([]string{"help"}, words...)...)
		if code != 0 || errs != "" {
			t.Errorf("help %s: exit code %d, %s", op.Name, code, errs)
		}
		for _, want := range []string{"brain " + op.Name + ": " + op.Summary, "Usage: brain " + op.Name, "\nExamples:\n  " + op.Examples[0].Command, "--json", "--quiet"} {
			if !strings.Contains(out, want) {
				t.Errorf("help %s does not say %q:\n%s", op.Name, want, out)
			}
		}
		for _, p := range op.Params {
			if !strings.Contains(out, p.Label()) || !strings.Contains(out, p.Help) {
				t.Errorf("help %s does not explain %s", op.Name, p.Label())
			}
		}
		for _, flag := range []string{"--help", "-h"} {
			if _, same, _ := run(t, append(slices.Clone(words), flag)...); same != out {
				t.Errorf("brain %s %s is not brain help %s (-help +flag):\n%s", op.Name, flag, op.Name, cmp.Diff(out, same))
			}
		}
		if strings.Contains(out, "{{") || strings.Contains(out, "<no value>") {
			t.Errorf("help %s holds a template: %s", op.Name, out)
		}
	}
}

func TestHelpNamesAllCommands(t *testing.T) {
	_, out, _ := run(t, "help")
	for _, op := range engine.Operations() {
		if !strings.Contains(out, op.Summary) {
			t.Errorf("%s is missing", op.Name)
		}
	}
	for _, words := range []string{"--help", "-h"} {
		if _, same, _ := run(t, strings.Fields(words)...); same != out {
			t.Errorf("brain %s (-help +got):\n%s", words, cmp.Diff(out, same))
		}
	}
	if code, stdout, same := run(t); code != 2 || stdout != "" || same != out {
		t.Errorf("brain alone: exit code %d, %s (-help +got):\n%s", code, stdout, cmp.Diff(out, same))
	}
	for topic, want := range map[string]string{"exit-codes": "  5  done, but some input was skipped", "environment": "BRAIN_DB"} {
		if code, out, _ := run(t, "help", topic); code != 0 || !strings.Contains(out, want) {
			t.Errorf("help %s: exit code %d, %s", topic, code, out)
		}
	}
}

func TestCompletionScriptsNameAllCommandsAndFlags(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		code, script, errs := run(t, "completion", shell)
		if code != 0 || errs != "" {
			t.Fatalf("%s: exit code %d, %s", shell, code, errs)
		}
		for _, op := range engine.Operations() {
			words := strings.Fields(op.Name)
			for _, want := range words {
				if !strings.Contains(script, want) {
					t.Errorf("%s knows no %s", shell, op.Name)
				}
			}
			for _, p := range op.Params {
				if p.Position == 0 && !strings.Contains(script, "-l "+p.Name+" ") && !strings.Contains(script, "--"+p.Name) {
					t.Errorf("%s knows no --%s of %s", shell, p.Name, op.Name)
				}
			}
		}
		if _, again, _ := run(t, "completion", shell); again != script {
			t.Errorf("%s: the script differs from run to run", shell)
		}
		// The shell itself reads it, where there is one.
		if path, err := exec.LookPath(shell); err == nil {
			c := exec.Command(path, "-n")
			c.Stdin = strings.NewReader(script)
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%s -n: %v\n%s", shell, err, out)
			}
		}
		if shell == "fish" && strings.Contains(strings.ReplaceAll(script, `'`, ""), `"$`) {
			t.Error("fish would read a $ in a help text")
		}
	}
}

func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	_, script, _ := run(t, "completion", "bash")
	complete := func(words ...string) []string {
		program := script + "\nCOMP_WORDS=(\"$@\")\nCOMP_CWORD=$(($#-1))\n_brain\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
		out, err := exec.Command(bash, append([]string{"-c", program, "bash"}, words...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", words, err, out)
		}
		return strings.Fields(string(out))
	}
	for _, tc := range []struct {
		words string
		want  []string
	}{
		{"brain imp", []string{"import"}},
		{"brain sta", []string{"stats"}},
		{"brain graph im", []string{"import"}},
		{"brain graph --dep", []string{"--depth"}},
		{"brain entries ex", []string{"export"}},
		{"brain entries import --no", []string{"--no-vectors"}},
		{"brain query --uni", []string{"--unified"}},
		{"brain query --unified --lim", []string{"--limit"}},
		{"brain import notes --no", []string{"--no-embed"}},
		{"brain merge links --mi", []string{"--min"}},
		{"brain merge --fu", []string{"--full"}},
	} {
		if diff := cmp.Diff(tc.want, complete(strings.Split(tc.words, " ")...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.words, diff)
		}
	}
	if got := complete("brain", ""); !slices.Contains(got, "query") || !slices.Contains(got, "completion") || !slices.Contains(got, "help") {
		t.Errorf("the first word: %v", got)
	}
	if got := complete("brain", "merge", ""); !slices.Contains(got, "links") || !slices.Contains(got, "--full") {
		t.Errorf("after merge: %v", got)
	}
}

// The library has a command help, and h, below each command; brain's is the one before it.
func TestHelpAfterACommandIsAnArgument(t *testing.T) {
	world(t)
	for _, word := range []string{"help", "h"} {
		if code, out, errs := run(t, "search", word, "--no-semantic"); code != 0 || !strings.Contains(out, "No results for: "+word) {
			t.Errorf("search %s: %d %q %q", word, code, out, errs)
		}
		if code, out, errs := run(t, "stats", word); code != 2 || out != "" || !strings.Contains(errs, word) {
			t.Errorf("stats %s: %d %q %q", word, code, out, errs)
		}
	}
}

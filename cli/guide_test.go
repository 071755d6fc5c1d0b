package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/cli"
)

// answered runs a command for somebody at a terminal who gives these answers.
func answered(t *testing.T, answers string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	term := &cli.Terminal{In: strings.NewReader(answers), Out: &out, Err: &errs, IsTTY: true, Asks: true, Width: 100}
	code = cli.Run(append([]string{"brain"}, args...), term, demoTree)
	return code, out.String(), errs.String()
}

// neighbourhood is a working folder with notes and code in it, and no brain yet.
func neighbourhood(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"code/go.mod": "module example.com/app\n", "code/main.go": "package main\n\nfunc main() {}\n", "vault/.obsidian/app.json": "{}", "vault/a.md": "# A\n\nSee [[B]].\n", "vault/b.md": "# B\n",
		"code/node_modules/x/.obsidian/app.json": "{}", "few/only.md": "# Only one\n"}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("HOME", filepath.Join(dir, "home"))
	t.Setenv("BRAIN_DB", filepath.Join(dir, "brain.db"))
	t.Setenv("BRAIN_EMBEDDER", "none")
	return dir
}

func TestInitOffersWhatIsNearby(t *testing.T) {
	dir := neighbourhood(t)
	code, out, errs := answered(t, "y\nn\ny\n", "init")
	if code != 0 || !strings.Contains(out, "made "+dir) || !strings.Contains(out, "2 files in "+dir+"/vault: 2 added") || strings.Contains(out, "example.com") {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errs)
	}
	for _, want := range []string{"import " + dir + "/vault, notes (2 markdown files)? [y/N/q]", "extract " + dir + "/code, a Go module? [y/N/q]", "let brain search look into pages too"} {
		if !strings.Contains(errs, want) {
			t.Errorf("nobody asks %q: %s", want, errs)
		}
	}
	if strings.Contains(errs, "few") || strings.Contains(errs, "node_modules") {
		t.Errorf("offered: %s", errs)
	}
	if _, value, _ := run(t, "config", "get", "search.in"); value != "memory,gbrain\n" {
		t.Errorf("search.in is %q", value)
	}
	// What is in already is not offered again.
	_, out, errs = answered(t, "", "init")
	if !strings.Contains(out, "is ready") || strings.Contains(errs, "vault") || !strings.Contains(errs, "code") {
		t.Errorf("the second time: %s%s", out, errs)
	}
}

func TestInitAsksNobodyWhereNobodyIs(t *testing.T) {
	dir := neighbourhood(t)
	code, out, errs := run(t, "init")
	if code != 0 || errs != "" || !strings.Contains(out, "\nfound notes (2 markdown files): brain import "+dir+"/vault\n") || !strings.Contains(out, "brain extract "+dir+"/code") {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
	if code, out, _ := run(t, "stats", "--json"); code != 0 || !strings.Contains(out, `"rows": 0`) {
		t.Errorf("the verification left something: %s", out)
	}
	code, out, errs = run(t, "init", "--demo")
	if code != 0 || !strings.Contains(out, "1 page of brain's own documentation") {
		t.Errorf("--demo: exit code %d\n%s%s", code, out, errs)
	}
	if code, out, errs := run(t, "ask", "citations parsed"); code != 0 || !strings.Contains(out, "BM:gbrain:brain-docs/merge:") {
		t.Errorf("ask: exit code %d\n%s%s", code, out, errs)
	}
	for _, flag := range []string{"--supabase", "--url=postgres://x"} {
		if code, _, errs := run(t, "init", flag); code != 1 || !strings.Contains(errs, "PostgreSQL yet") {
			t.Errorf("%s: exit code %d, %s", flag, code, errs)
		}
	}
}

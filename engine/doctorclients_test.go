package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/engine"
)

// clientsOf are what doctor says of agents.
func clientsOf(r *engine.DoctorResult) (out []engine.Check) {
	for _, c := range r.Checks {
		if c.Name == "clients" {
			out = append(out, c)
		}
	}
	return out
}

// TestDoctorLooksAtTheFilesOfAgents: they are looked at and named, never changed, and no exit code depends on them.
func TestDoctorLooksAtTheFilesOfAgents(t *testing.T) {
	e := counted(t)
	save(t, e, "Ledger", "runs at night")
	home, project := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	for _, name := range []string{"CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(name, "")
	}
	t.Chdir(project)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(home, "brain")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	t.Setenv("PATH", home+string(os.PathListSeparator)+os.Getenv("PATH"))
	if got := clientsOf(doctor(t, e, false)); got != nil {
		t.Errorf("no agent has files here: %s", toJSON(t, got))
	}
	if err := os.WriteFile(filepath.Join(project, "GEMINI.md"), []byte("mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	must[*engine.SetupResult](t)(e.Setup(ctx, engine.SetupInput{Client: "codex", Yes: true}))
	got := clientsOf(doctor(t, e, false))
	if len(got) != 2 || got[0].State != engine.CheckGood || !strings.Contains(got[0].Text, "codex") || got[1].State != engine.CheckInfo || !strings.Contains(got[1].Text, "gemini-cli") || !strings.Contains(got[1].Fix, "brain setup") {
		t.Errorf("one is told: %s", toJSON(t, got))
	}
	gone := filepath.Join(home, "gone.db")
	must[*engine.SetupResult](t)(e.Setup(ctx, engine.SetupInput{Client: "codex", DB: &gone, Yes: true}))
	config := filepath.Join(project, ".codex", "config.toml")
	before, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	r := doctor(t, e, true)
	got = clientsOf(r)
	if len(got) != 3 || got[0].State != engine.CheckWarning || got[0].Client != "codex" || !strings.Contains(got[0].Text, gone) || !strings.Contains(got[0].Fix, "brain init") || r.Verdict() != nil {
		t.Errorf("its brain is gone: %s", toJSON(t, got))
	}
	if after, err := os.ReadFile(config); err != nil || string(after) != string(before) {
		t.Errorf("--fix changed the file: %v\n%s", err, after)
	}
	if _, err := os.Stat(gone); err == nil {
		t.Error("the brain was made")
	}
	if err := os.WriteFile(config, []byte("a = \n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := clientsOf(doctor(t, e, false)); len(got) < 2 || got[0].Path != config || !strings.Contains(got[0].Text, "line 1") {
		t.Errorf("broken: %s", toJSON(t, got))
	}
	t.Setenv("HOME", "")
	if got := clientsOf(doctor(t, e, false)); got != nil {
		t.Errorf("without a home: %s", toJSON(t, got))
	}
}

// TestDoctorWithoutABrainLooksAtTheFilesOfAgents: that there is none is a problem, and no reason to look no further.
func TestDoctorWithoutABrainLooksAtTheFilesOfAgents(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Chdir(project)
	if err := os.WriteFile(filepath.Join(project, ".mcp.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	e := onFile(t, filepath.Join(home, "none.db"))
	for _, fix := range []bool{false, true} {
		r := doctor(t, e, fix)
		if c := check(r, "file", engine.CheckBad); c == nil || !strings.Contains(c.Text, "there is no brain yet") || !strings.Contains(c.Fix, "brain init") || engine.ExitCode(r.Verdict()) != 1 || r.Problems != 1 {
			t.Errorf("fix %v: %s", fix, toJSON(t, r))
		}
		if got := clientsOf(r); len(got) == 0 || got[0].Client != "claude-code" || got[0].State != engine.CheckWarning {
			t.Errorf("fix %v: %s", fix, toJSON(t, got))
		}
	}
	if _, err := os.Stat(e.Path); err == nil {
		t.Error("the brain was made")
	}
}

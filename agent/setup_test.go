package agent_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"brain/agent"
)

var update = flag.Bool("update", false, "write the goldens anew")

// world is a user's folder with a project beside it.
type world struct{ root, home, project, state string }

func newWorld(t interface{ TempDir() string }) world {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		panic(err)
	}
	w := world{root, filepath.Join(root, "home"), filepath.Join(root, "project"), filepath.Join(root, "state")}
	for _, dir := range []string{w.home, w.project} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			panic(err)
		}
	}
	return w
}

func (w world) setup(client string, global bool) agent.Setup {
	return agent.Setup{Client: client, Home: w.home, Project: w.project, Global: global, Program: "/opt/brain/brain", InPath: true, GOOS: "linux",
		Getenv: func(string) string { return "" }}
}

func (w world) write(t fataler, name, text string) string {
	t.Helper()
	path := filepath.Join(w.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

type fataler interface {
	Helper()
	Fatal(...any)
}

// files are all files and folders of the world but the state, with their modes where they are not the usual.
func (w world) files(t fataler) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(w.root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(w.root, path)
		switch {
		case err != nil:
			return err
		case path == w.state || d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir():
			out[name+"/"] = ""
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			out[name], err = os.Readlink(path)
			return err
		}
		b, err := os.ReadFile(path)
		out[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func apply(t fataler, w world, s agent.Setup, undo bool) *agent.Plan {
	t.Helper()
	p, err := agent.NewPlan(s, w.state, undo)
	if err != nil {
		t.Fatal(err)
	}
	if p.Changed() {
		if err := p.Apply(time.Date(2026, 11, 30, 4, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestWhatIsWrittenForEachClient(t *testing.T) {
	for _, client := range agent.Clients() {
		for _, global := range []bool{false, true} {
			name := client + "-project"
			if global {
				name = client + "-global"
			}
			t.Run(name, func(t *testing.T) {
				w := newWorld(t)
				before := w.files(t)
				s := w.setup(client, global)
				s.DB = "/data/my brain.db"
				s.Hooks = client == "claude-code"
				p := apply(t, w, s, false)
				archive := &txtar.Archive{Comment: []byte(strings.ReplaceAll(strings.Join(append(p.Notes, ""), "\n"), w.root, "") + "\n")}
				after := w.files(t)
				rules := 0
				for _, file := range slices.Sorted(func(yield func(string) bool) {
					for name := range after {
						if !strings.HasSuffix(name, "/") && !yield(name) {
							return
						}
					}
				}) {
					text := strings.ReplaceAll(after[file], w.root, "")
					// The conventions are the same in all of them.
					if begin, rest, ok := strings.Cut(text, "## Memory: brain\n"); ok {
						_, end, _ := strings.Cut(rest, "<!-- brain:end ")
						_, end, _ = strings.Cut(end, " -->")
						text = begin + "…\n<!-- brain:end -->" + end
						rules++
					}
					archive.Files = append(archive.Files, txtar.File{Name: file, Data: []byte(text)})
				}
				if rules != 1 && (rules != 0 || name != "cursor-global") {
					t.Errorf("%d files with the conventions", rules)
				}
				golden := filepath.Join("testdata", "setup", name+".txtar")
				got := txtar.Format(archive)
				if *update {
					if err := os.WriteFile(golden, got, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), string(got)); diff != "" {
					t.Errorf("go test ./agent -update writes it anew (-want +got):\n%s", diff)
				}
				again, err := agent.NewPlan(s, w.state, false)
				if err != nil || again.Changed() {
					t.Errorf("a second run changes something: %v", err)
				}
				apply(t, w, s, true)
				if diff := cmp.Diff(before, w.files(t)); diff != "" {
					t.Errorf("undone (-before +after):\n%s", diff)
				}
				if again, err = agent.NewPlan(s, w.state, true); err != nil || again.Changed() {
					t.Errorf("there is still something to undo: %v", err)
				}
			})
		}
	}
}

func TestTheConventionsAreShort(t *testing.T) {
	w := newWorld(t)
	apply(t, w, w.setup("windsurf", true), false)
	// Windsurf's limit for the rules of all projects, of which brain is not to take half.
	if n := len(w.files(t)["home/.codeium/windsurf/memories/global_rules.md"]); n == 0 || n > 3000 {
		t.Errorf("%d bytes", n)
	}
}

// What a project or a user has already decides which of a client's files is used.
func TestTheFilesThatAreThereAreUsed(t *testing.T) {
	for _, tc := range []struct {
		client, has, want string
		global            bool
	}{
		{"claude-code", "project/.claude/CLAUDE.md", "project/.claude/CLAUDE.md", false},
		{"cursor", "project/.cursorrules", "project/.cursorrules", false},
		{"cursor", "project/.cursor/rules/other.mdc", "project/.cursor/rules/brain.mdc", false},
		{"windsurf", "project/.windsurfrules", "project/.windsurfrules", false},
		{"windsurf", "project/.devin/rules/other.md", "project/.devin/rules/brain.md", false},
		{"cline", "project/.clinerules", "project/.clinerules", false},
		{"cline", "home/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json", "home/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json", true},
		{"roo", "project/.roorules", "project/.roorules", false},
		{"opencode", "project/opencode.jsonc", "project/opencode.jsonc", false},
	} {
		w := newWorld(t)
		w.write(t, tc.has, "{}")
		before := w.files(t)
		s := w.setup(tc.client, tc.global)
		apply(t, w, s, false)
		if text := w.files(t)[tc.want]; !strings.Contains(text, "brain") {
			t.Errorf("%s beside %s: %s is %q", tc.client, tc.has, tc.want, text)
		}
		// Files that come later change the choice; what was put in is found all the same.
		w.write(t, "project/.cursor/rules/later.mdc", "")
		w.write(t, "project/.devin/later", "")
		apply(t, w, s, true)
		for name, text := range before {
			if got := w.files(t)[name]; got != text {
				t.Errorf("%s: %s is %q after undo", tc.client, name, got)
			}
		}
	}
}

func TestFoldersThatVariablesNameAreUsed(t *testing.T) {
	for _, tc := range []struct{ client, variable, want string }{
		{"claude-code", "CLAUDE_CONFIG_DIR", "elsewhere/CLAUDE.md"},
		{"codex", "CODEX_HOME", "elsewhere/config.toml"},
		{"goose", "XDG_CONFIG_HOME", "elsewhere/goose/config.yaml"},
		{"opencode", "XDG_CONFIG_HOME", "elsewhere/opencode/opencode.json"},
		{"vscode-copilot", "XDG_CONFIG_HOME", "elsewhere/Code/User/mcp.json"},
	} {
		w := newWorld(t)
		s := w.setup(tc.client, true)
		s.Getenv = func(name string) string {
			if name == tc.variable {
				return filepath.Join(w.root, "elsewhere")
			}
			return ""
		}
		apply(t, w, s, false)
		if _, ok := w.files(t)[tc.want]; !ok {
			t.Errorf("%s: no %s", tc.client, tc.want)
		}
	}
}

func TestTwoClientsShareAFile(t *testing.T) {
	w := newWorld(t)
	w.write(t, "project/AGENTS.md", "mine\n")
	before := w.files(t)
	apply(t, w, w.setup("codex", false), false)
	apply(t, w, w.setup("opencode", false), false)
	apply(t, w, w.setup("codex", false), true)
	if text := w.files(t)["project/AGENTS.md"]; !strings.Contains(text, "brain:begin") {
		t.Errorf("opencode lost its rules: %q", text)
	}
	if p := apply(t, w, w.setup("codex", false), true); p.Changed() {
		t.Error("codex has something left to undo")
	}
	apply(t, w, w.setup("opencode", false), true)
	if diff := cmp.Diff(before, w.files(t)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

func TestSymbolicLinksAreFollowed(t *testing.T) {
	w := newWorld(t)
	w.write(t, "project/AGENTS.md", "mine\n")
	w.write(t, "dotfiles/claude.json", `{"a": 1}`)
	link(t, "AGENTS.md", filepath.Join(w.project, "CLAUDE.md"))
	link(t, filepath.Join(w.root, "dotfiles/claude.json"), filepath.Join(w.project, ".mcp.json"))
	link(t, w.root+"/dotfiles", filepath.Join(w.project, ".claude"))
	before := w.files(t)
	s := w.setup("claude-code", false)
	s.Hooks = true
	apply(t, w, s, false)
	after := w.files(t)
	if after["project/CLAUDE.md"] != "AGENTS.md" || !strings.Contains(after["project/AGENTS.md"], "brain:begin") || !strings.Contains(after["dotfiles/claude.json"], "mcpServers") || after["dotfiles/settings.json"] == "" {
		t.Errorf("%v", after)
	}
	apply(t, w, s, true)
	if diff := cmp.Diff(before, w.files(t)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	link(t, "nowhere", filepath.Join(w.project, "GEMINI.md"))
	refused(t, w, w.setup("gemini-cli", false), "GEMINI.md: it is a symbolic link to nowhere")
	link(t, ".goosehints", filepath.Join(w.project, ".goosehints"))
	refused(t, w, w.setup("goose", false), ".goosehints: the symbolic links on its way lead in a circle")
	link(t, ".cursor", filepath.Join(w.project, ".cursor"))
	refused(t, w, w.setup("cursor", false), "brain.mdc: the symbolic links on its way lead in a circle")
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
}

// refused makes sure that a set-up is refused with that text, and that nothing was changed.
func refused(t *testing.T, w world, s agent.Setup, want string) {
	t.Helper()
	before := w.files(t)
	_, err := agent.NewPlan(s, w.state, false)
	var f *agent.Fault
	if !errors.As(err, &f) || !strings.Contains(err.Error(), want) || f.Fix == "" {
		t.Errorf("error %v, want %q", err, want)
	}
	if diff := cmp.Diff(before, w.files(t)); diff != "" {
		t.Errorf("something was changed (-before +after):\n%s", diff)
	}
}

func TestWhatCannotBeUnderstoodIsRefused(t *testing.T) {
	for _, tc := range []struct{ client, file, text, want string }{
		{"claude-code", "project/.mcp.json", "{\n  \"mcpServers\": {\n", ".mcp.json, line 3: it is no JSON"},
		{"claude-code", "project/.mcp.json", "[]", ".mcp.json, line 1: it is no JSON object"},
		{"claude-code", "project/.mcp.json", `{"mcpServers": []}`, `"mcpServers" is no object`},
		{"claude-code", "project/.mcp.json", "{\"a\": 1,\n\"mcpServers\": {}, \"mcpServers\": {}}", `.mcp.json, line 2: "mcpServers" stands there twice`},
		{"claude-code", "project/.mcp.json", "{\"mcpServers\": {\n\"brain\": {\"command\": \"other\", \"args\": [\"mcp\"]}}}", `.mcp.json, line 2: there is a server named "brain" already`},
		{"claude-code", "project/.claude/settings.json", `{"hooks": {"Stop": {}}}`, `"hooks.Stop" is no array`},
		{"claude-code", "project/CLAUDE.md", "a\n<!-- brain:begin -->\nb", "CLAUDE.md, line 2: brain's mark"},
		{"claude-code", "project/CLAUDE.md", "<!-- brain:end -->", "CLAUDE.md, line 1: brain's mark"},
		{"claude-code", "project/CLAUDE.md", "a\n\n\xff", "CLAUDE.md, line 3: it is no UTF-8 text"},
		{"claude-code", "project/CLAUDE.md", "a\n\x00", "CLAUDE.md, line 2: it is no UTF-8 text"},
		{"claude-code", "project/.mcp.json", "{\"a\":\n" + strings.Repeat("[", 100_000), ".mcp.json, line 2: its brackets lie too deep"},
		{"codex", "project/.codex/config.toml", "a = 1\nb = \n", "config.toml, line 2: it is no TOML"},
		{"codex", "project/.codex/config.toml", "mcp_servers = { x = { command = \"x\" } }\n", "config.toml: brain does not know how to add to this file"},
		{"codex", "project/.codex/config.toml", "\n[mcp_servers.brain]\ncommand = \"x\"\n", "config.toml, line 2: there is a table mcp_servers.brain already"},
		{"goose", "home/.config/goose/config.yaml", "a: 1\n b: 2\n", "config.yaml, line 2: it is no YAML"},
		{"goose", "home/.config/goose/config.yaml", "{a: 1}\n", "config.yaml, line 1: its root is no mapping in lines"},
		{"goose", "home/.config/goose/config.yaml", "a: 1\n---\nb: 1\n", "it holds several documents"},
		{"goose", "home/.config/goose/config.yaml", "a: 1\nextensions: {b: {}}\n", `config.yaml, line 2: "extensions" is no mapping in lines`},
		{"goose", "home/.config/goose/config.yaml", "extensions:\n  brain:\n    cmd: other\n", `config.yaml, line 2: there is an entry "brain" already`},
		{"aider", "project/.aider.conf.yml", "read: {a: 1}\n", `.aider.conf.yml, line 1: "read" is no list`},
	} {
		t.Run(tc.client+" "+tc.want, func(t *testing.T) {
			w := newWorld(t)
			w.write(t, tc.file, tc.text)
			s := w.setup(tc.client, false)
			s.Hooks = true
			refused(t, w, s, tc.want)
		})
	}
	w := newWorld(t)
	if err := os.Mkdir(filepath.Join(w.project, "CLAUDE.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	refused(t, w, w.setup("claude-code", false), "CLAUDE.md: it is no file")
	if _, err := agent.NewPlan(w.setup("emacs", false), w.state, false); !errors.Is(err, agent.ErrClient) {
		t.Errorf("an unknown client: %v", err)
	}
}

// Continue's servers have a file each. Where another's has the name of ours, the rules are of use all the same.
func TestAFileOfAnotherIsLeftAndTheRestIsWritten(t *testing.T) {
	w := newWorld(t)
	w.write(t, "project/.continue/mcpServers/brain.yaml", "name: mine\n")
	before := w.files(t)
	p := apply(t, w, w.setup("continue", false), false)
	after := w.files(t)
	if len(p.Left) != 1 || !strings.HasSuffix(p.Left[0].Error(), "brain.yaml, line 1: the file is not brain's") || p.Left[0].Fix == "" {
		t.Errorf("left %v", p.Left)
	}
	if after["project/.continue/mcpServers/brain.yaml"] != "name: mine\n" || !strings.Contains(after["project/.continue/rules/brain.md"], "brain:begin") {
		t.Errorf("%v", after)
	}
	apply(t, w, w.setup("continue", false), true)
	if diff := cmp.Diff(before, w.files(t)); diff != "" {
		t.Errorf("undone (-before +after):\n%s", diff)
	}
}

func TestWhatMayNotBeWrittenIsRefusedBeforeAnyChange(t *testing.T) {
	w := newWorld(t)
	path := w.write(t, "project/.mcp.json", "{}")
	chmod(t, path, 0o444)
	refused(t, w, w.setup("claude-code", false), ".mcp.json: it may not be written")
	chmod(t, path, 0o644)
	chmod(t, w.project, 0o555)
	refused(t, w, w.setup("claude-code", false), "the folder "+w.project+" may not be written")
	chmod(t, w.project, 0o755)
	w.write(t, "project/.cursor", "a file")
	refused(t, w, w.setup("cursor", false), "brain.mdc: not a directory")
}

func chmod(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func TestAFileThatChangedMeanwhileIsNotOverwritten(t *testing.T) {
	w := newWorld(t)
	path := w.write(t, "project/.mcp.json", "{}")
	p, err := agent.NewPlan(w.setup("claude-code", false), w.state, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"new": 1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	before := w.files(t)
	if err := p.Apply(time.Now()); err == nil || !strings.Contains(err.Error(), ".mcp.json: it was changed meanwhile") {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff(before, w.files(t)); diff != "" {
		t.Errorf("something was written (-before +after):\n%s", diff)
	}
}

// Of set-ups that run at the same time one does it, and the others see that it is done.
func TestWhatAnotherSetUpDidMeanwhileIsDone(t *testing.T) {
	for _, undo := range []bool{false, true} {
		w := newWorld(t)
		w.write(t, "project/AGENTS.md", "mine\n")
		before := w.files(t)
		if undo {
			apply(t, w, w.setup("codex", false), false)
			apply(t, w, w.setup("opencode", false), false)
		}
		var plans []*agent.Plan
		for _, client := range []string{"codex", "codex", "opencode"} { // the last two share AGENTS.md
			p, err := agent.NewPlan(w.setup(client, false), w.state, undo)
			if err != nil {
				t.Fatal(err)
			}
			plans = append(plans, p)
		}
		for i, p := range plans {
			if err := p.Apply(at); err != nil {
				t.Errorf("undo %v: %v", undo, err)
			} else if p.Changed() != (i != 1) {
				t.Errorf("undo %v: the plan %d says that it changed something: %v", undo, i, p.Changed())
			}
		}
		if !undo {
			apply(t, w, w.setup("codex", false), true)
			apply(t, w, w.setup("opencode", false), true)
		}
		if diff := cmp.Diff(before, w.files(t)); diff != "" {
			t.Errorf("undo %v (-before +after):\n%s", undo, diff)
		}
	}
}

// The journal cannot be written: all files are put back, and what was made for them goes.
func TestAllFilesOrNone(t *testing.T) {
	w := newWorld(t)
	w.write(t, "project/CLAUDE.md", "mine\n")
	before := w.files(t)
	s := w.setup("claude-code", false)
	s.Hooks = true
	apply(t, w, s, false)
	apply(t, w, s, true)
	p, err := agent.NewPlan(s, w.state, false)
	if err != nil {
		t.Fatal(err)
	}
	// A folder stands where an entry of the journal is to be: it is the last thing that is written.
	for _, c := range p.Changes {
		if strings.HasSuffix(c.Path, "settings.json") {
			if err := os.MkdirAll(agent.JournalFile(w.state, c.Real)+"/x", 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := p.Apply(time.Now()); err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(before, w.files(t)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

func TestABackupHoldsWhatWasThere(t *testing.T) {
	w := newWorld(t)
	path := w.write(t, "project/CLAUDE.md", "mine\n")
	chmod(t, path, 0o640)
	p := apply(t, w, w.setup("claude-code", false), false)
	for _, c := range p.Changes {
		if strings.HasSuffix(c.Path, "CLAUDE.md") {
			if b, err := os.ReadFile(c.Backup); err != nil || string(b) != "mine\n" {
				t.Errorf("%s: %q, %v", c.Backup, b, err)
			}
		} else if c.Backup != "" {
			t.Errorf("%s had nothing to copy, but has a backup", c.Path)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode of the file is now %v", info.Mode())
	}
}

func TestTheHookAfterCommits(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	w := newWorld(t)
	git := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", w.project, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	git("init", "-q")
	s := w.setup("codex", false)
	s.Hooks, s.InPath, s.Program = true, false, filepath.Join(w.root, "my brain")
	hook := filepath.Join(w.project, ".git", "hooks", "post-commit")
	for _, tc := range []struct{ name, was string }{{"none", ""}, {"one that ends early", "#!/bin/sh\necho old >> seen\nexit 0\n"}, {"one without a first line", "echo old >> seen\n"}} {
		t.Run(tc.name, func(t *testing.T) {
			os.Remove(hook)
			if tc.was != "" {
				if err := os.MkdirAll(filepath.Dir(hook), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(hook, []byte(tc.was), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(s.Program, []byte("#!/bin/sh\necho called \"$@\" >> seen\nexit 3\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			os.Remove(filepath.Join(w.project, "seen"))
			apply(t, w, s, false)
			git("commit", "-q", "--allow-empty", "-m", "x")
			want := "called hook post-commit\n"
			if tc.was != "" {
				want += "old\n"
			}
			if b, err := os.ReadFile(filepath.Join(w.project, "seen")); err != nil || string(b) != want {
				t.Errorf("seen %q, %v, want %q", b, err, want)
			}
			apply(t, w, s, true)
			if b, err := os.ReadFile(hook); string(b) != tc.was || (tc.was == "") != errors.Is(err, fs.ErrNotExist) {
				t.Errorf("undone: %q, %v", b, err)
			}
		})
	}
	if err := os.WriteFile(hook, []byte("#!/usr/bin/env python3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	// One that cannot be added to is left alone, with a note; the rest is written.
	for mode, want := range map[fs.FileMode]string{0o755: "post-commit, line 1: it is no script of a shell", 0o644: "post-commit: git does not run it"} {
		chmod(t, hook, mode)
		p := apply(t, w, s, false)
		if !slices.ContainsFunc(p.Notes, func(n string) bool { return strings.Contains(n, want) }) || len(p.Left) > 0 || !strings.Contains(w.files(t)["project/AGENTS.md"], "brain:begin") {
			t.Errorf("%v: notes %q, left %v", mode, p.Notes, p.Left)
		}
		apply(t, w, s, true)
		if b, err := os.ReadFile(hook); err != nil || string(b) != "#!/usr/bin/env python3\n" || w.files(t)["project/AGENTS.md"] != "" {
			t.Errorf("undone: %q, %v", b, err)
		}
	}
	git("config", "core.hooksPath", "elsewhere")
	p, err := agent.NewPlan(s, w.state, false)
	if err != nil || !slices.ContainsFunc(p.Notes, func(n string) bool { return strings.Contains(n, "core.hooksPath") }) {
		t.Errorf("hooks elsewhere: %v, %v", p, err)
	}
}

// Only Claude Code's hooks are known. Whoever asks for those of another client hears that they are not made.
func TestHooksThatAClientDoesNotHaveAreMissedAloud(t *testing.T) {
	w := newWorld(t)
	for _, client := range agent.Clients() {
		for _, global := range []bool{false, true} {
			s := w.setup(client, global)
			for _, s.Hooks = range []bool{false, true} {
				p, err := agent.NewPlan(s, w.state, false)
				if err != nil {
					t.Fatal(err)
				}
				told := slices.ContainsFunc(p.Notes, func(n string) bool { return strings.HasPrefix(n, "--hooks: brain knows no hooks of "+client) })
				if want := s.Hooks && client != "claude-code"; told != want {
					t.Errorf("%s, global %v, hooks %v: notes %q", client, global, s.Hooks, p.Notes)
				}
			}
		}
	}
}

func TestADiffShowsLittleAroundSettings(t *testing.T) {
	w := newWorld(t)
	w.write(t, "project/.mcp.json", "{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"a\",\n      \"env\": { \"KEY\": \"sk-1234\" }\n    }\n  }\n}\n")
	p, err := agent.NewPlan(w.setup("claude-code", false), w.state, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Changes {
		if d := c.Diff(); strings.Contains(d, "sk-1234") || !strings.HasPrefix(d, "--- ") || !strings.Contains(d, "\n+") {
			t.Errorf("%s", d)
		}
	}
}

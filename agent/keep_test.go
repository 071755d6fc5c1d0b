package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/agent"
)

// What a user made of brain's entry stays when it is set up again: only a program that is gone and the file are changed.
func TestAnEntryKeepsWhatItsUserMadeOfIt(t *testing.T) {
	for _, tc := range []struct{ client, file, was, moved string }{
		{"claude-code", "project/.mcp.json", `{"mcpServers": {"brain": {"command": "/opt/gone/brain", "args": ["mcp", "--surface", "full"], "env": {"A": "b"}}}}`,
			`{"mcpServers": {"brain": {"command": "NEW", "args": ["mcp", "--surface", "full"], "env": {"A": "b", "BRAIN_DB": "/new.db"}, "type": "stdio"}}}`},
		{"opencode", "project/opencode.json", `{"mcp": {"brain": {"type": "local", "command": ["/opt/gone/brain", "serve", "--surface", "full"], "enabled": false, "environment": {"BRAIN_DB": "/old.db"}}}}`,
			`{"mcp": {"brain": {"type": "local", "command": ["NEW", "serve", "--surface", "full"], "enabled": false, "environment": {"BRAIN_DB": "/new.db"}}}}`},
		{"codex", "project/.codex/config.toml", "# brain:begin\n[mcp_servers.brain]\ncommand = \"/opt/gone/brain\" # c\nargs = [\"mcp\", \"--surface\", \"full\"]\nenv = {A = \"b\"}\nstartup_timeout_sec = 20\n# brain:end\n",
			"# brain:begin\n[mcp_servers.brain]\ncommand = \"NEW\" # c\nargs = [\"mcp\", \"--surface\", \"full\"]\nenv = { BRAIN_DB = \"/new.db\",A = \"b\"}\nstartup_timeout_sec = 20\n# brain:end\n"},
		{"codex", "project/.codex/config.toml", "[mcp_servers.brain]\nargs = ['mcp', '--timeout=5']\ncommand = '/opt/gone/brain'\n[mcp_servers.brain.env]\nBRAIN_DB = '/old.db'\nA = 'b'\n",
			"[mcp_servers.brain]\nargs = ['mcp', '--timeout=5']\ncommand = \"NEW\"\n[mcp_servers.brain.env]\nBRAIN_DB = \"/new.db\"\nA = 'b'\n"},
		{"codex", "project/.codex/config.toml", "[mcp_servers.brain]\ncommand = '/opt/gone/brain'\nargs = ['mcp']\n[mcp_servers.brain.env]\nA = 'b'\n",
			"[mcp_servers.brain]\ncommand = \"NEW\"\nargs = ['mcp']\n[mcp_servers.brain.env]\nBRAIN_DB = \"/new.db\"\nA = 'b'\n"},
		{"codex", "project/.codex/config.toml", "[mcp_servers.brain]\ncommand = '/opt/gone/brain'\nargs = ['mcp', '-q']\n",
			"[mcp_servers.brain]\ncommand = \"NEW\"\nenv = { BRAIN_DB = \"/new.db\" }\nargs = ['mcp', '-q']\n"},
		{"goose", "home/.config/goose/config.yaml", "extensions:\n  brain:\n    type: stdio\n    cmd: /opt/gone/brain # c\n    args:\n      - mcp\n      - --surface\n      - full\n    envs: {}\n    enabled: false\n  x: {}\n",
			"extensions:\n  brain:\n    type: stdio\n    cmd: NEW # c\n    args:\n      - mcp\n      - --surface\n      - full\n    envs: {BRAIN_DB: /new.db}\n    enabled: false\n  x: {}\n"},
		{"goose", "home/.config/goose/config.yaml", "extensions:\n  brain:\n    cmd: '/opt/gone/brain'\n    args: [mcp, --surface, full]\n    envs:\n      A: b\n",
			"extensions:\n  brain:\n    cmd: NEW\n    args: [mcp, --surface, full]\n    envs:\n      BRAIN_DB: /new.db\n      A: b\n"},
		{"continue", "project/.continue/mcpServers/brain.yaml", "# brain:begin\nname: brain\nmcpServers:\n  - name: brain\n    command: /opt/gone/brain\n    args:\n      - mcp\n      - --surface=full\n# brain:end\n",
			"# brain:begin\nname: brain\nmcpServers:\n  - name: brain\n    command: NEW\n    env:\n      BRAIN_DB: /new.db\n    args:\n      - mcp\n      - --surface=full\n# brain:end\n"},
	} {
		w := newWorld(t)
		s := w.setup(tc.client, false)
		s.InPath, s.DB, s.Program = false, "/new.db", w.write(t, "opt/brain", "")
		chmod(t, s.Program, 0o755)
		w.write(t, tc.file, tc.was)
		apply(t, w, s, false)
		want := strings.ReplaceAll(tc.moved, "NEW", s.Program)
		if diff := cmp.Diff(want, w.files(t)[tc.file]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.client, diff)
		}
		// Where its program is there it stays, whichever of them sets up.
		s.Program = w.write(t, "other/brain", "")
		chmod(t, s.Program, 0o755)
		if p := apply(t, w, s, false); p.Changed() || w.files(t)[tc.file] != want {
			t.Errorf("%s: a second run changes something: %s", tc.client, w.files(t)[tc.file])
		}
	}
}

// A program brain may have another name: what Go noted in the file tells, and nothing is run.
func TestARenamedBrainIsRecognised(t *testing.T) {
	self, err := os.Executable() // a test of brain's
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	s := w.setup("claude-code", true)
	s.Hooks, s.Program = true, filepath.Join(w.root, "mind-1.0")
	if err := os.Symlink(self, s.Program); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	before := w.files(t)
	apply(t, w, s, false)
	if p := apply(t, w, s, false); p.Changed() {
		t.Error("a second run changes something")
	}
	if n := strings.Count(w.files(t)["home/.claude/settings.json"], "mind-1.0"); n != 3 {
		t.Errorf("%d hooks", n)
	}
	if seen := agent.Inspect(s, func(string) (string, string) { return "", "" }); len(seen.Findings) != 0 || len(seen.SetUp) != 1 {
		t.Errorf("%+v", seen)
	}
	apply(t, w, s, true)
	if diff := cmp.Diff(before, w.files(t)); diff != "" {
		t.Errorf("undone (-before +after):\n%s", diff)
	}
}

// What a user made of a hook stays too, and it is not put in a second time.
func TestAHookKeepsWhatItsUserMadeOfIt(t *testing.T) {
	w := newWorld(t)
	s := w.setup("claude-code", true)
	s.Hooks, s.InPath, s.Program = true, false, w.write(t, "opt/brain", "")
	chmod(t, s.Program, 0o755)
	apply(t, w, s, false)
	const file = "home/.claude/settings.json"
	edited := strings.NewReplacer("hook session-start", "hook session-start --budget 800", `"timeout": 5`, `"timeout": 20`).Replace(w.files(t)[file])
	w.write(t, file, edited)
	if p := apply(t, w, s, false); p.Changed() || w.files(t)[file] != edited {
		t.Errorf("changed: %s", w.files(t)[file])
	}
	s.DB = "/a b.db"
	apply(t, w, s, false)
	text := w.files(t)[file]
	if !strings.Contains(text, "BRAIN_DB='/a b.db' "+s.Program+" hook session-start --budget 800") || !strings.Contains(text, `"timeout": 20`) || strings.Count(text, `"command":`) != 3 {
		t.Errorf("another file: %s", text)
	}
}

func FuzzEntriesThatAreThere(f *testing.F) {
	f.Add("goose", "extensions:\n  brain: {cmd: /gone/brain, args: [mcp], envs: {A: b}}\n")
	f.Add("goose", "extensions:\n  brain:\n    cmd: \"/gone/brain\"\n    args:\n    - mcp\n    envs: ~\n")
	f.Add("codex", "[mcp_servers]\nbrain = {command = '/gone/brain', args = ['mcp']}\n")
	f.Add("codex", "[mcp_servers.brain]\ncommand = \"/gone/brain\"\nargs = [\"mcp\"]\n[ mcp_servers.\"brain\".env ] # c\nA = 1\n")
	f.Add("continue", "# brain:begin\nmcpServers: [{command: /gone/brain, args: [mcp]}]\n# brain:end\n")
	f.Add("opencode", `{"mcp": {"brain": {"command": ["/gone/brain", "mcp"], "environment": null}}}`)
	f.Add("claude-code", `{"mcpServers": {"brain": {"command": "/gone/brain", "args": ["mcp", 5], "env": []}}}`)
	f.Fuzz(func(t *testing.T, client, text string) {
		w := newWorld(t)
		s := w.setup(client, true)
		s.DB = "/a b.db"
		p, err := agent.NewPlan(s, w.state, false)
		if err != nil {
			return
		}
		for _, c := range p.Changes {
			if name, _ := filepath.Rel(w.root, c.Path); c.Kinds[0] == agent.MCP {
				w.write(t, name, text)
			}
		}
		if p, err = agent.NewPlan(s, w.state, false); err != nil {
			return
		}
		apply(t, w, s, false)
		if again, err := agent.NewPlan(s, w.state, false); err != nil || again.Changed() {
			t.Errorf("a second run changes something: %v", err)
		}
		if _, err := agent.NewPlan(s, w.state, true); err != nil {
			t.Logf("not undone: %v", err)
		}
	})
}

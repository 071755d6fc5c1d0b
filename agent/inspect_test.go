package agent_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/agent"
)

// inspected lists what is found in a world, as client (minor ones with a ~), file, problem and fix. Brains open but those with "gone" in
// their name.
func inspected(t *testing.T, w world) (found []string, seen agent.Inspection) {
	t.Helper()
	before := w.files(t)
	seen = agent.Inspect(w.setup("", false), func(file string) (string, string) {
		if strings.Contains(file, "gone") {
			return "it is not there", "make it"
		}
		return "", ""
	})
	if diff := cmp.Diff(before, w.files(t)); diff != "" {
		t.Errorf("a look changed something (-before +after):\n%s", diff)
	}
	for _, f := range seen.Findings {
		name := f.Client
		if f.Minor {
			name = "~" + name
		}
		if f.Line > 0 {
			f.Path += fmt.Sprintf(":%d", f.Line)
		}
		found = append(found, strings.ReplaceAll(fmt.Sprintf("%s %s: %s; %s", name, f.Path, f.Problem, f.Fix), w.root+"/", ""))
	}
	return found, seen
}

// withProgram is a set-up whose program is there.
func withProgram(t *testing.T, w world, client string, global bool) agent.Setup {
	t.Helper()
	s := w.setup(client, global)
	s.Program, s.InPath = w.write(t, "bin/brain", "#!/bin/sh\n"), false
	chmod(t, s.Program, 0o755)
	return s
}

func TestWhatASetUpWritesIsFoundAndFoundWell(t *testing.T) {
	for _, client := range agent.Clients() {
		for _, global := range []bool{false, true} {
			w := newWorld(t)
			s := withProgram(t, w, client, global)
			s.Hooks, s.DB = true, "/data/my brain.db"
			if found, seen := inspected(t, w); len(found)+len(seen.SetUp)+len(seen.Others) > 0 {
				t.Errorf("nothing is there: %v %+v", found, seen)
			}
			apply(t, w, s, false)
			found, seen := inspected(t, w)
			if diff := cmp.Diff([]string{client}, seen.SetUp); diff != "" || len(found) > 0 {
				t.Errorf("%s, global %v: %v%s", client, global, found, diff)
			}
			apply(t, w, s, true)
			if found, seen := inspected(t, w); len(found)+len(seen.SetUp)+len(seen.Others) > 0 {
				t.Errorf("%s, undone: %v %+v", client, found, seen)
			}
		}
	}
}

func TestWhatIsWrongWithASetUpIsFound(t *testing.T) {
	const claude, again = "claude-code project/", "`brain setup claude-code`"
	edit := func(name, old, new string) func(*testing.T, world) {
		return func(t *testing.T, w world) {
			path := filepath.Join(w.root, name)
			b, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(b), old) {
				t.Fatalf("%s: %v\n%s", old, err, b)
			}
			w.write(t, name, strings.ReplaceAll(string(b), old, new))
		}
	}
	remove := func(name string) func(*testing.T, world) {
		return func(t *testing.T, w world) {
			if err := os.Remove(filepath.Join(w.root, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, tc := range map[string]struct {
		client string
		global bool
		db     string
		do     func(*testing.T, world)
		want   []string
	}{
		"older conventions":  {"claude-code", false, "", edit("project/CLAUDE.md", "Never save secrets", "Save no secrets"), []string{claude + "CLAUDE.md:1: the conventions there are of another version of brain, or were changed; " + again}},
		"shared conventions": {"opencode", false, "", edit("project/AGENTS.md", "Never save secrets", "Save no secrets"), []string{"opencode project/AGENTS.md:1: the conventions there are of another version of brain, or were changed; `brain setup opencode`"}},
		"a mark is missing":  {"claude-code", false, "", edit("project/CLAUDE.md", "<!-- brain:end", "<!-- ended"), []string{claude + `CLAUDE.md:1: brain's mark "<!-- brain:begin -->" has no end; put the line back, or take the rest of the block out`}},
		"the file is gone":   {"cursor", false, "/data/gone.db", nil, []string{"cursor project/.cursor/rules/brain.mdc: the rules file names the file /data/gone.db: it is not there; make it"}},
		"a file by half its path": {"gemini-cli", false, "/data/brain.db", edit("project/.gemini/settings.json", "/data/brain.db", "brain.db"),
			[]string{"gemini-cli project/.gemini/settings.json: the server names the file brain.db, which is another one in each folder; name its whole path"}},
		"the program is gone": {"codex", true, "", remove("bin/brain"), []string{"codex home/.codex/config.toml: the server calls bin/brain, which is not there; `brain setup codex --global`"}},
		"it may not be run": {"goose", true, "", func(t *testing.T, w world) { chmod(t, filepath.Join(w.root, "bin/brain"), 0o644) },
			[]string{"goose home/.config/goose/config.yaml: the server calls bin/brain, which may not be run; make it runnable (chmod +x), or run `brain setup goose`"}},
		"a bare name that leads nowhere": {"roo", false, "", func(t *testing.T, w world) {
			t.Setenv("PATH", w.home)
			edit("project/.roo/mcp.json", filepath.Join(w.root, "bin/brain"), "brain")(t, w)
		}, []string{"roo project/.roo/mcp.json: the server calls brain, which is not in the PATH; put the folder of brain into the PATH, or run `brain setup roo`"}},
		"what the client fills in": {"claude-code", false, "/data/gone.db", func(t *testing.T, w world) {
			edit("project/.mcp.json", filepath.Join(w.root, "bin/brain"), "${HOME}/brain")(t, w)
			edit("project/.mcp.json", "/data/gone.db", "${HOME}/gone.db")(t, w)
			edit("project/CLAUDE.md", "/data/gone.db", "$HOME/gone.db")(t, w)
			edit("project/.claude/settings.json", "/data/gone.db", "$HOME/gone.db")(t, w)
		}, nil},
		"broken JSON": {"claude-code", false, "", edit("project/.mcp.json", "{\n", "{{\n"), []string{
			claude + ".mcp.json:3: it is no JSON (line 3, column 15: invalid character '{' at start of object name); mend it, then run this again"}},
		"broken TOML": {"codex", false, "", edit("project/.codex/config.toml", "command =", "command"), []string{
			"codex project/.codex/config.toml:3: it is no TOML (expected '=' after key); mend it, then run this again"}},
		"broken YAML": {"continue", false, "", edit("project/.continue/mcpServers/brain.yaml", "version: ", "version:\t- "), []string{
			"continue project/.continue/mcpServers/brain.yaml:3: it is no YAML (line 3: block sequence entries are not allowed in this context); mend it, then run this again"}},
		"servers that are none":      {"claude-code", false, "", func(t *testing.T, w world) { w.write(t, "project/.mcp.json", `{"mcpServers": "none"}`) }, []string{claude + `.mcp.json:1: "mcpServers" is no object; mend it, then run this again`}},
		"TOML servers that are none": {"codex", false, "", func(t *testing.T, w world) { w.write(t, "project/.codex/config.toml", "mcp_servers = 1\n") }, []string{"codex project/.codex/config.toml: brain does not know how to add to this file without changing it; add it by hand"}},
		"YAML servers that are none": {"goose", true, "", func(t *testing.T, w world) { w.write(t, "home/.config/goose/config.yaml", "extensions: [1]\n") }, []string{`goose home/.config/goose/config.yaml:1: "extensions" is no mapping in lines; write it with a line for each key, or add to it by hand`}},
		"no server":                  {"cursor", false, "", remove("project/.cursor/mcp.json"), []string{"cursor project/.cursor/rules/brain.mdc: the conventions are there, but brain is not among the client's MCP servers; `brain setup cursor`"}},
		"no rules":                   {"roo", false, "", remove("project/.roo/rules/brain.md"), []string{"~roo project/.roo/mcp.json: the server is there, but no rules file says when to use it; `brain setup roo`"}},
		"a server of that name": {"claude-code", false, "", edit("project/.mcp.json", "/bin/brain", "/bin/memory"), []string{
			claude + `.mcp.json: the server named "brain" is another's, or does not call brain itself; rename it or take it out, then run ` + again,
			claude + "CLAUDE.md: the conventions are there, but brain is not among the client's MCP servers; " + again}},
		"another name":  {"claude-code", false, "", edit("project/.mcp.json", `"brain": {`, `"memory": {`), nil},
		"turned off":    {"opencode", true, "", edit("home/.config/opencode/opencode.json", "true", "false"), []string{"~opencode home/.config/opencode/opencode.json: the server is turned off there; turn it on in the client, if that was not meant"}},
		"not in a list": {"aider", false, "", edit("project/.aider.conf.yml", "CONVENTIONS.md", "README.md"), []string{`aider project/.aider.conf.yml: CONVENTIONS.md, which has the conventions, is not under "read"; ` + "`brain setup aider`"}},
		"no list":       {"aider", true, "", remove("home/.aider.conf.yml"), []string{`aider home/.aider.conf.yml: home/.config/brain/aider.md, which has the conventions, is not under "read"; ` + "`brain setup aider --global`"}},
		"a hook": {"claude-code", true, "", edit("home/.claude/settings.json", "/bin/brain hook stop", "/old/brain hook stop"),
			[]string{"claude-code home/.claude/settings.json: the hook Stop calls old/brain, which is not there; `brain setup claude-code --global --hooks`"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			s := withProgram(t, w, tc.client, tc.global)
			s.DB, s.Hooks = tc.db, tc.client == "claude-code"
			apply(t, w, s, false)
			if tc.do != nil {
				tc.do(t, w)
			}
			found, _ := inspected(t, w)
			if diff := cmp.Diff(tc.want, found); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFilesOfClientsThatKnowNothingOfBrain(t *testing.T) {
	w := newWorld(t)
	w.write(t, "project/CLAUDE.md", "mine\xff\n") // whose form is of no matter
	w.write(t, "project/AGENTS.md", "mine\n")     // which tells of no client
	w.write(t, "home/.codex/config.toml", "a = \n")
	w.write(t, "home/.gemini/settings.json", "")
	found, seen := inspected(t, w)
	if diff := cmp.Diff([]string{"codex home/.codex/config.toml:1: it is no TOML (unexpected character U+000A at start of value); mend it, then run this again"}, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"claude-code", "codex", "gemini-cli"}, seen.Others); diff != "" || len(seen.SetUp) > 0 {
		t.Errorf("%+v%s", seen, diff)
	}
}

// Claude Code keeps servers that were added for one project alone in the user's file.
func TestAServerThatClaudeCodeAddedItself(t *testing.T) {
	w := newWorld(t)
	w.write(t, "home/.claude.json", fmt.Sprintf(`{"projects": {%q: {"mcpServers": {"brain": {"type": "stdio", "command": "/old/brain", "args": ["serve", "--surface", "full"], "env": {}}}}}}`, w.project))
	found, seen := inspected(t, w)
	if diff := cmp.Diff([]string{
		"claude-code home/.claude.json: the server calls /old/brain, which is not there; `brain setup claude-code`",
		"~claude-code home/.claude.json: the server is there, but no rules file says when to use it; `brain setup claude-code`"}, found); diff != "" || !slices.Equal(seen.SetUp, []string{"claude-code"}) {
		t.Errorf("%v%s", seen.SetUp, diff)
	}
}

func TestTheHookAfterCommitsIsLookedAt(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	w := newWorld(t)
	if out, err := exec.Command("git", "-C", w.project, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := withProgram(t, w, "gemini-cli", false)
	s.Hooks, s.DB = true, "/data/my brain.db"
	apply(t, w, s, false)
	if found, _ := inspected(t, w); found != nil {
		t.Errorf("%v", found)
	}
	if err := os.Rename(s.Program, s.Program+"2"); err != nil {
		t.Fatal(err)
	}
	found, seen := inspected(t, w)
	if len(found) != 2 || !strings.HasPrefix(found[0], "claude-code project/.git/hooks/post-commit: the hook after commits calls bin/brain, which is not there; `brain setup claude-code --hooks`") || !slices.Equal(seen.SetUp, []string{"gemini-cli"}) {
		t.Errorf("%v %v", found, seen.SetUp)
	}
}

// Whatever stands in a client's file is looked at without harm.
func FuzzInspect(f *testing.F) {
	for i, text := range []string{"", "{", `{"mcpServers": {"brain": 1}}`, `{"mcpServers": {"brain": {"command": [], "args": ["brain", "mcp"]}}}`, `{"hooks": {"Stop": [{"hooks": [{"command": "brain hook stop"}, 1]}, null]}}`,
		"[mcp_servers]\nbrain = 1\n", "[mcp_servers.brain]\ncommand = ''\nargs = ['mcp']\n", "extensions:\n  brain:\n    cmd: brain\n    args: [mcp]\n", "read: [1, {}]\n", "mcpServers: [1, {name: {}}]\n", "<!-- brain:begin -->\n- The file is not the usual one: set `BRAIN_DB=` for\n<!-- brain:end -->"} {
		f.Add(uint8(i), text)
	}
	places := []string{"project/.mcp.json", "project/.claude/settings.json", "project/CLAUDE.md", "project/AGENTS.md", "home/.codex/config.toml", "home/.claude.json", "project/opencode.json", "home/.config/goose/config.yaml",
		"project/.continue/mcpServers/brain.yaml", "project/.aider.conf.yml", "project/CONVENTIONS.md"}
	f.Fuzz(func(t *testing.T, place uint8, text string) {
		w := newWorld(t)
		w.write(t, places[int(place)%len(places)], text)
		_, seen := inspected(t, w)
		for _, f := range seen.Findings {
			if f.Client == "" || f.Path == "" || f.Problem == "" || f.Fix == "" {
				t.Errorf("%+v", f)
			}
		}
	})
}

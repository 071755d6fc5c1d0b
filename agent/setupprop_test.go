package agent_test

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"brain/agent"
)

// drawJSON is a value with comments, white space and commas as people leave them.
func drawJSON(t *rapid.T, depth int, names []string) string {
	extra := func() string {
		return rapid.SampledFrom([]string{"", "", "", " ", "\n", "\n  ", "\n\t", " // c\n", " /* d */ "}).Draw(t, "extra")
	}
	kind := rapid.IntRange(0, 6).Draw(t, "kind")
	if depth == 0 {
		kind = 5
	}
	var kids []string
	open, closing := "{", "}"
	switch {
	case kind >= 5:
		for _, name := range names {
			if rapid.Bool().Draw(t, "has") {
				v := drawJSON(t, depth+1, []string{"x", "other", "Stop"})
				if name == "mcpServers" || name == "hooks" || name == "servers" || name == "mcp" {
					v = "{" + extra() + "}"
					if rapid.Bool().Draw(t, "full") {
						v = `{"x":` + extra() + `{"command": "x"}` + extra() + "}"
					}
				}
				kids = append(kids, `"`+name+`":`+extra()+v)
			}
		}
	case kind == 4 && depth < 4:
		open, closing = "[", "]"
		for range rapid.IntRange(0, 3).Draw(t, "elements") {
			kids = append(kids, drawJSON(t, depth+1, names))
		}
	default:
		return rapid.SampledFrom([]string{"1", "-0.5e3", `"a, b"`, `"}{"`, "null", "true", `"\u00fc"`, `""`}).Draw(t, "literal")
	}
	var b strings.Builder
	b.WriteString(open)
	for i, kid := range kids {
		b.WriteString(extra() + kid + extra())
		if i < len(kids)-1 || rapid.Bool().Draw(t, "comma") {
			b.WriteString(",")
		}
	}
	return b.String() + extra() + closing
}

func drawLines(t *rapid.T, of []string) string {
	var b strings.Builder
	for range rapid.IntRange(0, 6).Draw(t, "lines") {
		b.WriteString(rapid.SampledFrom(of).Draw(t, "line"))
	}
	return b.String()
}

// drawFile is what a client's file may hold before brain comes.
func drawFile(t *rapid.T, path string) string {
	s := ""
	switch name := filepath.Base(path); {
	case strings.HasSuffix(name, ".json"):
		s = rapid.SampledFrom([]string{"", "\n", "// x\n"}).Draw(t, "begin") + drawJSON(t, 0, []string{"a", "mcpServers", "hooks", "servers", "mcp"}) + rapid.SampledFrom([]string{"", "\n", " // end\n"}).Draw(t, "end")
		if rapid.IntRange(0, 9).Draw(t, "broken") == 0 {
			s = s[:rapid.IntRange(0, len(s)).Draw(t, "cut")]
		}
	case strings.HasSuffix(name, ".toml"):
		s = drawLines(t, []string{"a = 1\n", "# c\n", "\n", "[t]\n", "[mcp_servers.x]\ncommand = 'y'\n", "b = \"\"\"\n[x]\n\"\"\"\n", "[[l]]\n"})
	case name == "config.yaml" || strings.HasSuffix(name, ".yml"):
		s = drawLines(t, []string{"a: 1\n", "# c\n", "\n", "b:\n  - x\n", "extensions:\n  dev:\n    x: 1\n", "extensions: {}\n", "extensions:\n", "read: x.md\n", "read: [a, b]\n", "read:\n- a\n", "c: |\n  extensions:\n    x\n", "d: ü"})
	default:
		s = drawLines(t, []string{"# Rules\n", "\n", "text", "text\n", "  \n", "```\n", "<!-- other -->\n", "ü\n"})
	}
	if rapid.IntRange(0, 4).Draw(t, "crlf") == 0 {
		s = strings.ReplaceAll(s, "\n", "\r\n")
	}
	if rapid.IntRange(0, 9).Draw(t, "bom") == 0 {
		s = "\xEF\xBB\xBF" + s
	}
	return s
}

type rapidDir struct{ *rapid.T }

func (r rapidDir) TempDir() string {
	// Each file is written all the way to the disk; where there is a disk in memory that takes no time.
	dir, err := os.MkdirTemp("/dev/shm", "setup")
	if err != nil {
		dir, err = os.MkdirTemp("", "setup")
	}
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// drawWorld makes a world whose files hold something, of a client drawn too.
func drawWorld(t *rapid.T) (world, agent.Setup) {
	w := newWorld(rapidDir{t})
	s := w.setup(rapid.SampledFrom(agent.Clients()).Draw(t, "client"), rapid.Bool().Draw(t, "global"))
	s.Hooks = true
	p, err := agent.NewPlan(s, w.state, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Changes {
		if rapid.IntRange(0, 3).Draw(t, "there") > 0 && !strings.HasSuffix(c.Path, "brain.yaml") {
			name, _ := filepath.Rel(w.root, c.Path)
			w.write(t, name, drawFile(t, c.Path))
		}
	}
	return w, s
}

// Setting up and undoing gives every byte back, whatever was there; what is refused changes nothing.
func TestSetupAndUndoIsNothing(t *testing.T) {
	refused, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w, s := drawWorld(t)
		before := w.files(t)
		all++
		if _, err := agent.NewPlan(s, w.state, false); err != nil {
			var f *agent.Fault
			if !errors.As(err, &f) {
				t.Fatalf("no fault: %v", err)
			}
			refused++
			return
		}
		apply(t, w, s, false)
		if again, err := agent.NewPlan(s, w.state, false); err != nil || again.Changed() {
			t.Fatalf("a second run changes something: %v", err)
		}
		apply(t, w, s, true)
		if diff := cmp.Diff(before, w.files(t)); diff != "" {
			t.Fatalf("%s (-before +after):\n%s", s.Client, diff)
		}
	})
	if all >= 100 && refused*2 > all { // of few the share says nothing
		t.Errorf("%d of %d were refused: the rest says little", refused, all)
	}
}

// What a user changes after the set-up stays, and the rest is as if brain had never been there.
func TestUndoLeavesWhatCameLater(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, s := drawWorld(t)
		before := w.files(t)
		p, err := agent.NewPlan(s, w.state, false)
		if err != nil {
			return
		}
		apply(t, w, s, false)
		want := map[string]string{}
		for _, c := range p.Changes {
			name, _ := filepath.Rel(w.root, c.Path)
			now, err := os.ReadFile(c.Path)
			if err != nil {
				t.Fatal(err)
			}
			text, old := string(now), before[name]
			switch edit := later(c.Path); {
			case strings.HasSuffix(name, ".json"):
				at := strings.IndexByte(stripComments(text), '{') + 1
				text = text[:at] + edit + text[at:]
				if _, there := before[name]; there && strings.TrimSpace(strings.TrimPrefix(old, "\xEF\xBB\xBF")) != "" {
					at = strings.IndexByte(stripComments(old), '{') + 1
					old = old[:at] + edit + old[at:]
				} else {
					old = "{" + edit + "}"
				}
			default:
				text, old = text+edit, closedLike(old)+edit
			}
			w.write(t, name, text)
			want[name] = old
		}
		undone, err := agent.NewPlan(s, w.state, true)
		if err != nil {
			t.Fatalf("%s: %v", s.Client, err)
		}
		if err := undone.Apply(at); err != nil {
			t.Fatal(err)
		}
		got := w.files(t)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if g, o := meaning(t, name, got[name]), meaning(t, name, want[name]); g != o {
				t.Fatalf("%s %s:\n%s", s.Client, name, cmp.Diff(o, g))
			}
		}
	})
}

// later is what a user adds to a file: at the end, or as the first member.
func later(path string) string {
	switch name := filepath.Base(path); {
	case strings.HasSuffix(name, ".json"):
		return `"later": 1,`
	case strings.HasSuffix(name, ".toml"):
		return "\n[later]\na = 1\n"
	case strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml"):
		return "\nlater: 1\n"
	}
	return "\nlater\n"
}

func closedLike(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// stripComments blanks comments out, in place.
func stripComments(s string) string {
	b := []byte(s)
	for _, c := range [][2]string{{"//", "\n"}, {"/*", "*/"}} {
		for i := 0; ; {
			j := strings.Index(string(b[i:]), c[0])
			if j < 0 {
				break
			}
			end := strings.Index(string(b[i+j:]), c[1])
			if end < 0 {
				end = len(b) - i - j
			}
			for k := i + j; k < i+j+end; k++ {
				b[k] = ' '
			}
			i += j + end
		}
	}
	return string(b)
}

// meaning is what a client reads in a file: of JSON and YAML the value, of others the lines that are not blank.
func meaning(t *rapid.T, name, text string) string {
	text = strings.TrimPrefix(text, "\xEF\xBB\xBF")
	if strings.HasSuffix(name, ".json") {
		b, err := hujson.Standardize([]byte(text))
		var v any
		if err != nil || json.Unmarshal(b, &v) != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		out, _ := json.Marshal(v)
		return string(out)
	}
	if strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".yaml") {
		v := map[string]any{}
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if one, ok := v["read"].(string); ok {
			v["read"] = []any{one}
		}
		if m, ok := v["extensions"].(map[string]any); ok && len(m) == 0 {
			v["extensions"] = nil
		}
		out, _ := json.Marshal(v)
		return string(out)
	}
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n \t"); line != "" && line != "---" && !strings.Contains(line, ": ") && line != "globs:" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func FuzzEditsOfBrokenFiles(f *testing.F) {
	f.Add("claude-code", `{"mcpServers": {"x": 1,}, // y`)
	f.Add("goose", "extensions:\n  a: &x {b: 1}\n  c: *x\n")
	f.Add("aider", "read: >\n  a\n")
	f.Add("codex", "[mcp_servers]\nbrain = 1\n")
	f.Fuzz(func(t *testing.T, client, text string) {
		if !slices.Contains(agent.Clients(), client) {
			return
		}
		w := newWorld(t)
		s := w.setup(client, true)
		p, err := agent.NewPlan(s, w.state, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range p.Changes {
			name, _ := filepath.Rel(w.root, c.Path)
			w.write(t, name, text)
		}
		before := w.files(t)
		if p, err = agent.NewPlan(s, w.state, false); err != nil {
			return
		}
		apply(t, w, s, false)
		apply(t, w, s, true)
		if p.Changed() {
			if diff := cmp.Diff(before, w.files(t)); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
		}
	})
}

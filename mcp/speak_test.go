package mcp

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestAnErrorSpeaksTheNamesOfTheTool(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	given(t, client, "put", map[string]any{"slug": "people/ada", "content": "# Ada"})
	for _, test := range []struct {
		tool         string
		args         map[string]any
		problem, fix string
	}{
		{"graph", nil, "graph needs ref", "graph takes ref (required), depth, type, direction"},
		{"graph", map[string]any{"reff": "x"}, "graph has no parameter reff", "did you mean ref? graph takes ref (required), depth, type, direction"},
		{"timeline_add", map[string]any{"ref": "people/ada", "date": "2026-01-01"}, "timeline_add needs text", "timeline_add takes ref (required), date (required), text (required), source, detail"},
		{"cite", nil, "cite needs citation", "cite takes citation (required)"},
		{"query", map[string]any{"text": []int{1}}, "text: [1] is no string", "query takes text (required), unified, limit, store, as-of, type, tag"},
		{"query", map[string]any{"text": "x", "unified": true, "type": []string{"note"}}, "type and unified exclude each other", "leave it out, or ask without unified"},
		{"query", map[string]any{"text": "x", "unified": true, "as_of": "yesterday"}, "", "use a form like 2026-05-23T14:00:00Z or 2026-05-23"},
		{"put", map[string]any{"slug": "x"}, "content is missing", "give the text itself"},
		{"save", map[string]any{"type": "note", "title": "x", "content": "-"}, "content: - is standard input, and there is none", "give the text itself"},
		{"update", map[string]any{"uid": "nope", "append": "x"}, "there is no memory nope", "find it with `search()` or `brain recent` on a command line"},
		{"get", map[string]any{"ref": "people/adaa"}, "", ""},
	} {
		e := failed(t, client, test.tool, test.args)
		if test.problem != "" && e["problem"] != test.problem || test.fix != "" && e["fix"] != test.fix {
			t.Errorf("%s %v:\n%v\n%v", test.tool, test.args, e["problem"], e["fix"])
		}
		for _, part := range []string{e["message"].(string), e["fix"].(string)} {
			if strings.Contains(part, "--") || strings.Contains(part, "brain help") {
				t.Errorf("%s %v: %s", test.tool, test.args, part)
			}
		}
	}
	// What another tool calls so does too.
	given(t, client, "graph", map[string]any{"slug": "people/ada"})
	given(t, client, "get", map[string]any{"slug": "people/ada"})
	given(t, client, "query", map[string]any{"query": "ada"})
	given(t, client, "timeline_add", map[string]any{"slug": "people/ada", "date": "2026-01-01", "text": "born"})
	if e := failed(t, client, "graph", map[string]any{"slug": "people/ada", "ref": "people/ada"}); e["code"] != "usage" {
		t.Errorf("both names: %v", e)
	}
}

// What the schema asks for is all that must be given, so nothing is missing once it is there.
func TestWhatATaskNeedsIsRequired(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	missing := regexp.MustCompile(` needs | is missing`)
	for _, op := range Surface(Small) {
		o := schema(op, false)
		args := map[string]any{}
		for _, name := range o.Required {
			if args[name] = "x"; o.Properties[name].Enum != nil {
				args[name] = o.Properties[name].Enum[0]
			}
		}
		r := called(t, client, op.ToolName(), args)
		if r.IsError && missing.MatchString(textOf(r, 0)) {
			t.Errorf("%s %v: %s", op.Name, args, textOf(r, 0))
		}
		for _, name := range o.Required {
			less := map[string]any{}
			for k, v := range args {
				if k != name {
					less[k] = v
				}
			}
			if e := failed(t, client, op.ToolName(), less); e["code"] != "usage" || !strings.Contains(e["problem"].(string), name) {
				t.Errorf("%s without %s: %v", op.Name, name, e)
			}
		}
	}
}

func TestACommandLineBecomesACall(t *testing.T) {
	s := New(Options{})
	full := New(Options{Surface: Full})
	for _, test := range []struct{ text, small, full string }{
		{"find it with `brain search --in gbrain`", "find it with `search(in: gbrain)`", "find it with `search(in: gbrain)`"},
		{"see `brain raw list SLUG`", "see `brain raw list SLUG` on a command line", "see `raw_list(ref: SLUG)`"},
		{"see `brain help timeline-add`", "see the tool timeline_add", "see the tool timeline_add"},
		{"see `brain help`", "see tools/list", "see tools/list"},
		{"make one with `brain init`", "make one with `brain init` on a command line", "make one with `init()`"},
		{"`brain embed --all`", "`brain embed --all` on a command line", "`embed(all: true)`"},
		{"`brain`", "`brain` on a command line", "`brain` on a command line"},
		{"give --title or SLUGS, SLUG", "give title or SLUGS, SLUG", "give title or SLUGS, SLUG"},
	} {
		op := engine.Find("save")
		if diff := cmp.Diff([]string{test.small, test.full}, []string{s.inTools(op, test.text), full.inTools(op, test.text)}); diff != "" {
			t.Errorf("%s: %s", test.text, diff)
		}
	}
}

package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"pgregory.net/rapid"

	"brain/engine"
)

// written is how long both forms of a result are, and its notes.
func written(t *testing.T, r *sdk.CallToolResult) (structured, text int, notes string) {
	t.Helper()
	b, err := encode(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(r.Content); i++ {
		notes += textOf(r, i)
	}
	return utf8.RuneCount(b), utf8.RuneCountInString(textOf(r, 0)), notes
}

func TestAnAnswerHasNoMoreThanAnAgentCanRead(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	for i := range 30 {
		long := strings.Repeat(fmt.Sprintf("cobalt %d \"quoted\" \\ ü\n", i), 200)
		given(t, client, "save", map[string]any{"type": "note", "title": long, "content": long + long})
		given(t, client, "put", map[string]any{"slug": fmt.Sprintf("metals/cobalt-%d", i), "content": "# Cobalt\n\n" + long})
	}
	for _, test := range []struct {
		tool       string
		args       map[string]any
		room, rows int
	}{
		{"context", map[string]any{"query": "cobalt", "budget": 200}, 800, 1},
		{"context", map[string]any{"query": "cobalt", "budget": 2}, 400, 1},
		{"context", map[string]any{"query": "cobalt", "budget": 1000}, 4000, 1},
		{"query", map[string]any{"text": "cobalt", "unified": true}, 12_000, 20},
		{"query", map[string]any{"text": "cobalt", "unified": true, "limit": 40}, 24_000, 40},
		{"query", map[string]any{"text": "cobalt"}, 12_000, 10},
		{"search", map[string]any{"query": "cobalt"}, 12_000, 10},
		{"search", map[string]any{"query": strings.Repeat("cobalt ", 5000)}, 12_000, 10},
		{"search", map[string]any{"query": "cobalt", "in": []string{"memory,gbrain"}}, 12_000, 10},
	} {
		r := called(t, client, test.tool, test.args)
		structured, text, notes := written(t, r)
		rows := r.StructuredContent.(map[string]any)["result"]
		if rows == nil {
			rows = r.StructuredContent.(map[string]any)["results"]
		}
		if n := len(rows.([]any)); r.IsError || structured > test.room || text > test.room || n < test.rows || !strings.Contains(notes, "cut to fit") {
			t.Errorf("%s %.60v: %d characters, %d of text, %d rows, notes %q", test.tool, test.args, structured, text, n, notes)
		}
		for _, row := range rows.([]any) {
			for _, name := range []string{"uid", "citation_id", "slug"} {
				if id, ok := row.(map[string]any)[name].(string); ok && strings.HasSuffix(id, "…") {
					t.Errorf("%s: the %s %q is cut", test.tool, name, id)
				}
			}
		}
	}
	if r := called(t, client, "search", map[string]any{"query": "cobalt", "limit": 1}); len(r.Content) != 1 {
		t.Errorf("a short answer: %v", textOf(r, 1))
	}
}

// Only texts are cut: with room for all of them nothing changes, and with less the answer has the shape that it had.
func TestCutTextsChangesNothingElse(t *testing.T) {
	names := rapid.SampledFrom([]string{"content", "title", "uid", "citation_id", "results", "n", "a\"b"})
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		some := []*rapid.Generator[any]{rapid.String().AsAny(), rapid.Float64Range(-1e9, 1e9).AsAny(), rapid.Bool().AsAny()}
		if depth > 0 {
			some = append(some, rapid.MapOf(names, value(depth-1)).AsAny(), rapid.SliceOf(value(depth-1)).AsAny())
		}
		return rapid.OneOf(some...)
	}
	rapid.Check(t, func(t *rapid.T) {
		plain, err := encode(rapid.MapOf(names, value(3)).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		if whole := cutTexts(plain, 1<<20); string(whole) != string(plain) {
			t.Fatalf("%s\nbecame\n%s", plain, whole)
		}
		var before, after any
		cut := cutTexts(plain, 3)
		if err := json.Unmarshal(cut, &after); err != nil {
			t.Fatalf("%s: %v", cut, err)
		}
		if err := json.Unmarshal(plain, &before); err != nil {
			t.Fatal(err)
		}
		// The same cut, by a walk through the values.
		if diff := cmp.Diff(walked("", before), after); diff != "" {
			t.Fatalf("%s\n%s", plain, diff)
		}
	})
}

func walked(key string, v any) any {
	switch v := v.(type) {
	case string:
		if cuttable[key] {
			return engine.Cut(v, 3)
		}
	case []any:
		for i, e := range v {
			if _, text := e.(string); text {
				continue // texts of a list are names
			}
			v[i] = walked(key, e)
		}
	case map[string]any:
		for k, e := range v {
			v[k] = walked(k, e)
		}
	}
	return v
}

package mcp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestTheSmallSurfaceIsSmall(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) > 12 || len(list.Tools) < 8 || len(text) > 12<<10 {
		t.Errorf("%d tools, %d bytes", len(list.Tools), len(text))
	}
}

func TestTheFullSurfaceHasAllOperationsAndParameters(t *testing.T) {
	here(t)
	_, client := connect(t, Options{Surface: Full}, nil)
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range engine.Operations() {
		at := slices.IndexFunc(list.Tools, func(t *sdkTool) bool { return t.Name == op.ToolName() })
		if (at < 0) != (op.Terminal != "") {
			t.Errorf("%s is a tool: %v", op.Name, at >= 0)
		}
		if at < 0 {
			continue
		}
		tool := list.Tools[at]
		properties := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		for _, p := range op.Params {
			got, ok := properties[p.Name].(map[string]any)
			if ok == p.Terminal {
				t.Errorf("%s: %s is listed: %v", op.Name, p.Name, ok)
			}
			if ok && (got["type"] != string(p.Kind) || got["description"] != p.Help || (p.Enum != nil && p.Kind != engine.Strings) != (got["enum"] != nil) || (p.Default != "") != (got["default"] != nil)) {
				t.Errorf("%s: %s is %v, not %+v", op.Name, p.Name, got, p)
			}
		}
		a := tool.Annotations
		if tool.Description == "" || a.ReadOnlyHint != (op.Effect == engine.Reads) || a.DestructiveHint != nil && *a.DestructiveHint == (op.Effect == engine.Adds) ||
			(a.DestructiveHint == nil) != a.ReadOnlyHint || *a.OpenWorldHint != op.World {
			t.Errorf("%s: %q, %+v", op.Name, tool.Description, a)
		}
	}
}

func TestASchemaSaysWhatAParameterMayBe(t *testing.T) {
	var got map[string]any
	text, err := encode(schema(engine.Find("merge links"), true))
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	want := map[string]any{"type": "object", "additionalProperties": false, "properties": map[string]any{
		"type":  map[string]any{"type": "string", "description": "only links of this type", "enum": []any{"name_similar", "vector_near"}},
		"min":   map[string]any{"type": "number", "description": "only links at least that similar", "minimum": 0.0, "maximum": 1.0},
		"limit": map[string]any{"type": "integer", "description": "links to give", "default": 50.0, "minimum": 0.0},
	}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestAnswersCarryStructureTextAndVerdict(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	fact := map[string]any{"type": "note", "title": "Beacon listens on 9151", "content": "since June <b>&"}
	saved := called(t, client, "save", fact)
	uid := saved.StructuredContent.(map[string]any)["uid"].(string)
	if saved.IsError || saved.Meta["brain/exit"] != nil || textOf(saved, 0) != `{"uid":"`+uid+`","duplicate":false}` {
		t.Errorf("%+v", saved)
	}
	again := called(t, client, "save", fact)
	if again.IsError || again.Meta["brain/exit"] != 2.0 || again.StructuredContent.(map[string]any)["uid"] != uid || !strings.Contains(textOf(again, 1), `"code":"duplicate"`) {
		t.Errorf("%+v: %s", again, textOf(again, 1))
	}
	found := given(t, client, "search", map[string]any{"query": "beacon"})
	if list, ok := found["result"].([]any); !ok || len(list) != 1 || list[0].(map[string]any)["snippet"] != "since June <b>&" {
		t.Errorf("an array stands under result: %v", found)
	}
	block := called(t, client, "context", map[string]any{"query": "beacon"})
	if text := textOf(block, 0); strings.HasPrefix(text, "[{") || !strings.Contains(text, "Beacon listens on 9151") {
		t.Errorf("the text of context is the block: %s", text)
	}
	if e := failed(t, client, "get", map[string]any{"ref": "nobodyatall1"}); e["code"] != "not_found" || e["message"] == "" || e["fix"] == "" || e["exit"] != 1.0 {
		t.Errorf("%v", e)
	}
	if e := failed(t, client, "search", map[string]any{"query": "x", "limit": "many"}); e["code"] != "usage" || e["message"] != `limit: "many" is no integer` {
		t.Errorf("%v", e)
	}
	if e := failed(t, client, "put", map[string]any{"slug": "x"}); e["message"] != "content is missing" {
		t.Errorf("%v", e)
	}
	if _, err := client.CallTool(t.Context(), callParams("no_such_tool", nil)); err == nil || !strings.Contains(err.Error(), "unknown tool") {
		t.Errorf("an unknown tool: %v", err)
	}
}

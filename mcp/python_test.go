package mcp

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// python is an interpreter that has the package mcp: that of BRAIN_MCP_PYTHON, else python3.
func python(t *testing.T) string {
	t.Helper()
	name := os.Getenv("BRAIN_MCP_PYTHON")
	if name == "" {
		name = "python3"
	}
	if out, err := exec.Command(name, "-c", "import mcp").CombinedOutput(); err != nil {
		t.Skipf("%s has no package mcp (pip install mcp; BRAIN_MCP_PYTHON names another interpreter): %v %.200s", name, err, out)
	}
	return name
}

func TestThePythonClientIsServed(t *testing.T) {
	interpreter := python(t)
	here(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(interpreter, "testdata/client.py", self, "{}")
	c.Env = append(os.Environ(), asProgram+"=serve")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	tools := []any{}
	for _, name := range []string{"cite", "context", "get", "graph", "invalidate", "put", "query", "reconcile", "save", "search", "timeline_add", "update"} {
		tools = append(tools, name)
	}
	want := map[string]any{
		"server": "brain", "instructions": true, "tools": tools,
		"saved": []any{false, false}, "again": []any{false, true, true},
		"found": []any{"Beacon listens on 9151"}, "text": "Beacon listens on 9151", "cited": "people/ada",
		"wrong": []any{true, "not_found"}, "many": 20.0,
		"templates": []any{"brain://cite/{+citation}", "brain://memory/{+uid}", "brain://page/{+slug}"},
		"page":      "# Ada\n\nShe wrote programs.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/google/go-cmp/cmp"

	"brain/cli"
	"brain/engine"
	"brain/mcp"
)

// outcome is what a call gave, as all surfaces give it: the exit code, the code of an error, and what was answered.
type outcome struct {
	Exit   int
	Code   string
	Answer any
}

// surfaces are the ways to call an operation, in the file that BRAIN_DB names.
var surfaces = []struct {
	name string
	call func(t *testing.T, op *engine.Operation, params string) outcome
}{
	{"the command line", func(t *testing.T, op *engine.Operation, params string) outcome {
		return command(t, argv(t, op, params)...)
	}},
	{"call", func(t *testing.T, op *engine.Operation, params string) outcome {
		return command(t, "call", op.ToolName(), params)
	}},
	{"MCP", tool},
}

// argv is a command line of parameters in JSON.
func argv(t *testing.T, op *engine.Operation, params string) []string {
	t.Helper()
	given := map[string]any{}
	if err := json.Unmarshal([]byte(params), &given); err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(op.Name)
	args := map[int]string{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		at := slices.IndexFunc(op.Params, func(p engine.Param) bool { return p.Name == strings.ReplaceAll(name, "_", "-") })
		list, ok := given[name].([]any)
		if !ok {
			list = []any{given[name]}
		}
		for _, v := range list {
			if at >= 0 && op.Params[at].Position > 0 {
				args[op.Params[at].Position] = fmt.Sprint(v)
				continue
			}
			words = append(words, fmt.Sprintf("--%s=%v", strings.ReplaceAll(name, "_", "-"), v))
		}
	}
	words = append(words, "--json", "--")
	for _, n := range slices.Sorted(maps.Keys(args)) {
		words = append(words, args[n])
	}
	return words
}

func command(t *testing.T, words ...string) (out outcome) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	term := &cli.Terminal{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Width: 100}
	out.Exit = cli.Run(append([]string{"brain"}, words...), term, demoTree)
	out.Answer = values(t, stdout.Bytes())
	if i := strings.LastIndex("\n"+stderr.String(), "\n{\n"); i >= 0 {
		var failed engine.Failure
		if err := json.Unmarshal(stderr.Bytes()[i:], &failed); err != nil {
			t.Fatalf("%v: %v in %s", words, err, stderr.String())
		}
		out.Code = failed.Error.Code
	}
	return out
}

// values reads JSON: one value, or lines of them as an array.
func values(t *testing.T, text []byte) any {
	t.Helper()
	list := []any{}
	dec := json.NewDecoder(bytes.NewReader(text))
	for dec.More() {
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		list = append(list, v)
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return list
}

func tool(t *testing.T, op *engine.Operation, params string) (out outcome) {
	t.Helper()
	ctx := context.Background()
	here, there := sdk.NewInMemoryTransports()
	server := mcp.New(mcp.Options{Engine: engine.Config{Demo: demoTree}, Surface: mcp.Full})
	defer server.Close()
	if _, err := server.Connect(ctx, there); err != nil {
		t.Fatal(err)
	}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "drift", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	res, err := client.CallTool(ctx, &sdk.CallToolParams{Name: op.ToolName(), Arguments: json.RawMessage(params)})
	if err != nil {
		t.Fatalf("%s: %v", op.Name, err)
	}
	got, _ := res.StructuredContent.(map[string]any)
	if exit, ok := res.Meta["brain/exit"].(float64); ok {
		out.Exit = int(exit)
	}
	if res.IsError {
		failed := got["error"].(map[string]any)
		out.Code, out.Exit = failed["code"].(string), int(failed["exit"].(float64))
		return out
	}
	for _, c := range res.Content[1:] {
		var failed engine.Failure
		if text := c.(*sdk.TextContent).Text; strings.HasPrefix(text, `{"error"`) && json.Unmarshal([]byte(text), &failed) == nil {
			out.Code = failed.Error.Code
		}
	}
	out.Answer = got
	if list, ok := got["result"]; ok && len(got) == 1 {
		out.Answer = list
	}
	return out
}

// passing are times, uids that are made by chance, and names of temporary folders: what two calls do not have in common.
var passing = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?|\b[a-z0-9]{12}\b|\d{8}-\d{6}(-\d+)?|brain-demo-?\d+`)

// lasting is a value without what is passing.
func lasting(v any) any {
	switch v := v.(type) {
	case string:
		return passing.ReplaceAllString(v, "…")
	case []any:
		for i := range v {
			v[i] = lasting(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = lasting(v[k])
		}
	}
	return v
}

// TestEverySurfaceGivesTheSame calls each operation on the command line, by call and by MCP, on the same file.
func TestEverySurfaceGivesTheSame(t *testing.T) {
	w := newWorld(t)
	for _, op := range engine.Operations() {
		s, ok := samples[op.Name]
		if !ok {
			t.Errorf("%s has no sample: add it to samples", op.Name)
			continue
		}
		for kind, params := range map[string]string{"right": s.right, "wrong": s.wrong} {
			if params == "" || testing.Short() && s.slow {
				continue
			}
			t.Run(op.Name+" "+kind, func(t *testing.T) {
				w.reset(t)
				want := surfaces[0].call(t, op, params)
				if (want.Exit == 0) != (kind == "right") {
					t.Errorf("%s: %+v", params, want)
				}
				if kind == "right" && op.Effect == engine.Reads {
					w.same(t, "after it was read")
				}
				for _, other := range surfaces[1:] {
					if other.name == "MCP" && op.Terminal != "" {
						continue
					}
					w.reset(t)
					got := other.call(t, op, params)
					want.Answer, got.Answer = lasting(want.Answer), lasting(got.Answer)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s (-%s +%s):\n%s", params, surfaces[0].name, other.name, diff)
					}
					if kind == "right" && op.Idempotent && other.name == "call" {
						w.remember(t)
						other.call(t, op, params)
						w.same(t, "after it was done twice")
					}
				}
			})
		}
	}
	for name := range samples {
		if engine.Find(name) == nil {
			t.Errorf("%s is no operation any more", name)
		}
	}
}

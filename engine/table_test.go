package engine_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"brain/engine"
)

func TestEveryOperationExplainsItself(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range engine.Operations() {
		t.Run(op.Name, func(t *testing.T) {
			if seen[op.Name] {
				t.Error("the name is taken")
			}
			seen[op.Name] = true
			if !regexp.MustCompile(`^[a-z]+(-[a-z]+)?( [a-z]+)?$`).MatchString(op.Name) {
				t.Errorf("the name %q cannot be typed", op.Name)
			}
			if op.Summary == "" || strings.Contains(op.Summary, "\n") || strings.HasSuffix(op.Summary, ".") {
				t.Errorf("summary %q is no line without full stop", op.Summary)
			}
			if len(op.Examples) == 0 {
				t.Error("no example")
			}
			for _, e := range op.Examples {
				if !strings.Contains(e.Command, "brain "+op.Name) || e.Does == "" {
					t.Errorf("example %q: %q", e.Command, e.Does)
				}
			}
			if engine.Find(op.Name).Summary != op.Summary {
				t.Error("Find gives another one")
			}
		})
	}
	if engine.Find("no such thing") != nil {
		t.Error("Find knows what is not there")
	}
}

func TestEveryOperationStatesItsEffect(t *testing.T) {
	tools := map[string]string{}
	for _, op := range engine.Operations() {
		if !slices.Contains([]engine.Effect{engine.Reads, engine.Adds, engine.Changes, engine.Destroys}, op.Effect) {
			t.Errorf("%s: effect %q", op.Name, op.Effect)
		}
		if op.Writes != (op.Effect != engine.Reads) || op.Destructive != (op.Effect == engine.Destroys) {
			t.Errorf("%s: effect %s, writes %v, destroys %v", op.Name, op.Effect, op.Writes, op.Destructive)
		}
		if op.Idempotent && op.Effect == engine.Reads {
			t.Errorf("%s reads: that a second call does nothing more goes without saying", op.Name)
		}
		if op.Agent != nil {
			for _, name := range op.Agent.Params {
				if !slices.ContainsFunc(op.Params, func(p engine.Param) bool { return p.Name == name }) {
					t.Errorf("%s: an agent is to give %s, which is no parameter", op.Name, name)
				}
			}
			for _, p := range op.Params {
				if p.Required && !slices.Contains(op.Agent.Params, p.Name) {
					t.Errorf("%s: an agent is not told of %s, which must be given", op.Name, p.Name)
				}
			}
		}
		if other := tools[op.ToolName()]; other != "" || !regexp.MustCompile(`^[a-z_]+$`).MatchString(op.ToolName()) {
			t.Errorf("%s is the tool %s, which is %q too", op.Name, op.ToolName(), other)
		}
		tools[op.ToolName()] = op.Name
		for _, name := range []string{op.Name, op.ToolName(), strings.ReplaceAll(op.Name, " ", "-")} {
			if got, err := engine.Named(name); err != nil || got != op {
				t.Errorf("%s is not found as %s: %v", op.Name, name, err)
			}
		}
	}
	for name, want := range map[string]string{"qurey": "did you mean query?", "raw putt": "did you mean raw put?", "": "see `brain help`", strings.Repeat("x", 1<<20): "see `brain help`"} {
		if _, err := engine.Named(name); !errors.Is(err, engine.ErrUsage) || !strings.Contains(engine.Explain(err).Fix, want) || len(err.Error()) > 2000 {
			t.Errorf("%.20s: %+v", name, engine.Explain(err))
		}
	}
}

func TestParametersAreTakenAsProgramsWriteThem(t *testing.T) {
	e := onFile(t, "/nonexistent/brain.db")
	for params, want := range map[string]string{
		`{"text":"x","limit":5.0,"as_of":"nonsense","unified":true}`:           "--as-of: read time",
		`{"text":"x","limit":1e1,"store":null,"vector":null,"unified":true}`:   "no such file",
		`{"text":"x\u0000y","unified":true}`:                                   "no such file",
		"{\"text\":\"\xff\",\"unified\":true}":                                 "no such file",
		`{"text":"x","limit":-1.0,"unified":true}`:                             "--limit: -1 is less than 0",
		`{"text":"x","unified":true,"store":[]}`:                               "no such file",
		`{"text":"x","unified":true,"text_only":true,"include_invalid":false}`: "no such file",
		`{"text":"x","unified":true,"limit":99999999999999999999999999999999}`: "is no integer",
	} {
		if _, err := engine.Find("query").Run(ctx, e, json.RawMessage(params)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", params, err, want)
		}
	}
}

func TestEveryParameterCanBeGivenAndIsExplained(t *testing.T) {
	for _, op := range engine.Operations() {
		t.Run(op.Name, func(t *testing.T) {
			names := map[string]bool{"json": true, "quiet": true, "help": true}
			var positions []int
			optional := false
			for _, p := range op.Params {
				if names[p.Name] || !regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$`).MatchString(p.Name) {
					t.Errorf("%q is taken or cannot be typed", p.Name)
				}
				names[p.Name] = true
				if p.Help == "" || strings.HasSuffix(p.Help, ".") {
					t.Errorf("%s: help %q", p.Name, p.Help)
				}
				if p.Default != "" {
					if raw, err := p.Parse([]string{p.Default}); err != nil || !json.Valid(raw) {
						t.Errorf("%s: default %q: %v", p.Name, p.Default, err)
					}
				}
				if p.Enum != nil && p.Default != "" && !slices.Contains(p.Enum, p.Default) {
					t.Errorf("%s: default %q is none of %v", p.Name, p.Default, p.Enum)
				}
				// Numbers of brain-cli's have none: it takes any, and negative ones mean all.
				if p.Min != nil && p.Kind != engine.Int && p.Kind != engine.Float {
					t.Errorf("%s: only numbers have a least value", p.Name)
				}
				if p.Kind == engine.Float {
					for _, s := range []string{"nan", "inf", "-Infinity", "1e999", "x"} {
						if raw, err := p.Parse([]string{s}); err == nil || !strings.HasSuffix(err.Error(), "is no number") {
							t.Errorf("%s takes %s as %s, %v", p.Name, s, raw, err)
						}
					}
				}
				if p.Position == 0 {
					if p.Rest || p.Required && !p.Blank {
						t.Errorf("the flag %s must not be empty, or takes the rest", p.Name)
					}
					continue
				}
				positions = append(positions, p.Position)
				if p.Rest && p.Position != len(positions) {
					t.Errorf("%s takes the rest but is not last", p.Name)
				}
				if p.Required && optional {
					t.Errorf("%s is required after an argument that is not", p.Name)
				}
				optional = optional || !p.Required
			}
			for i, n := range positions {
				if n != i+1 {
					t.Errorf("positions %v", positions)
				}
			}
		})
	}
}

func TestDefaultsArriveWhereNothingIsGiven(t *testing.T) {
	e := onFile(t, "/nonexistent/brain.db")
	for _, op := range engine.Operations() {
		params := map[string]string{}
		for _, p := range op.Params {
			if p.Required {
				params[p.Name] = "/nonexistent/x"
			}
		}
		if op.Name == "demo" || op.Name == "model parity" || op.Writes {
			continue // the first two run a model for seconds
		}
		raw, err := json.Marshal(params)
		if err != nil {
			t.Fatal(err)
		}
		// What comes back is about the missing file, never about the parameters, and there is no panic.
		if _, err := op.Run(ctx, e, raw); err != nil && !slices.Contains([]string{"cite", "config get", "eval", "links", "graph"}, op.Name) && errors.Is(err, engine.ErrUsage) {
			t.Errorf("%s: %v", op.Name, err)
		}
	}
}

func TestWrongParametersAreWrongUsage(t *testing.T) {
	e := onFile(t, "/nonexistent/brain.db")
	for _, tc := range []struct{ op, params, want string }{
		{"query", `{"text":"x","unifed":true}`, "query has no parameter unifed"},
		{"query", `{"TEXT":"x"}`, "query has no parameter TEXT"},
		{"query", `{"text":"x","":1}`, `query has no parameter ""`},
		{"query", `{"text":"x","limit":"many"}`, `--limit: "many" is no integer`},
		{"query", `{"text":"x","limit":1.5}`, "--limit: 1.5 is no integer"},
		{"query", `{"text":"x","limit":1e99}`, "--limit: 1e99 is no integer"},
		{"query", `{"text":7}`, "TEXT: 7 is no string"},
		{"query", `{"text":{"a":[]}}`, "is no string"},
		{"query", `{"text":"x","unified":"yes"}`, `--unified: "yes" is no boolean`},
		{"query", `{"text":"x","store":"memory"}`, `--store: "memory" is no array of strings`},
		{"query", `{"text":"x","store":["memory",null]}`, `is no array of strings`},
		{"query", `{"text":"x","as-of":"2026","as_of":"2026"}`, "--as-of is given twice"},
		{"query", `{"text":null}`, "query needs TEXT"},
		{"merge links", `{"min":"much"}`, `--min: "much" is no number`},
		{"query", `[]`, "the parameters of query are no JSON object"},
		{"query", `{`, "the parameters of query are no JSON object"},
		{"query", `null`, "the parameters of query are no JSON object"},
		{"query", `{"text":"x"} {}`, "the parameters of query are no JSON object"},
		{"query", ``, "query needs TEXT"},
		{"query", `{"text":"","unified":true}`, "the query is blank"},
		{"query", `{"text":"  ","unified":true}`, "the query is blank"},
		{"query", `{"text":"x","unified":true,"limit":-1}`, "--limit: -1 is less than 0"},
		{"merge links", `{"limit":-1}`, "--limit: -1 is less than 0"},
		{"merge tune", `{"limit":-1}`, "--limit: -1 is less than 0"},
		{"merge revisions", `{"limit":-1}`, "--limit: -1 is less than 0"},
		{"embed", `{"pieces":-1}`, "--pieces: -1 is less than 0"},
		{"query", `{"text":"x","unified":true,"store":["gbrain","postgres"]}`, `--store: "postgres" is not known`},
		{"query", `{"text":"x","unified":true,"as-of":"yesterday"}`, `--as-of: read time "yesterday"`},
		{"query", `{"text":"x","unified":true,"known-at":"1"}`, `--known-at: read time "1"`},
		{"query", `{"text":"x","unified":true,"vector":"1,2"}`, "--vector"},
		{"import", `{}`, "import needs DIR"},
		{"sql", `{}`, "sql needs SQL"},
		{"sql", `{"statement":"SELECT 1","param":["x"]}`, `--param "x" has no name and value`},
		{"sql", `{"statement":"SELECT 1","param":["=1"]}`, `--param "=1" has no name and value`},
		{"sql", `{"statement":"SELECT :a"}`, `parameter "a" has no value`},
		{"embed", `{"all":true,"stale":true}`, "exclude each other"},
	} {
		_, err := engine.Find(tc.op).Run(ctx, e, json.RawMessage(tc.params))
		if !errors.Is(err, engine.ErrUsage) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s %s: error %v, want %q", tc.op, tc.params, err, tc.want)
			continue
		}
		if engine.Explain(err).Fix == "" || engine.ExitCode(err) != 2 {
			t.Errorf("%s %s: fix %q, exit code %d", tc.op, tc.params, engine.Explain(err).Fix, engine.ExitCode(err))
		}
	}
}

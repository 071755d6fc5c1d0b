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
		{"query", `{"text":"x","unifed":true}`, `unknown field "unifed"`},
		{"query", `{"text":"x","limit":"many"}`, "bad parameters"},
		{"query", `{"text":7}`, "bad parameters"},
		{"query", `[]`, "bad parameters"},
		{"query", `{`, "bad parameters"},
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

package agent

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var brainServer = jsonEdit{path: []string{"mcpServers", "brain"}, value: object{{"command", "brain"}, {"args", []string{"mcp"}}}, mine: isServer, keep: keptServer, what: `a server named "brain"`}

func TestAServerInJSON(t *testing.T) {
	for _, tc := range []struct{ name, before, after string }{
		{"nothing", "", `{
  "mcpServers": {
    "brain": {
      "command": "brain",
      "args": ["mcp"]
    }
  }
}
`},
		{"an empty object", `{}`, `{
  "mcpServers": {
    "brain": {
      "command": "brain",
      "args": ["mcp"]
    }
  }
}`},
		{"tabs", "{\n\t\"mcpServers\": {\n\t\t\"a\": {}\n\t}\n}\n", "{\n\t\"mcpServers\": {\n\t\t\"a\": {},\n\t\t\"brain\": {\n\t\t\t\"command\": \"brain\",\n\t\t\t\"args\": [\"mcp\"]\n\t\t}\n\t}\n}\n"},
		{"comments and a last comma", `// mine
{
    "a": [1, 2], // one
    /* servers */ "mcpServers": {
        "x": { "command": "x" }, // the last
        // more to come
    },
}
`, `// mine
{
    "a": [1, 2], // one
    /* servers */ "mcpServers": {
        "x": { "command": "x" }, // the last
        // more to come
        "brain": {
            "command": "brain",
            "args": ["mcp"]
        },
    },
}
`},
		{"a comment after the last, without a comma", "{\n  \"mcpServers\": {\n    \"x\": {} // the last\n  }\n}", `{
  "mcpServers": {
    "x": {}, // the last
    "brain": {
      "command": "brain",
      "args": ["mcp"]
    }
  }
}`},
		{"one line", `{"mcpServers": {"x": {"command": "x"}}, "b": 1}`, `{"mcpServers": {"x": {"command": "x"}, "brain": {"command":"brain","args":["mcp"]}}, "b": 1}`},
		{"one line, the last comma", `{"mcpServers": {"x": 1,}}`, `{"mcpServers": {"x": 1, "brain": {"command":"brain","args":["mcp"]}}}`},
		{"a comment in an empty object", "{\n  \"mcpServers\": {\n    // none yet\n  }\n}", "{\n  \"mcpServers\": {\n    // none yet\n    \"brain\": {\n      \"command\": \"brain\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}"},
		{"there already, with more", `{"mcpServers": {"brain": {"args": ["mcp"], "command": "brain", "disabled": false}}}`, `{"mcpServers": {"brain": {"args": ["mcp"], "command": "brain", "disabled": false}}}`},
		{"there with another path", "{\"mcpServers\": {\"brain\": {\"command\": \"/old/brain\", // old\n \"args\": [\"serve\"], \"alwaysAllow\": [\"search\"]}}}", "{\"mcpServers\": {\"brain\": {\"command\": \"brain\", // old\n \"args\": [\"serve\"], \"alwaysAllow\": [\"search\"]}}}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := brainServer.add(tc.before)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.after, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAServerIsTakenOutOfJSON(t *testing.T) {
	const entry = `"brain": {"command": "brain", "args": ["mcp"]}`
	for _, tc := range []struct{ name, text, was, want string }{
		{"the first", "{\n  \"mcpServers\": {\n    " + entry + ",\n    \"x\": {}\n  }\n}", "", "{\n  \"mcpServers\": {\n    \"x\": {}\n  }\n}"},
		{"the last", "{\n  \"mcpServers\": {\n    \"x\": {},\n    " + entry + "\n  }\n}", "", "{\n  \"mcpServers\": {\n    \"x\": {}\n  }\n}"},
		{"the last, with comments", "{\n  \"mcpServers\": {\n    \"x\": {}, // x\n    " + entry + "\n    // end\n  }\n}", "", "{\n  \"mcpServers\": {\n    \"x\": {} // x\n    // end\n  }\n}"},
		{"the last with a comma", "{\n  \"mcpServers\": {\n    \"x\": {},\n    " + entry + ",\n  },\n}", "", "{\n  \"mcpServers\": {\n    \"x\": {},\n  },\n}"},
		{"the only one, beside others", "{\n  \"a\": 1,\n  \"mcpServers\": {\n    " + entry + "\n  }\n}", "", "{\n  \"a\": 1\n}"},
		{"the only one, in what was there", "{\n  \"mcpServers\": {\n    " + entry + "\n  },\n  \"b\": 1\n}", `{"mcpServers": {}}`, "{\n  \"mcpServers\": {},\n  \"b\": 1\n}"},
		{"on one line", `{"a": 1, "mcpServers": {"x": 1, ` + entry + `, "y": 2}}`, "", `{"a": 1, "mcpServers": {"x": 1, "y": 2}}`},
		{"all there is", `{"mcpServers": {` + entry + `}}`, "", `{}`},
		{"another's", `{"mcpServers": {"brain": {"command": "other"}}}`, "", `{"mcpServers": {"brain": {"command": "other"}}}`},
		{"none", `{"mcpServers": {}}`, "", `{"mcpServers": {}}`},
		{"an empty file", "\n", "", "\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := brainServer.remove(tc.text, tc.was)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHooksStandBesideOthers(t *testing.T) {
	group := object{{"hooks", []any{object{{"type", "command"}, {"command", "brain hook stop"}, {"timeout", 10}}}}}
	e := jsonEdit{path: []string{"hooks", "Stop"}, array: true, value: group, mine: isHook("stop"), keep: keptHook}
	const others = `{
  "hooks": {
    "Stop": [
      {
        "hooks": [{"type": "command", "command": "brain hook stop-other"}, {"type": "command", "command": "say done"}]
      }
    ]
  }
}
`
	added, err := e.add(others)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(others, "      }\n    ]", `      },
      {
        "hooks": [
          {
            "type": "command",
            "command": "brain hook stop",
            "timeout": 10
          }
        ]
      }
    ]`, 1)
	if diff := cmp.Diff(want, added); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again, err := e.add(added); err != nil || again != added {
		t.Errorf("again: %v\n%s", err, again)
	}
	moved := strings.Replace(added, `"brain hook stop"`, `"BRAIN_DB='/a b' /old/brain hook stop"`, 1)
	if back, err := e.add(moved); err != nil || back != added {
		t.Errorf("another path: %v (-want +got):\n%s", err, cmp.Diff(added, back))
	}
	if removed, err := e.remove(moved, ""); err != nil || removed != others {
		t.Errorf("removed: %v (-want +got):\n%s", err, cmp.Diff(others, removed))
	}
}

func TestAnEntryInYAML(t *testing.T) {
	e := yamlMap{key: "extensions", name: "brain", lines: "cmd: brain\nargs:\n  - mcp\n", settings: serverSettings{command: "brain"}}
	const block = "  brain:\n    cmd: brain\n    args:\n      - mcp\n"
	for _, tc := range []struct{ name, before, after string }{
		{"nothing", "", "extensions:\n" + block},
		{"comments alone", "# mine\n", "# mine\nextensions:\n" + block},
		{"other keys, no last line break", "a: 1 # one", "a: 1 # one\nextensions:\n" + block},
		{"others", "a: 1\nextensions: # mine\n  # the first\n  dev:\n    enabled: true\n\n# end\nb: 2\n", "a: 1\nextensions: # mine\n" + block + "  # the first\n  dev:\n    enabled: true\n\n# end\nb: 2\n"},
		{"others, four deep", "extensions:\n    dev: {enabled: true}\n", "extensions:\n    brain:\n      cmd: brain\n      args:\n        - mcp\n    dev: {enabled: true}\n"},
		{"empty", "extensions: {} # none\nb: 2\n", "extensions: # none\n" + block + "b: 2\n"},
		{"null", "extensions:\nb: 2\n", "extensions:\n" + block + "b: 2\n"},
		{"null, by a word", "extensions: ~\nb: 2\n", "extensions:\n" + block + "b: 2\n"},
		{"there, with more", "extensions:\n  brain:\n    cmd: brain\n    args: [mcp]\n    timeout: 5\n", "extensions:\n  brain:\n    cmd: brain\n    args: [mcp]\n    timeout: 5\n"},
		{"there, with another path", "extensions:\n  a: {}\n  brain:\n    cmd: /old/brain\n    args: [mcp]\n  b: {}\n", "extensions:\n  a: {}\n  brain:\n    cmd: brain\n    args: [mcp]\n  b: {}\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := e.add(tc.before)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.after, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			back, err := e.remove(got, tc.before)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(back, "brain") {
				t.Errorf("it is still there:\n%s", back)
			}
		})
	}
}

func TestAListInYAML(t *testing.T) {
	e := yamlList{"read", "CONVENTIONS.md"}
	for _, tc := range []struct{ name, before, after, back string }{
		{"nothing", "", "read:\n  - CONVENTIONS.md\n", ""},
		{"other keys", "model: x # y\n", "model: x # y\nread:\n  - CONVENTIONS.md\n", "model: x # y\n"},
		{"one text", "read: a.md # mine\nb: 1\n", "read: [a.md, CONVENTIONS.md] # mine\nb: 1\n", "read: [a.md] # mine\nb: 1\n"},
		{"one text in quotes", "read: 'it''s.md'\n", "read: ['it''s.md', CONVENTIONS.md]\n", "read: ['it''s.md']\n"},
		{"one text in double quotes", `read: "a \"b\".md"` + "\n", `read: ["a \"b\".md", CONVENTIONS.md]` + "\n", `read: ["a \"b\".md"]` + "\n"},
		{"a list", "read:\n  # first\n  - a.md\n  - b.md # b\nc: 1\n", "read:\n  # first\n  - CONVENTIONS.md\n  - a.md\n  - b.md # b\nc: 1\n", "read:\n  # first\n  - a.md\n  - b.md # b\nc: 1\n"},
		{"a list that is not indented", "read:\n- a.md\n", "read:\n- CONVENTIONS.md\n- a.md\n", "read:\n- a.md\n"},
		{"a list in brackets", "read: [a.md, 'b.md'] # x\n", "read: [CONVENTIONS.md, a.md, 'b.md'] # x\n", "read: [a.md, 'b.md'] # x\n"},
		{"an empty list", "read: []\n", "read: [CONVENTIONS.md]\n", "read: []\n"},
		{"null", "read:\nb: 1\n", "read:\n  - CONVENTIONS.md\nb: 1\n", "read:\nb: 1\n"},
		{"there", "read: [CONVENTIONS.md]\n", "read: [CONVENTIONS.md]\n", "read: []\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := e.add(tc.before)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.after, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			back, err := e.remove(got, tc.before)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.back, back); diff != "" {
				t.Errorf("removed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestQuotedTextsAreReadBack(t *testing.T) {
	for _, s := range []string{"brain", "/opt/brain", "-", "1.5", "true", "null", "a: b", "a #b", `C:\x "y"`, "ü\tz", "*x", "&x", "!x", "a\nb", ""} {
		if v, err := plainYAML("a: " + quoted(s) + "\n"); err != nil || v["a"] != s {
			t.Errorf("YAML %q: %q, %v", s, v["a"], err)
		}
		if v, err := plainTOML("a = " + tomlQuoted(s) + "\n"); err != nil || v["a"] != s {
			t.Errorf("TOML %q: %q, %v", s, v["a"], err)
		}
	}
}

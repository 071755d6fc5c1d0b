package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"brain/agent"
	"brain/engine"
)

// spans gives what a page of markdown shows as code: blocks between fences, indented lines and spans.
func spans(page string) []string {
	var out []string
	var block []string
	fenced := false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			if fenced {
				out, block = append(out, strings.Join(block, "\n")), nil
			}
			fenced = !fenced
		case fenced:
			block = append(block, strings.TrimPrefix(trimmed, "$ "))
		case strings.HasPrefix(line, "    "):
			out = append(out, strings.TrimPrefix(trimmed, "$ "))
		default:
			for i, span := range strings.Split(line, "`") {
				if i%2 == 1 {
					out = append(out, span)
				}
			}
		}
	}
	return out
}

// placeholders stand for what a reader puts there: <uid>, …, [--flag], NAME…
var (
	angled    = regexp.MustCompile(`<[^<>\n]{1,40}>`)
	optional  = regexp.MustCompile(`\[[^\[\]\n]*\]`)
	shownCall = regexp.MustCompile(`(^|[\s;|&('"$])brain\s`)
)

// calls are the command lines of brain in a code span.
func calls(span string) [][]string {
	if !shownCall.MatchString(" " + span) {
		return nil
	}
	span = angled.ReplaceAllString(span, "X")
	var out [][]string
	for _, words := range agent.Commands(span) {
		for len(words) > 0 && strings.Contains(words[0], "=") {
			words = words[1:]
		}
		if len(words) > 1 && filepath.Base(words[0]) == "brain" {
			out = append(out, words[1:])
		}
	}
	return out
}

// other are the commands that main adds to those of this package.
var other = map[string][]string{"serve": {"surface", "read-only", "timeout"}, "mcp": nil, "man": nil, "help": nil, "completion": nil}

// TestEveryCommandInTheDocsIsOne: what AGENTS.md, the skills and the docs tell to type exists, and its flags are read by the
// program's own parser.
func TestEveryCommandInTheDocsIsOne(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../AGENTS.md", "../README.md", "../docs/*.md", "../skills/*/SKILL.md", "../agent/rules.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		files = append(files, found...)
	}
	seen := map[string]int{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		page := string(b)
		if strings.HasSuffix(file, ".go") {
			// The conventions are markdown inside of Go's own quotes.
			page = strings.NewReplacer("` + \"", "", "\" + `", "", `\"`, `"`).Replace(page)
		}
		for _, span := range spans(page) {
			for _, words := range calls(span) {
				seen[file]++
				if problem := checkCall(words); problem != "" {
					t.Errorf("%s: brain %s: %s", file, strings.Join(words, " "), problem)
				}
			}
		}
	}
	for _, file := range files {
		if (strings.Contains(file, "skills") || strings.HasSuffix(file, "AGENTS.md") || strings.HasSuffix(file, "rules.go")) && seen[file] < 3 {
			t.Errorf("%s: only %d commands were found", file, seen[file])
		}
	}
}

// checkCall says what is wrong with a command line; "" if it can be typed.
func checkCall(words []string) string {
	more := false
	words = slices.DeleteFunc(slices.Clone(words), optional.MatchString)
	for i, w := range words {
		if w == "…" || w == "..." {
			words[i], more = "X", true
		}
	}
	if len(words) == 0 || regexp.MustCompile(`^[A-Z]+$`).MatchString(words[0]) {
		return ""
	}
	if flags, ok := other[words[0]]; ok {
		for _, w := range words[1:] {
			name, _, _ := strings.Cut(strings.TrimPrefix(w, "--"), "=")
			if strings.HasPrefix(w, "--") && flags != nil && !slices.Contains(flags, name) {
				return "no such flag: " + w
			}
		}
		return ""
	}
	if words[0] == "call" {
		if len(words) > 1 && !regexp.MustCompile(`^[A-Z]+$`).MatchString(words[1]) && !slices.ContainsFunc(engine.Operations(), func(op *engine.Operation) bool {
			return op.Name == words[1] || op.ToolName() == words[1]
		}) {
			return "no such operation: " + words[1]
		}
		return ""
	}
	name, rest := split(words)
	if len(name) == 0 {
		return ""
	}
	op, after, err := find(name)
	if err != nil {
		return err.Error()
	}
	c, err := parse(op, slices.Concat(after, rest))
	if err != nil {
		return err.Error()
	}
	for _, p := range op.Params {
		for _, v := range c.flags[p.Name] {
			if p.Enum != nil && !strings.ContainsAny(v, "|X") && !slices.Contains(p.Enum, v) {
				return "--" + p.Name + " takes no " + v
			}
		}
		if p.Enum != nil && p.Position > 0 && p.Position <= len(c.args) {
			if v := c.args[p.Position-1]; v != strings.ToUpper(v) && !slices.Contains(p.Enum, v) {
				return "it takes no " + v
			}
		}
	}
	if most := len(positions(op)); len(c.args) > most && !op.Rest() && !more {
		return "it takes no " + c.args[most]
	}
	return ""
}

func TestCallsAreFoundInMarkdown(t *testing.T) {
	page := "Do `brain get <uid>` or `x | brain save --title \"a\" …`, not `brain.db`.\n```sh\n$ BRAIN_DB=x brain query --unified y | head\n```\n    brain stats\n"
	var got []string
	for _, span := range spans(page) {
		for _, words := range calls(span) {
			got = append(got, strings.Join(words, " "))
		}
	}
	want := []string{"get X", "save --title a …", "query --unified y", "stats"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for call, ok := range map[string]bool{"get X": true, "gett X": false, "query --unifed x": false, "query --store postgres x": false, "import a b": false,
		"hook stop": true, "hook start": false, "setup CLIENT": true, "call raw_put {}": true, "call nothing {}": false, "query --unified a b c": true} {
		if problem := checkCall(strings.Fields(call)); (problem == "") != ok {
			t.Errorf("%s: %q", call, problem)
		}
	}
}

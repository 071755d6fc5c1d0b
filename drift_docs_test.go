package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"brain/engine"
	"brain/mcp"
)

// TestEveryOperationIsExplained looks for what a reader of the program or of the docs would miss.
func TestEveryOperationIsExplained(t *testing.T) {
	files, err := filepath.Glob("docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("docs: %v, %v", files, err)
	}
	var docs strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		docs.Write(text)
	}
	for _, op := range append(engine.Operations(), mcp.Operation) {
		if op.Summary == "" || len(op.Examples) == 0 {
			t.Errorf("%s lacks a summary or an example", op.Name)
		}
		for _, p := range op.Params {
			if p.Help == "" {
				t.Errorf("%s: %s lacks help", op.Name, p.Label())
			}
		}
		// As code, in the table of answers, or as a command line.
		name := regexp.QuoteMeta(op.Name)
		if !regexp.MustCompile("(?m)`(brain )?" + name + "\\b|^(\\w[\\w -]*, )*" + name + "( {2,}|,|$)|brain " + name + "\\b").MatchString(docs.String()) {
			t.Errorf("no page of docs names %s", op.Name)
		}
	}
}

// TestTheGuideToMCPIsComplete compares docs/mcp.md with the table.
func TestTheGuideToMCPIsComplete(t *testing.T) {
	text, err := os.ReadFile("docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	_, small, _ := strings.Cut(string(text), "## The small surface")
	small, rest, _ := strings.Cut(small, "\n## ")
	var listed []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|").FindAllStringSubmatch(small, -1) {
		listed = append(listed, m[1])
	}
	var tools []string
	for _, op := range mcp.Surface(mcp.Small) {
		tools = append(tools, op.ToolName())
	}
	slices.Sort(tools)
	slices.Sort(listed)
	if !slices.Equal(tools, listed) {
		t.Errorf("the small surface is %v, the guide lists %v", tools, listed)
	}
	for _, op := range engine.Operations() {
		if op.Terminal != "" && !strings.Contains(rest, "`"+op.Name+"`") {
			t.Errorf("the guide does not say that %s is no tool", op.Name)
		}
		for _, p := range op.Params {
			if p.Terminal && !strings.Contains(rest, "`--"+p.Name+"`") {
				t.Errorf("the guide does not say that %s --%s is left out", op.Name, p.Name)
			}
		}
	}
}

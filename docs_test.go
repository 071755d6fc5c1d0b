package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/cli"
)

// said is what the program prints for a command line.
func said(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	term := &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &errs, Width: 100}
	if code := cli.Run(append([]string{"brain"}, args...), term, nil); code != 0 {
		t.Fatalf("brain %s: exit code %d\n%s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// firsts are the first groups of all matches, each once, in order.
func firsts(pattern, text string) []string {
	var out []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// source is the program's Go, without tests and without what builds or measures it.
func source(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		t.Skip("no git, or no checkout: ", err)
	}
	var b strings.Builder
	for _, path := range strings.Fields(string(out)) {
		switch strings.Split(path, "/")[0] {
		case "bench", "diffpg", "stress":
			continue
		}
		if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata/") || strings.Contains(path, "/bench/") {
			continue
		}
		if text, err := os.ReadFile(path); err == nil {
			b.Write(text)
		}
	}
	return b.String()
}

func TestEachVariableThatBrainReadsIsExplained(t *testing.T) {
	table := read(t, "docs/configuration.md")
	table, _, _ = strings.Cut(table, "## Settings")
	docs := firsts("(?m)^\\| `([A-Z_]+)` ", table)
	help := firsts(`(?m)^  ([A-Z_]+)[ =]`, said(t, "help", "environment"))
	if diff := cmp.Diff(docs, help); diff != "" {
		t.Errorf("docs/configuration.md and `brain help environment` (-docs +help):\n%s", diff)
	}
	code := source(t)
	for _, name := range firsts(`"(BRAIN_[A-Z_]+)"`, code) {
		if !slices.Contains(docs, name) {
			t.Errorf("docs/configuration.md says nothing of %s", name)
		}
	}
	for _, name := range docs {
		// Some are read by a library; then a command's help names them.
		if !regexp.MustCompile(`["\s]` + name + `\b`).MatchString(code) {
			t.Errorf("nothing reads %s", name)
		}
	}
}

func TestEachSettingIsExplained(t *testing.T) {
	_, table, _ := strings.Cut(read(t, "docs/configuration.md"), "## Settings")
	table, _, _ = strings.Cut(table, "## Files")
	t.Setenv("BRAIN_DB", filepath.Join(t.TempDir(), "brain.db"))
	said(t, "init")
	if diff := cmp.Diff(firsts("(?m)^\\| `([a-z.]+)` ", table), firsts(`"key": "([^"]+)"`, said(t, "config", "list", "--json"))); diff != "" {
		t.Errorf("-docs +program:\n%s", diff)
	}
}

func TestExitCodesAreTheSameInDocsAndHelp(t *testing.T) {
	_, docs, _ := strings.Cut(read(t, "docs/command-line.md"), "## Exit codes")
	docs, _, _ = strings.Cut(docs, "## JSON")
	help := firsts(`(?m)^ *(\d+)  `, said(t, "help", "exit-codes"))
	if len(help) < 6 {
		t.Errorf("the help lists %v", help)
	}
	for _, code := range help {
		if !regexp.MustCompile(`\b` + code + `\b`).MatchString(docs) {
			t.Errorf("docs/command-line.md says nothing of exit code %s", code)
		}
	}
}

// TestLinksOfTheDocsLeadSomewhere: to a file of the project, and to a heading that is there.
func TestLinksOfTheDocsLeadSomewhere(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md", "AGENTS.md") {
		for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(prose(read(t, page)), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, heading, _ := strings.Cut(m[1], "#")
			path := filepath.Join(filepath.Dir(page), file)
			if file == "" {
				path = page
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s leads to %s: %v", page, m[1], err)
				continue
			}
			if heading != "" && !slices.Contains(anchors(read(t, path)), heading) {
				t.Errorf("%s leads to %s, which has no such heading", page, m[1])
			}
		}
	}
	readme := read(t, "README.md")
	for _, page := range pages {
		if !strings.Contains(readme, "("+page+")") {
			t.Errorf("README.md does not lead to %s", page)
		}
	}
}

// prose is a page without its blocks and spans of code.
func prose(text string) string {
	return regexp.MustCompile("(?ms)^```.*?^```|^    .*?$|`[^`\n]*`").ReplaceAllString(text, "")
}

// anchors are what the headings of a page are called in links.
func anchors(text string) []string {
	var out []string
	for _, h := range firsts(`(?m)^#+ (.+)$`, text) {
		h = regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(h), "")
		out = append(out, strings.ReplaceAll(h, " ", "-"))
	}
	return out
}

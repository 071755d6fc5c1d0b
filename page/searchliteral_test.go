package page

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestPagesThatHoldALiteralComeFirst(t *testing.T) {
	d := openStore(t)
	vault := folder{
		"flag.md":  "# Git push\n\nUse `--force` only when you must.",
		"env.md":   "# Settings\n\nSecrets live in `.env`, not in git.",
		"cpp.md":   "# Languages\n\nWe write C++ there.",
		"path.md":  "# Layout\n\nIt begins in src/main.go and nowhere else, says [x](https://a.b/c?d=e).",
		"snake.md": "# Config\n\nSet max_open_files to 10.",
		"ver.md":   "# Release\n\nIt came with 1.10 of the tool.",
	}
	for i := range 9 {
		vault[fmt.Sprintf("force%d.md", i)] = fmt.Sprintf("# Force %d\n\nForce, force and more force of push.", i)
		vault[fmt.Sprintf("env%d.md", i)] = fmt.Sprintf("# Env %d\n\nThe env of env vars, env.", i)
		vault[fmt.Sprintf("c%d.md", i)] = fmt.Sprintf("# C %d\n\nC and c, vitamin C.", i)
		vault[fmt.Sprintf("main%d.md", i)] = fmt.Sprintf("# Main %d\n\nThe main src of go: src, main, go, src main go, src/main.gold.", i)
		vault[fmt.Sprintf("open%d.md", i)] = fmt.Sprintf("# Open files %d\n\nmax open files: open the files, max.", i)
		vault[fmt.Sprintf("ten%d.md", i)] = fmt.Sprintf("# 1 of 10, %d\n\n1 10 and 10 of 1, 11.10.", i)
	}
	vault.sync(t, d, "/vault")
	for question, want := range map[string]string{"--force": "flag", "git push --force": "flag", ".env": "env", "C++": "cpp", "src/main.go": "path", "where is `src/main.go`?": "path",
		"MAX_OPEN_FILES": "snake", "what came with 1.10": "ver", "https://a.b/c?d=e": "path"} {
		var got string
		read(t, d, func(tx *db.Tx) error {
			a, err := Search(tx, Question{Text: question})
			if err == nil && len(a.Hits) > 0 {
				got = a.Hits[0].Slug
			}
			return err
		})
		if got != want {
			t.Errorf("%s: %s, want %s", question, got, want)
		}
	}
}

func TestLiterals(t *testing.T) {
	for question, want := range map[string][]string{
		"a drug-discovery don't (e.g. this) end.": {"e.g"},
		"`Src/Main.go`, /etc/passwd; a_b: x=1?":   {"src/main.go", "/etc/passwd", "a_b", "x=1"},
		"--force .env c++ #tag":                   nil, // grams know them
		"?? ... / _":                              nil,
	} {
		if diff := cmp.Diff(want, literals(question)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", question, diff)
		}
	}
	if !holdsLiteral("in pkg/src/main.go, too", "src/main.go") || holdsLiteral("src/main.gold asrc/main.go", "src/main.go") || holdsLiteral("", "a.b") {
		t.Error("a literal is told from a part of another")
	}
}

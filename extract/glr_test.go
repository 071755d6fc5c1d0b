//go:build cgo

package extract

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"
)

// What our own parser (glr.c) gives is what tree-sitter gives, of whole files, of their beginnings, and of files that lost or doubled a part.
// What has no errors is not left to tree-sitter.
func TestQuickParserGivesTheTreesOfTreeSitter(t *testing.T) {
	one, other := newParser(), newParser()
	defer one.close()
	defer other.close()
	other.plain = true
	r := rand.New(rand.NewPCG(1, 2))
	changes, quick := 60, map[string]int{}
	if testing.Short() {
		changes = 6
	}
	for _, a := range archivesIn(t, "testdata/tree") {
		for _, f := range a.tree() {
			lang := languageOf(f.name)
			if lang == nil || lang.grammar == "" || f.data == "" {
				continue
			}
			for i := range changes + 1 {
				src := []byte(f.data)
				from, to := r.IntN(len(src)), r.IntN(len(src))
				switch i % 4 {
				case 1:
					src = src[:from]
				case 2:
					src = slices.Concat(src[:min(from, to)], src[max(from, to):])
				case 3:
					src = slices.Concat(src[:max(from, to)], src[min(from, to):])
				}
				checkSameTrees(t, one, other, lang.grammar, f.name, src)
				if one.quick {
					quick[lang.grammar]++
				}
				if i == 0 && !one.quick && !hasErrors(t, other, lang.grammar, src) {
					t.Errorf("%s is left to tree-sitter", f.name)
				}
			}
		}
	}
	for g := range grammars {
		if quick[g] == 0 {
			t.Errorf("nothing of the grammar %s is parsed by our own parser", g)
		}
	}
}

// The same of trees that are named by whoever runs the test: BRAIN_REPOS, separated as in PATH.
func TestQuickParserGivesTheTreesOfTreeSitterForRepositories(t *testing.T) {
	dirs := filepath.SplitList(os.Getenv("BRAIN_REPOS"))
	if len(dirs) == 0 {
		t.Skip("BRAIN_REPOS names none")
	}
	one, other := newParser(), newParser()
	defer one.close()
	defer other.close()
	other.plain = true
	for _, dir := range dirs {
		tree, err := walkTree(t.Context(), dir, Options{MaxFileBytes: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range tree.other {
			raw, err := os.ReadFile(filepath.Join(dir, f.rel))
			if err == nil && f.lang.grammar != "" {
				checkSameTrees(t, one, other, f.lang.grammar, f.rel, []byte(decodeText(raw)))
			}
		}
	}
}

func checkSameTrees(t *testing.T, one, other *syntaxParser, grammar, name string, src []byte) {
	t.Helper()
	a, errA := one.parse(grammar, src)
	b, errB := other.parse(grammar, src)
	if fmt.Sprint(errA) != fmt.Sprint(errB) {
		t.Fatalf("%s: %v by our own parser, %v by tree-sitter", name, errA, errB)
	}
	if errA == nil && !slices.Equal(a.nodes, b.nodes) {
		t.Fatalf("%s: another tree by our own parser, of %d nodes for %d:\n%q", name, len(a.nodes), len(b.nodes), src)
	}
}

func hasErrors(t *testing.T, p *syntaxParser, grammar string, src []byte) bool {
	t.Helper()
	tree, err := p.parse(grammar, src)
	if err != nil {
		t.Fatal(err)
	}
	return syntaxProblem(tree) != ""
}

// The tables of a grammar are laid out as our own parser reads them.
func TestGrammarsHaveTheTablesThatTheQuickParserReads(t *testing.T) {
	for name := range grammars {
		if g := grammarOf(name); unsafe.Pointer(g.fieldsOf) == nil {
			t.Errorf("%s is left to tree-sitter: its tables are of another version", name)
		}
	}
}

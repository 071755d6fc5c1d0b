//go:build cgo

package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestEachLanguageIsReadFoundAndCited(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, polyglot)
	r := extractTree(t, e, dir)
	if r.Files != 10 || len(r.Ignored) != 2 {
		t.Errorf("%+v", r)
	}
	for language, caller := range map[string]string{"Go": "main_main", "Python": "py_greet_main", "JavaScript": "js_main_main",
		"Java": "src_a_greet_greet_main", "Rust": "rs_src_lib_main", "C": "c_greet_main"} {
		t.Run(language, func(t *testing.T) {
			q := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "quokka in " + language, Unified: true, TextOnly: true, Limit: 1}))
			if len(q.Results) != 1 || !strings.Contains(q.Results[0].Content, "Says quokka in "+language+".") && !strings.Contains(q.Results[0].Content, "says quokka in "+language+".") {
				t.Fatalf("found %+v", q.Results)
			}
			c := must[*engine.CiteResult](t)(e.Cite(ctx, engine.CiteInput{Citation: q.Results[0].CitationID}))
			if c.Content != q.Results[0].Content {
				t.Errorf("cited: %q", c.Content)
			}
			calls := column(t, e, `SELECT source FROM graph_edges WHERE relation = 'calls' AND target = '`+q.Results[0].EntityID+`'`)
			if diff := cmp.Diff([]string{caller}, calls); diff != "" {
				t.Errorf("callers of %s (-want +got):\n%s", q.Results[0].EntityID, diff)
			}
		})
	}
}

func TestAnEditChangesTheNodesOfItsFile(t *testing.T) {
	const open = `SELECT entity_id FROM entry_spans WHERE valid_to IS NULL AND closed_at IS NULL AND entity_id LIKE 'py\_greet%' ESCAPE '\' ORDER BY 1`
	e, dir := brain(t), t.TempDir()
	tree(t, dir, polyglot)
	first := extractTree(t, e, dir)
	tree(t, dir, edited("py/greet.py", "def greet():\n    \"\"\"Says wombat in Python.\"\"\"\n\n\ndef main():\n    greet()\n"))
	r := extractTree(t, e, dir)
	if r.Added != 0 || r.Removed != 0 || r.Changed == 0 || r.Changed > 2 || r.Unchanged != first.Nodes-r.Changed {
		t.Errorf("a comment: %+v", r.NodeCounts)
	}
	if len(found(t, e, "wombat")) == 0 {
		t.Error("the new comment is not found")
	}
	before := column(t, e, open)
	if err := os.Remove(filepath.Join(dir, "py", "greet.py")); err != nil {
		t.Fatal(err)
	}
	r = extractTree(t, e, dir)
	if r.Removed != len(before) || r.Added+r.Changed != 0 {
		t.Errorf("a file less: %+v, it had %v", r.NodeCounts, before)
	}
	if diff := cmp.Diff([]string{}, column(t, e, open)); diff != "" {
		t.Errorf("open spans (-want +got):\n%s", diff)
	}
}

// A grammar may never know what a file holds: what was deleted there must go all the same.
func TestAFunctionThatIsDeletedBesideASyntaxErrorIsGone(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, map[string]string{"a.py": "def one():\n    pass\n\n\ndef two():\n    pass\n\n\ndef broken(:\n"})
	r := extractTree(t, e, dir)
	if len(r.Left()) != 1 || len(r.Partial) != 1 || !strings.Contains(r.Partial[0].Reason, "syntax error in line") {
		t.Errorf("left: %+v", r.Left())
	}
	tree(t, dir, map[string]string{"a.py": "def one():\n    pass\n\n\ndef broken(:\n"})
	extractTree(t, e, dir)
	if diff := cmp.Diff([]string{"0"}, column(t, e, `SELECT count(*) FROM graph_nodes WHERE label = 'two()'`)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

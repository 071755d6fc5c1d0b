package engine

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNearestName(t *testing.T) {
	names := []string{"query", "import", "export", "sql", "graph import"}
	for word, want := range map[string]string{
		"query": "query", "qurey": "query", "quer": "query", "queryy": "query", "imports": "import", "exprt": "export", "sq": "sql", "sqll": "sql",
		"grph import": "graph import", "xyzzy": "", "": "", "status": "", "s": "", "größe": "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := Nearest(strings.Repeat("query", 1<<20), names); got != "" {
		t.Errorf("of a long word: %q", got)
	}
	if got := Nearest("x", nil); got != "" {
		t.Errorf("of no names: %q", got)
	}
}

func TestEditsIsADistance(t *testing.T) {
	word := rapid.StringMatching(`[abc]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := edits(a, b)
		if d != edits(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) || d < max(len(a), len(b))-min(len(a), len(b)) {
			t.Fatalf("%q and %q are %d apart, the other way %d", a, b, d, edits(b, a))
		}
	})
	if got := edits("ab", "ba"); got != 1 {
		t.Errorf("two swapped letters count %d", got)
	}
}

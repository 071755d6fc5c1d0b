package fts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The expected values are PostgreSQL 15's.
func TestMatchOfPositionsAndLabels(t *testing.T) {
	for _, tt := range []struct {
		vector, query string
		want          bool
	}{
		{"a:1 b:2", "", false},
		{"", "a", false},
		{"", "!a", true},
		{"a:1 b:3", "a <2> b", true},
		{"a:1 b:3", "a <-> b", false},
		{"a:1 b:2", "b <-> a", false},
		{"a:1,4 b:2 c:3", "a <-> (b <-> c)", true},
		{"a:1 b:3 c:4", "a <-> (b <-> c)", false},
		{"a:1 b:2 c:3", "a <-> b <-> c", true},
		{"a:1 b:2 c:3", "a <-> (b | c)", true},
		{"a:1 b:2 c:3", "a <-> !c", true},
		{"a:1 b:2 c:3", "a <-> !b", false},
		{"a:1 b:1", "a <0> b", true},
		// A label is asked only of lexemes with positions.
		{"a:1A", "a:B", false},
		{"a:1A", "!a:B", true},
		{"a", "a:A", true},
		{"a", "!a:A", false},
		// Without positions no phrase is found, and its contrary is true.
		{"a b", "a <-> b", false},
		{"a b", "!(a <-> b)", true},
		{"a b", "!(a <-> b) & b", true},
		{"a b", "!(a:A <-> b)", true},
	} {
		if got := mustQuery(t, tt.query).Match(mustVector(t, tt.vector)); got != tt.want {
			t.Errorf("%q @@ %q is %v", tt.vector, tt.query, got)
		}
	}
}

func mustVector(t testing.TB, s string) Vector {
	t.Helper()
	v, err := ParseVector(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// anyVector draws a vector over the words of anyQuery, with few positions, or none.
func anyVector() *rapid.Generator[Vector] {
	return rapid.Custom(func(t *rapid.T) Vector {
		var v Vector
		for _, word := range []string{"a", "ab", "abc", "b", "c", `d'\`} {
			if !rapid.Bool().Draw(t, "has "+word) {
				continue
			}
			l := Lexeme{Text: word}
			for pos := 1; pos < 8; pos++ {
				if rapid.IntRange(0, 2).Draw(t, "at") == 0 {
					l.Pos = append(l.Pos, NewPos(pos, Weight(rapid.IntRange(0, 3).Draw(t, "weight"))))
				}
			}
			v = append(v, l)
		}
		return v
	})
}

func TestMatchIsTheTruthOfAndOrNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := must(ParseQuery(anyQuery(5, false).Draw(t, "query")))
		v := anyVector().Draw(t, "vector")
		var truths []bool
		for _, n := range q.nodes {
			top := len(truths) - 1
			switch n.kind {
			case operandNode:
				truths = append(truths, slices.ContainsFunc(v, func(l Lexeme) bool {
					return (l.Text == n.lexeme || n.prefix && strings.HasPrefix(l.Text, n.lexeme)) &&
						(n.weights == 0 || len(l.Pos) == 0 || slices.ContainsFunc(l.Pos, n.counts))
				}))
			case notNode:
				truths[top] = !truths[top]
			case andNode:
				truths = append(truths[:top-1], truths[top-1] && truths[top])
			case orNode:
				truths = append(truths[:top-1], truths[top-1] || truths[top])
			}
		}
		if q.Match(v) != truths[0] {
			t.Fatalf("match is %v", !truths[0])
		}
	})
}

func TestEveryMatchHoldsWhatIsRequired(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := must(ParseQuery(anyQuery(4, true).Draw(t, "query")))
		v := anyVector().Draw(t, "vector")
		if !q.Match(v) {
			return
		}
		for _, word := range q.Required() {
			if first, end := v.find(word, false); first == end {
				t.Fatalf("%s is required, but not there", word)
			}
		}
	})
}

func TestPlainAndPhraseMatchTheirOwnText(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"cats", "the", "of", "foo-bar", "a.b/c", "it's", "-5", "état", "run", "x_y"}), 0, 20)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(words.Draw(t, "words"), " ")
		v, _, err := ToVector(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []Query{Plain(text), Phrase(text), Web(`"` + text + `"`)} {
			if q.Match(v) == q.Empty() {
				t.Fatalf("%s: match is %v", q, q.Match(v))
			}
		}
		if q := Plain(text); len(v) > 0 {
			missing := rapid.IntRange(0, len(v)-1).Draw(t, "missing")
			if q.Match(slices.Delete(slices.Clone(v), missing, missing+1)) {
				t.Fatalf("%s matches without %s", q, v[missing].Text)
			}
		}
	})
}

func TestMatchAllocatesNothing(t *testing.T) {
	v := mustText(t, "the quick brown fox jumps over the lazy dog")
	for _, q := range []Query{Plain("quick dog"), Phrase("quick brown fox"), Web(`-"fox dog" lazy`)} {
		if n := testing.AllocsPerRun(100, func() { q.Match(v) }); n >= 1 {
			t.Errorf("%s: %v allocations", q, n)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	v := mustText(b, strings.Repeat("the quick brown fox jumps over the lazy dog and runs home ", 10))
	for _, q := range []Query{Plain("quick dog"), Phrase("quick brown fox"), Web(`quick or -"lazy dog"`)} {
		b.Run(q.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				q.Match(v)
			}
		})
	}
}

func ExampleQuery_Match() {
	v, _, _ := ToVector("The cat chased a dog.")
	fmt.Println(Plain("dogs cats").Match(v), Phrase("cat dog").Match(v), Web("cat -dog").Match(v))
	// Output: true false false
}

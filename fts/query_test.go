package fts

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestQueriesEqualPostgreSQL(t *testing.T) {
	type row struct {
		Q, Plain, Web, Phrase string
		NumNode               int    `json:"web_numnode"`
		Tree                  string `json:"web_querytree"`
	}
	eachGolden(t, "tsquery.jsonl", func(line int, want row) {
		web := Web(want.Q)
		got := row{want.Q, Plain(want.Q).String(), web.String(), Phrase(want.Q).String(), web.NumNode(), web.QueryTree()}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("line %d (-PostgreSQL +ours):\n%s", line, diff)
		}
	})
}

func TestQueriesOfTextsEqualPostgreSQL(t *testing.T) {
	type row struct {
		Text               string
		Plain, Web, Phrase *string // of short texts only
	}
	eachGolden(t, "tsvector.jsonl", func(line int, want row) {
		if want.Plain == nil {
			return
		}
		plain, web, phrase := Plain(want.Text).String(), Web(want.Text).String(), Phrase(want.Text).String()
		if diff := cmp.Diff(want, row{want.Text, &plain, &web, &phrase}); diff != "" {
			t.Errorf("line %d (-PostgreSQL +ours):\n%s", line, diff)
		}
	})
}

// The expected texts and errors are PostgreSQL 15's, but for the limit of the nesting.
func TestParseQueryReadsWhatPostgreSQLCasts(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		err      error
	}{
		{in: "", want: ""},
		{in: " \u3000", want: ""},
		{in: "cat", want: "'cat'"},
		{in: "The & Cats", want: "'The' & 'Cats'"},
		{in: "'a b''c\\\\d':aABdc*", want: `'a b''c\\d':*ABCD`},
		{in: `a\:b\ c`, want: "'a:b c'"},
		{in: "a'b'c", want: "'a''b''c'"},
		{in: `"`, want: `'"'`},
		{in: "a:", want: "'a'"},
		{in: "a:b*", want: "'a':*B"},
		{in: "a<->b", want: "'a' <-> 'b'"},
		{in: "a <0> b", want: "'a' <0> 'b'"},
		{in: "a <16384> b", want: "'a' <16384> 'b'"},
		{in: "a & b | !c & d <-> e", want: "'a' & 'b' | !'c' & 'd' <-> 'e'"},
		{in: "((a | b)) & c", want: "( 'a' | 'b' ) & 'c'"},
		{in: "a & (b & c)", want: "'a' & 'b' & 'c'"},
		{in: "a <-> (b <-> c)", want: "'a' <-> ( 'b' <-> 'c' )"},
		{in: "!(a & b)", want: "!( 'a' & 'b' )"},
		{in: "!!a", want: "!!'a'"},
		{in: "! (! a)", want: "!!'a'"},

		{in: "a b", err: errSyntax},
		{in: "a!", err: errSyntax},
		{in: "a)", err: errSyntax},
		{in: "(a", err: errSyntax},
		{in: "()", err: errSyntax},
		{in: "& a", err: errSyntax},
		{in: ":a", err: errSyntax},
		{in: "a:x", err: errSyntax},
		{in: "a:A:B", err: errSyntax},
		{in: "''", err: errSyntax},
		{in: "'a", err: errSyntax},
		{in: "'a'b", err: errSyntax},
		{in: "a<b", err: errSyntax},
		{in: "a <- b", err: errSyntax},
		{in: "a <1 b", err: errSyntax},
		{in: "(", err: errNoOperand},
		{in: "!", err: errNoOperand},
		{in: "a &", err: errNoOperand},
		{in: "a <-> ", err: errNoOperand},
		{in: `\`, err: errNoEscaped},
		{in: `a\`, err: errNoEscaped},
		{in: "a <16385> b", err: errDistance},
		{in: "a <99999999999999999999999> b", err: errDistance},
		{in: strings.Repeat("(", 10_000) + "a" + strings.Repeat(")", 10_000), err: errNesting},
		{in: strings.Repeat("!", 10_000) + "a", err: errNesting},
	} {
		q, err := ParseQuery(tt.in)
		if got := q.String(); got != tt.want || !errors.Is(err, tt.err) || (err != nil) != errors.Is(err, ErrQuery) {
			t.Errorf("ParseQuery(%.40q) = %s, %v; want %s, %v", tt.in, got, err, tt.want, tt.err)
		}
	}
	if _, err := ParseQuery(strings.Repeat("x", maxWordBytes+1)); !errors.Is(err, ErrQuery) {
		t.Errorf("ParseQuery of a word of %d bytes: %v", maxWordBytes+1, err)
	}
}

func TestToQueryNormalisesOperands(t *testing.T) {
	for in, want := range map[string]string{
		"":                                 "",
		"the | of":                         "",
		"Cats & the":                       "'cat'",
		"the <-> cats":                     "'cat'",
		"fox <-> the <3> cat <2> of":       "'fox' <4> 'cat'",
		"fox <2> (the | of) <-> cat":       "'fox' <3> 'cat'",
		"fox <16384> the <2> dog":          "'fox' <16384> 'dog'",
		"'the cat of dog'":                 "'cat' <2> 'dog'",
		"'cat dog':*A & !the | (of & fox)": "'cat':*A <-> 'dog':*A | 'fox'",
		"foo-bar:C":                        "'foo-bar':C <-> 'foo':C <-> 'bar':C",
		"'  '":                             "",
	} {
		if q, err := ToQuery(in); err != nil || q.String() != want {
			t.Errorf("ToQuery(%q) = %v, %v; want %s", in, q, err, want)
		}
	}
	if _, err := ToQuery("cat dog"); !errors.Is(err, ErrQuery) {
		t.Errorf("ToQuery of two words without an operator: %v", err)
	}
}

func TestWebReadsSearchSyntax(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"!!":                    "",
		"cat dog":               "'cat' & 'dog'",
		"cat or -dog":           "'cat' | !'dog'",
		`cat or" dog"`:          "'cat' | 'dog'",
		"cat or(dog":            "'cat' | 'dog'",
		"cat or!":               "'cat'",
		"cat or-dog":            "'cat' & 'or-dog' <2> 'dog'",
		`"cat dog" or -fox bee`: "'cat' <-> 'dog' | !'fox' & 'bee'",
		"b:c ::d :e f:":         "'b' & 'c' & 'd' & 'e' & 'f'",
		"- cat":                 "!'cat'",
		"--cat":                 "!!'cat'",
		`"cat`:                  "'cat'",
		// PostgreSQL fails from 33 on.
		strings.Repeat("-", 101) + "cat": "!'cat'",
		strings.Repeat("-", 33) + "cat":  strings.Repeat("!", 31) + "'cat'",
		strings.Repeat("-", 32) + "cat":  strings.Repeat("!", 32) + "'cat'",
	} {
		got := Web(in).String()
		if len(in) > 100 { // only even or odd is of interest
			got = strings.ReplaceAll(got, "!!", "")
		}
		if got != want {
			t.Errorf("Web(%q) = %s; want %s", in, got, want)
		}
	}
}

func TestQueryTreeLeavesOutNot(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"a":                      "'a'",
		"!a":                     "T",
		"a & !b":                 "'a'",
		"a | !b":                 "T",
		"(a | !b) & c":           "'c'",
		"(a | b) & !(c & d) & e": "( 'a' | 'b' ) & 'e'",
		"!!a":                    "T",
		"!a & !b":                "T",
		"a <-> !b <-> c":         "'a' <-> 'c'",
	} {
		if got := mustQuery(t, in).QueryTree(); got != want {
			t.Errorf("QueryTree of %q = %s; want %s", in, got, want)
		}
	}
}

func TestRequiredIsWhatEveryMatchHolds(t *testing.T) {
	for in, want := range map[string][]string{
		"":                        nil,
		"b & a & b":               {"a", "b"},
		"a <-> b":                 {"a", "b"},
		"a | b":                   {},
		"(a & b) | (c & a)":       {"a"},
		"a & !b":                  {"a"},
		"!a":                      {},
		"a & b:*":                 {"a"},
		"a:A & (b | c) & (d | d)": {"a", "d"},
		"!a <-> b":                {"b"},
	} {
		if diff := cmp.Diff(want, mustQuery(t, in).Required()); diff != "" {
			t.Errorf("Required of %q (-want +got):\n%s", in, diff)
		}
	}
}

func TestLexemesAreDistinctAndInByteOrder(t *testing.T) {
	q := mustQuery(t, "b & !ab | a:* <-> b & a")
	if diff := cmp.Diff([]string{"a", "ab", "b"}, q.Lexemes()); diff != "" {
		t.Error(diff)
	}
	if !q.HasPrefix() || mustQuery(t, "a & b").HasPrefix() {
		t.Error("HasPrefix is not whether there is a prefix")
	}
}

// Queries that would overflow the stack of anything recursive, or time out anything quadratic.
func TestHugeQueries(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	v := mustText(t, "cat dog")
	words := strings.Repeat("cat dog ", n/2)
	for name, q := range map[string]Query{
		"plain":   Plain(words),
		"phrase":  Phrase(words),
		"web":     Web(strings.Repeat("cat or dog ", n/2)),
		"nots":    Web(strings.Repeat("-", n) + "cat"),
		"text":    mustQuery(t, strings.Repeat("cat&dog|", n/2)+"!cat"),
		"to":      must(ToQuery(strings.Repeat("cat<->dog|", n/2) + "cat")),
		"nested":  mustQuery(t, strings.Repeat("cat|!(", 1300)+"dog"+strings.Repeat(")", 1300)),
		"stopped": must(ToQuery(strings.Repeat("the<->", n) + "cat")),
	} {
		again, err := ParseQuery(q.String())
		if err != nil || again.NumNode() != q.NumNode() {
			t.Errorf("%s: %d nodes became %d, %v", name, q.NumNode(), again.NumNode(), err)
		}
		if want := name != "phrase"; q.Match(v) != want {
			t.Errorf("%s: match is %v", name, !want)
		}
		q.QueryTree()
		q.Required()
		Rank(DefaultWeights, v, q, 0)
		RankCD(DefaultWeights, v, q, 0)
	}
}

func mustText(t testing.TB, text string) Vector {
	t.Helper()
	v, _, err := ToVector(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustQuery(t testing.TB, s string) Query {
	t.Helper()
	q, err := ParseQuery(s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// anyQuery draws the text of a query over few words, so that vectors of the same words match often.
func anyQuery(depth int, phrases bool) *rapid.Generator[string] {
	operand := rapid.SampledFrom([]string{"a", "ab", "b", "c", `'d''\\'`, "a:*", "b:AB", "c:*D"})
	if depth == 0 {
		return operand
	}
	operators := []string{"&", "|"}
	if phrases {
		operators = append(operators, "<->", "<2>", "<0>")
	}
	return rapid.Custom(func(t *rapid.T) string {
		sub := anyQuery(depth-1, phrases)
		switch rapid.IntRange(0, 5).Draw(t, "shape") {
		case 0:
			return operand.Draw(t, "operand")
		case 1:
			return "!(" + sub.Draw(t, "negated") + ")"
		}
		return fmt.Sprintf("(%s)%s(%s)", sub.Draw(t, "left"), rapid.SampledFrom(operators).Draw(t, "operator"), sub.Draw(t, "right"))
	})
}

func TestStringIsReadBackAsTheSameQuery(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := must(ParseQuery(anyQuery(5, true).Draw(t, "query")))
		again, err := ParseQuery(q.String())
		if err != nil {
			t.Fatal(err)
		}
		if q.String() != again.String() || q.NumNode() != again.NumNode() {
			t.Fatalf("%s became %s", q, again)
		}
	})
}

func FuzzParseQuery(f *testing.F) {
	for _, s := range []string{"", "a & !b | 'c d':*AB <-> (e <2> f)", `\'a\`, "((a", "a <16384> b", "'a'''", "\xff & \u3000b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if q, err := ParseQuery(s); err == nil {
			checkWritten(t, q)
		} else if !errors.Is(err, ErrQuery) {
			t.Errorf("%v is no ErrQuery", err)
		}
	})
}

func FuzzToQuery(f *testing.F) {
	for _, s := range []string{"", "cats & !the | 'c of d':*AB <-> (e <2> the)", "foo-bar:* <0> http://x.y/z", "'<b>'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if q, err := ToQuery(s); err == nil {
			checkWritten(t, q)
		} else if !errors.Is(err, ErrQuery) {
			t.Errorf("%v is no ErrQuery", err)
		}
	})
}

func FuzzWeb(f *testing.F) {
	for _, s := range []string{"", `"a b" or -c (d`, "--x or or ::y", `or "`, "a or\u3000b\x00\xff", "state-of-the-art a.b/c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkWritten(t, Web(s))
		checkWritten(t, Plain(s))
		checkWritten(t, Phrase(s))
	})
}

// checkWritten checks that the texts of a query are read back as the same query.
func checkWritten(t *testing.T, q Query) {
	t.Helper()
	again, err := ParseQuery(q.String())
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	if again.String() != q.String() || again.NumNode() != q.NumNode() || again.QueryTree() != q.QueryTree() {
		t.Errorf("%s became %s", q, again)
	}
	if tree := q.QueryTree(); tree != "T" {
		if _, err := ParseQuery(tree); err != nil {
			t.Errorf("%s: %v", tree, err)
		}
	}
	if q.Empty() != (q.NumNode() == 0) || q.Empty() != (len(q.Lexemes()) == 0) {
		t.Errorf("%s: empty is %v", q, q.Empty())
	}
}

func ExampleWeb() {
	q := Web(`"fat cat" or -rats dogs`)
	fmt.Println(q)
	fmt.Println(q.Lexemes())
	// Output:
	// 'fat' <-> 'cat' | !'rat' & 'dog'
	// [cat dog fat rat]
}

func ExampleToQuery() {
	q, err := ToQuery("(cats | dogs) & running:* & !the")
	fmt.Println(q, err)
	// Output: ( 'cat' | 'dog' ) & 'run':* <nil>
}

package fts

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestIndexTokenIsInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genLexeme().Draw(t, "a"), genLexeme().Draw(t, "b")
		if (a == b) != (IndexToken(a) == IndexToken(b)) {
			t.Errorf("%q and %q have the tokens %q and %q", a, b, IndexToken(a), IndexToken(b))
		}
	})
	for _, pair := range [][2]string{{"A", "\ue041"}, {"A", "a"}, {"\ue080A", "\ue080\ue041"}, {"\ue080\ue080", "\ue080"}, {"\xeeA", "\xee\ue041"}} {
		if IndexToken(pair[0]) == IndexToken(pair[1]) {
			t.Errorf("%q and %q have the same token", pair[0], pair[1])
		}
	}
}

func TestPlainLexemesAreTheirOwnTokens(t *testing.T) {
	for _, lexeme := range []string{"cat", "x86", "日本語", "é"} {
		if got := IndexToken(lexeme); got != lexeme {
			t.Errorf("IndexToken(%q) = %q", lexeme, got)
		}
	}
}

// FTS5 itself must see as many tokens in a vector's text as it has lexemes, and the very ones that IndexToken names.
func TestFTS5SeesEachLexemeAsOneToken(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE VIRTUAL TABLE doc USING fts5(lexemes, tokenize = 'ascii')`)
	exec(`CREATE VIRTUAL TABLE term USING fts5vocab(doc, 'row')`)

	all := Vector{{Text: "\ue041"}, {Text: "\ue080'"}, {Text: "\x01\x7f\"*"}}
	eachGolden(t, "tsvector.jsonl", func(_ int, golden struct{ Text string }) {
		v, _, _ := ToVector(golden.Text)
		all = append(all, v...)
	})
	exec(`INSERT INTO doc VALUES (?)`, all.IndexText())

	want := make([]string, len(all))
	for i, lex := range all {
		want[i] = IndexToken(lex.Text)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	rows, err := db.Query(`SELECT term FROM term`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for rows.Next() {
		var term string
		if err := rows.Scan(&term); err != nil {
			t.Fatal(err)
		}
		got = append(got, term)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(got, strings.Compare)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

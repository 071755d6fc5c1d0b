package fts

import (
	"database/sql"
	"math/rand/v2"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// TestWordsAreStemmedAsByFTS5 has FTS5 stem words of which no dictionary knows.
func TestWordsAreStemmedAsByFTS5(t *testing.T) {
	d, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	d.SetMaxOpenConns(1)
	_, err = d.Exec(`CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'porter unicode61'); CREATE VIRTUAL TABLE tokens USING fts5vocab(texts, instance)`)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	parts := append(strings.Fields(`s ss sses ies eed ed ing at bl iz ly y li w x z l 1 9`), strings.Split(`aeiouybctlszwxngd1`, "")...)
	for _, step := range porterSteps {
		for _, rule := range step.rules {
			parts = append(parts, rule.end)
		}
	}
	words := strings.Fields("ies ing eed aed ying yed sses ssess iz abled hopping falling fizzed failing filing sky happy relational oed ee el ll xll über naïvely")
	for range 30_000 {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		words = append(words, b.String())
	}
	if _, err := d.Exec(`INSERT INTO texts VALUES (?)`, strings.Join(words, " ")); err != nil {
		t.Fatal(err)
	}
	rows, err := d.Query(`SELECT term, offset FROM tokens`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	seen := 0
	for ; rows.Next(); seen++ {
		var token string
		var at int
		if err := rows.Scan(&token, &at); err != nil {
			t.Fatal(err)
		}
		if got := porterToken(words[at]); got != token {
			t.Errorf("%q is %q, by FTS5 %q", words[at], got, token)
		}
	}
	if rows.Err() != nil || seen != len(words) {
		t.Errorf("%d of %d words, error %v", seen, len(words), rows.Err())
	}
}

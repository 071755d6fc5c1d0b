package fts

import (
	"strings"
	"testing"
)

func TestStemEqualsPostgreSQL(t *testing.T) {
	eachGolden(t, "stem.jsonl", func(line int, want [2]string) {
		for range 2 { // the second time from the cache
			got, ok := Stem(want[0])
			if got != want[1] || ok != (want[1] != "") {
				t.Errorf("line %d: Stem(%q) = %q, %v, want %q", line, want[0], got, ok, want[1])
			}
		}
	})
}

// The lexemes are what ts_lexize of PostgreSQL 15.18 gives.
func TestStemKeepsToPostgreSQLsOddities(t *testing.T) {
	for _, tc := range []struct {
		word, lexeme string
		ok           bool
	}{
		{"''s", "''s", true},   // nothing is left of it
		{"''s'", "''s'", true}, //
		{"doings", "do", true}, // a stop word by stemming only
		{"THE", "", false},     // a stop word in capitals
		{strings.Repeat("a", 996) + "ings", strings.Repeat("a", 996), true},          // 1,000 bytes
		{strings.Repeat("a", 997) + "ings", strings.Repeat("a", 997) + "ings", true}, // too long to stem
		{strings.Repeat("İ", 500) + "ings", strings.Repeat("i", 500) + "ings", true}, // too long before, not after lower case
	} {
		if lexeme, ok := Stem(tc.word); lexeme != tc.lexeme || ok != tc.ok {
			t.Errorf("Stem(%.20q) = %.20q, %v, want %.20q, %v", tc.word, lexeme, ok, tc.lexeme, tc.ok)
		}
	}
}

package fts

import "testing"

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

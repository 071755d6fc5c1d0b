package fts_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"brain/fts"
)

// IndexOf keeps of a text what its vector would.
func TestIndexOfIsThatOfTheVector(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`([a-zA-Z0-9_./@-]{1,9}[ ,;:()]{1,2}){0,40}`),
		rapid.Custom(func(t *rapid.T) string { // a word that comes more often than positions are kept, and beyond the last one
			return strings.Repeat("often ", rapid.IntRange(1, 300).Draw(t, "often")) + strings.Repeat("so ", rapid.SampledFrom([]int{0, 16500}).Draw(t, "so")) + "end mark end"
		}))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		v, _, _ := fts.ToVector(s)
		packed, tokens := fts.IndexOf(s)
		if !bytes.Equal(packed, v.Index()) {
			t.Fatalf("packed of %q: %x, want %x", s, packed, v.Index())
		}
		got, want := strings.Split(tokens, " "), strings.Split(v.IndexText(), " ")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("tokens of %q: %q, want %q", s, got, want)
		}
	})
}

// Two lexemes of one number are packed with their letters, as the vector packs them.
func TestIndexOfTellsWordsOfOneNumberApart(t *testing.T) {
	number := map[string]string{}
	for i := 0; ; i++ {
		word := "w" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26)) + "q"
		v, _, _ := fts.ToVector(word)
		if len(v) != 1 {
			continue
		}
		key := string(v.Index()[1:4])
		other, seen := number[key]
		if !seen || other == word {
			number[key] = word
			continue
		}
		text := other + " and " + word
		both, _, _ := fts.ToVector(text)
		if len(both) == 1 {
			continue
		}
		if packed, _ := fts.IndexOf(text); !bytes.Equal(packed, both.Pack()) {
			t.Fatalf("packed of %q: %x, want %x", text, packed, both.Pack())
		}
		return
	}
}

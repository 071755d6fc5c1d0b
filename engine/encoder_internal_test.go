package engine

import (
	"testing"

	"pgregory.net/rapid"
)

func TestWordsHaveThePiecesOfTheirText(t *testing.T) {
	enc, err := openNative("")
	if err != nil {
		t.Fatal(err)
	}
	c := wordCounter{enc.Count, map[string]int{}}
	text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune(" \n\r\t\v\u0085\u00a0\u3000aébZ9.,-'日ー\u0301\u200d\x00"))))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text") + rapid.SampledFrom([]string{"", " The quick brown foxes, don't they?", " unaffable\nstate-of-the-art"}).Draw(t, "words")
		if got, want := c.count(s), enc.Count(s); got != want {
			t.Fatalf("%q: %d pieces word by word, %d as a whole", s, got, want)
		}
	})
}

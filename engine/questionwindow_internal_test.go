package engine

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// reading is an encoder that notes how many bytes were looked at.
type reading struct {
	Encoder
	bytes *int
}

func (r reading) Count(text string) int {
	*r.bytes += len(text)
	return r.Encoder.Count(text)
}

func TestAQuestionIsReadUpToTheWindow(t *testing.T) {
	enc, err := openNative("")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		min        int // pieces that are left at least
	}{
		{"words", strings.Repeat("how are connections closed? ", 200_000), 240},
		{"letters", strings.Repeat("a b ", 1_250_000), 254},
		{"no white space", strings.Repeat("日本語の質問", 300_000), 128},
		{"a word, then none", "what " + strings.Repeat("日本語の質問", 300_000), 128},
		{"one word", strings.Repeat("x", 5_000_000), 1},
		{"no words", strings.Repeat(" \n", 2_500_000), 0},
		{"no UTF-8", strings.Repeat("\xff\x80", 2_500_000), 0},
	} {
		read := 0
		got := windowOf(reading{enc, &read}, test.text)
		if n := enc.Count(got); n > enc.Window()-specialPieces || n < test.min || !strings.HasPrefix(test.text, got) {
			t.Errorf("%s: %d pieces are left, in %d bytes", test.name, n, len(got))
		}
		if read > 1<<17 {
			t.Errorf("%s: %d bytes were looked at", test.name, read)
		}
	}
}

func TestAQuestionThatFitsIsReadAsItIs(t *testing.T) {
	enc, err := openNative("")
	if err != nil {
		t.Fatal(err)
	}
	words := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"connections", "state-of-the-art", "日本語", "\n\n", "é\u0301", "[SEP]"})), 0, 120)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(words.Draw(t, "words"), rapid.SampledFrom([]string{" ", "\n", "\t"}).Draw(t, "between"))
		got, room := windowOf(enc, text), enc.Window()-specialPieces
		if n := enc.Count(text); n <= room && got != text && enc.Count(got) != n {
			t.Fatalf("%q, of %d pieces, is cut to %q", text, n, got)
		}
		if enc.Count(got) > room || !strings.HasPrefix(text, got) || utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Fatalf("%q becomes %q", text, got)
		}
	})
}

package embed

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestCountIsWhatEncodeGivesWhateverTheNormaliserDoes(t *testing.T) {
	const file = `{"added_tokens": [{"id": 9, "content": %q}], "normalizer": {"type": "BertNormalizer", "clean_text": %t,
		"lowercase": %t, "strip_accents": %t, "handle_chinese_chars": true}, "pre_tokenizer": {"type": "BertPreTokenizer"},
		"model": {"vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "a": 3, "##a": 4, "ab": 5, "##b": 6, "A": 7, "##\u0000": 8}, "unk_token": "[UNK]",
		"continuing_subword_prefix": "##", "max_input_chars_per_word": 5}}`
	for _, added := range []string{"[b]", "[b b]"} {
		for switches := range 8 {
			tok, err := NewTokenizer(fmt.Sprintf(file, added, switches&1 > 0, switches&2 > 0, switches&4 > 0))
			if err != nil {
				t.Fatal(err)
			}
			piece := rapid.OneOf(rapid.SampledFrom([]string{added, "ab", "aaaaaa", "b b]"}), rapid.StringOfN(rapid.RuneFrom([]rune("aAbB. \n\t\v\x00\x7f[]éÀ\u0301語\u00a0\u2003")), 1, 1, -1))
			rapid.Check(t, func(t *rapid.T) {
				text := ""
				for _, s := range rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces") {
					text += s
				}
				if got, want := tok.Count(text), len(tok.Encode(text)); got != want {
					t.Fatalf("Count(%q) = %d, Encode gives %d", text, got, want)
				}
			})
		}
	}
}

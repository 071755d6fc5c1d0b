package embed

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPieceTableFindsWhatAMapFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringOfN(rapid.RuneFrom([]rune("ab\x00é")), 0, 5, -1) // few, so that some come twice
		var table pieceTable
		want := map[string]int32{}
		for i, k := range rapid.SliceOf(key).Draw(t, "keys") {
			table.pieces = append(table.pieces, tablePiece{k, int32(i)})
			want[k] = int32(i)
		}
		table.build()
		for _, k := range append(rapid.SliceOfN(key, 20, 20).Draw(t, "asked"), "") {
			id, ok := table.number(k)
			if wantID, wantOK := want[k]; id != wantID || ok != wantOK {
				t.Fatalf("%q: %d, %v, want %d, %v", k, id, ok, wantID, wantOK)
			}
		}
		for k, wantID := range want {
			if id, ok := table.number(k); id != wantID || !ok {
				t.Fatalf("%q: %d, %v, want %d", k, id, ok, wantID)
			}
		}
	})
}

func TestAPieceCanBeLongerThanAnyOfBERT(t *testing.T) {
	long := strings.Repeat("x", 150)
	tok, err := NewTokenizer(`{"normalizer": {"type": "BertNormalizer"}, "pre_tokenizer": {"type": "BertPreTokenizer"}, "model":
		{"vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "x": 3, "` + long + `": 4, "##` + long + `": 5}, "unk_token": "[UNK]",
		"continuing_subword_prefix": "##", "max_input_chars_per_word": 1000}}`)
	if err != nil {
		t.Fatal(err)
	}
	got := ids(tok.Encode(long + long + " x " + long + "x"))
	if diff := cmp.Diff([]int32{4, 5, 3, 0}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package embed

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPieceTableFindsWhatAMapFinds(t *testing.T) {
	type piece struct {
		key    string
		suffix bool
	}
	rapid.Check(t, func(t *rapid.T) {
		one := rapid.Custom(func(t *rapid.T) piece { // few, so that some come twice
			return piece{rapid.StringOfN(rapid.RuneFrom([]rune("ab\x00é")), 0, 5, -1).Draw(t, "key"), rapid.Bool().Draw(t, "suffix")}
		})
		pieces := rapid.SliceOf(one).Draw(t, "pieces")
		table, want := newPieceTable(len(pieces)), map[piece]int32{}
		for i, p := range pieces {
			table.add(tablePiece{p.key, int32(i), p.suffix})
			want[p] = int32(i)
		}
		for _, p := range append(rapid.SliceOfN(one, 20, 20).Draw(t, "asked"), pieces...) {
			id, ok := table.find([]byte(p.key), p.suffix, hashOf(p.key, p.suffix))
			if wantID, wantOK := want[p]; id != wantID || ok != wantOK {
				t.Fatalf("%v: %d, %v, want %d, %v", p, id, ok, wantID, wantOK)
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

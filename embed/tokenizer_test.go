package embed

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func newTokenizer(tb testing.TB) *Tokenizer { return newBuiltin(tb).Tokenizer() }

// readGolden reads a list of JSON arrays, as testdata/make_goldens.py writes them, into the fields that each row names.
func readGolden(tb testing.TB, name string, row func(field func(i int, into any))) {
	tb.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var rows [][]json.RawMessage
	if err := json.NewDecoder(z).Decode(&rows); err != nil {
		tb.Fatal(err)
	}
	for _, r := range rows {
		row(func(i int, into any) {
			if err := json.Unmarshal(r[i], into); err != nil {
				tb.Fatal(err)
			}
		})
	}
}

func ids(pieces []Piece) []int32 {
	ids := []int32{}
	for _, p := range pieces {
		ids = append(ids, p.ID)
	}
	return ids
}

func TestEncodeEqualsHuggingFace(t *testing.T) {
	tok, lines := newTokenizer(t), 0
	readGolden(t, "tokenizer.json.gz", func(field func(int, any)) {
		var text string
		var want []int32
		field(0, &text)
		field(1, &want)
		if diff := cmp.Diff(want, ids(tok.Encode(text))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		lines++
	})
	if lines != 2000 {
		t.Errorf("%d lines, want 2000", lines)
	}
}

func TestEncodeEqualsHuggingFaceOnEveryCodePoint(t *testing.T) {
	if testing.Short() {
		t.Skip("1.1 million texts")
	}
	tok, c, bad := newTokenizer(t), rune(0), 0
	readGolden(t, "codepoints.json.gz", func(field func(int, any)) {
		var n int
		var want []int32
		field(0, &n)
		field(1, &want)
		for ; n > 0; n-- {
			if c == 0xd800 {
				c = 0xe000
			}
			if got := ids(tok.Encode("a" + string(c) + "a")); !slices.Equal(got, want) {
				if bad++; bad < 10 {
					t.Errorf("%U: %v, want %v", c, got, want)
				}
			}
			c++
		}
	})
	if c != utf8.MaxRune+1 || bad > 0 {
		t.Errorf("up to %U, %d differ", c, bad)
	}
}

func TestPiecesTellWhereTheyComeFrom(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n", nil},
		{"Hello, worlds!", []string{"Hello", ",", "worlds", "!"}},
		{"embeddings", []string{"em", "bed", "ding", "s"}},
		{"Crème BRÛLÉE", []string{"Cr", "ème", "BR", "ÛLÉ", "E"}},
		{"cafe\u0301 e\u0301te\u0301", []string{"cafe", "e\u0301t", "e"}},
		{"我 在北", []string{"我", "在", "北"}},
		{"a[SEP]b", []string{"a", "[SEP]", "b"}},
		{"un\u0000known\xff!", []string{"un\u0000known", "!"}},
		{strings.Repeat("é", 101) + " x", []string{strings.Repeat("é", 101), "x"}},
	}
	tok := newTokenizer(t)
	for _, test := range tests {
		var got []string
		for _, p := range tok.Encode(test.text) {
			got = append(got, test.text[p.Start:p.End])
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestBytesThatAreNotUTF8CountAsReplacementCharacters(t *testing.T) {
	tok := newTokenizer(t)
	for _, text := range []string{"\xff", "a\xc3 b", "\xe4\xbd", "x\xed\xa0\x80y", "\xf0\x9f\x91 ok \x80\x80"} {
		var valid strings.Builder
		for _, r := range text { // each bad byte is U+FFFD
			valid.WriteRune(r)
		}
		if diff := cmp.Diff(ids(tok.Encode(valid.String())), ids(tok.Encode(text))); diff != "" {
			t.Errorf("%q (-valid +got):\n%s", text, diff)
		}
	}
}

// checkPieces tests what must hold for any text.
func checkPieces(t rapid.TB, tok *Tokenizer, text string) {
	pieces := tok.Encode(text)
	if n := tok.Count(text); n != len(pieces) {
		t.Fatalf("Count(%q) = %d, Encode gives %d", text, n, len(pieces))
	}
	for _, p := range pieces {
		if p.Start < 0 || p.End > len(text) || p.Start >= p.End || p.ID < 0 || int(p.ID) >= tok.size {
			t.Fatalf("%q: piece %+v", text, p)
		}
	}
}

func TestPiecesLieInTheText(t *testing.T) {
	tok := newTokenizer(t)
	rapid.Check(t, func(t *rapid.T) { checkPieces(t, tok, rapid.String().Draw(t, "text")) })
	rapid.Check(t, func(t *rapid.T) { checkPieces(t, tok, string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))) })
}

func TestTextsWithASpaceBetweenAreCutAlone(t *testing.T) {
	tok := newTokenizer(t)
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		want := append(ids(tok.Encode(a)), ids(tok.Encode(b))...)
		if diff := cmp.Diff(want, ids(tok.Encode(a+" "+b))); diff != "" {
			t.Fatalf("(-alone +together):\n%s", diff)
		}
	})
}

func TestNewTokenizerReadsTheSwitches(t *testing.T) {
	file := func(normalizer string) string {
		return `{"added_tokens": [{"id": 9, "content": "<x>"}], "normalizer": {"type": "BertNormalizer", ` + normalizer + `},
			"pre_tokenizer": {"type": "BertPreTokenizer"}, "model": {"type": "WordPiece", "unk_token": "[UNK]",
			"continuing_subword_prefix": "##", "max_input_chars_per_word": 4, "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2,
			"a": 3, "\u00e9": 4, "\"": 5, "##b" : 6, "e":7, "É": 8, "##漢": 10, "漢": 11, "i": 12, "##\u0307": 13}}}`
	}
	tests := []struct {
		normalizer, text string
		want             []int32
	}{
		{`"lowercase": true`, "É A\"ab abbb abbbb <x>a", []int32{7, 3, 5, 3, 6, 3, 6, 6, 6, 0, 9, 3}},
		{`"lowercase": false`, "É é A", []int32{8, 4, 0}},
		{`"lowercase": true, "strip_accents": false`, "É İ", []int32{4, 12, 13}},
		{`"lowercase": false, "strip_accents": true`, "É é", []int32{0, 7}},
		{`"handle_chinese_chars": false`, "a漢", []int32{3, 10}},
		{`"handle_chinese_chars": true`, "a漢", []int32{3, 11}},
		{`"clean_text": false`, "a\u200b", []int32{0}},
		{`"clean_text": true`, "a\u200b", []int32{3}},
	}
	for _, test := range tests {
		tok, err := NewTokenizer(file(test.normalizer))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, ids(tok.Encode(test.text))); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.normalizer, test.text, diff)
		}
	}
}

func TestNewTokenizerRefuses(t *testing.T) {
	for name, edit := range map[string][2]string{
		"other normaliser":     {`"BertNormalizer"`, `"NFKC"`},
		"other pre-tokenizer":  {`"BertPreTokenizer"`, `"ByteLevel"`},
		"other model":          {"\"model\": {\n    \"type\": \"WordPiece\"", `"model": {"type": "BPE"`},
		"no vocabulary":        {`"vocab"`, `"vocap"`},
		"vocabulary a list":    {`"vocab": {`, `"vocab": [{`},
		"no [CLS]":             {`"[CLS]": 101`, `"[CLZ]": 101`},
		"no [UNK]":             {`"[UNK]": 100`, `"[UNX]": 100`},
		"a number too long":    {`"##～": 30521`, `"##～": 30521000000000`},
		"a number negative":    {`"##～": 30521`, `"##～": -1`},
		"a number missing":     {`"##～": 30521`, `"##～": null`},
		"cut off":              {`"##～": 30521`, "\x00"},
		"broken elsewhere":     {`"truncation"`, `truncation`},
		"a token that strips":  {`"lstrip": false`, `"lstrip": true`},
		"a token of no number": {`"id": 103`, `"id": -103`},
	} {
		if !strings.Contains(builtinTokenizer, edit[0]) {
			t.Errorf("%s: the file has no %s", name, edit[0])
		}
		if _, err := NewTokenizer(strings.Replace(builtinTokenizer, edit[0], edit[1], 1)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzEncode(f *testing.F) {
	for _, text := range []string{"", "Crème brûlée [SEP]", "한국어 〮́", "\xff\x00\u200d", "𠮷野家"} {
		f.Add(text)
	}
	tok := newTokenizer(f)
	f.Fuzz(func(t *testing.T, text string) { checkPieces(t, tok, text) })
}

func FuzzNewTokenizer(f *testing.F) {
	const end = `, "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 4}}`
	f.Add(`{"normalizer": {"type": "BertNormalizer"}, "pre_tokenizer": {"type": "BertPreTokenizer"},
		"model": {"vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "a": 3, "##\u0301": 4}` + end)
	f.Add(`{"vocab": {"a":1,}` + end)
	f.Add(`{"model": {"vocab": {"\`)
	f.Fuzz(func(t *testing.T, file string) {
		if tok, err := NewTokenizer(file); err == nil {
			tok.Encode("Any text [UNK], abbb.")
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	tok := newTokenizer(b)
	b.SetBytes(int64(len(prose)))
	for b.Loop() {
		tok.Count(prose)
	}
}

func BenchmarkNewTokenizer(b *testing.B) {
	for b.Loop() {
		if _, err := NewTokenizer(builtinTokenizer); err != nil {
			b.Fatal(err)
		}
	}
}

const prose = `A person writes a page, an agent saves what it learned, and the code says what is really there. Each of them
is right for some questions: the page tells why, the memory tells what went wrong last time, the graph tells who calls
whom. Asked together, they must agree on one order, so every entry is ranked twice, by its words and by its meaning, and
the two lists become one by adding the reciprocals of their ranks. `

package chunk_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/chunk"
)

// TestParagraphsAreBrainCLIs compares with the chunks that brain-cli 3.4.0 made.
func TestParagraphsAreBrainCLIs(t *testing.T) {
	type piece struct {
		Len  int    `json:"len"`
		Hash string `json:"sha256_16"`
	}
	var tables struct {
		Chunks []struct {
			Name    string
			Content *string
			Recipe  string `json:"content_recipe"`
			Chunks  []piece
		} `json:"split_chunks"`
	}
	data, err := os.ReadFile("../testdata/brain-cli/unit_tables.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &tables); err != nil {
		t.Fatal(err)
	}
	if len(tables.Chunks) < 10 {
		t.Fatalf("only %d cases", len(tables.Chunks))
	}
	for _, c := range tables.Chunks {
		content := ""
		switch {
		case c.Content != nil:
			content = *c.Content
		case c.Recipe == "'z' * 2500":
			content = strings.Repeat("z", 2500)
		default:
			t.Fatalf("%s: unknown recipe %q", c.Name, c.Recipe)
		}
		var got []piece
		for _, p := range chunk.Paragraphs(content) {
			sum := sha256.Sum256([]byte(p))
			got = append(got, piece{utf8.RuneCountInString(p), hex.EncodeToString(sum[:8])})
		}
		if diff := cmp.Diff(c.Chunks, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.Name, diff)
		}
	}
}

func TestParagraphsKeepEveryCharacterButSpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkParagraphs(t, rapid.StringOf(rapid.RuneFrom([]rune("ab é🚀\n\n\t\x1c語"))).Draw(t, "text"))
	})
}

func FuzzParagraphs(f *testing.F) {
	f.Add("a\n \nb\x00\xff" + strings.Repeat("z", 1000))
	f.Fuzz(func(t *testing.T, text string) { checkParagraphs(t, text) })
}

func checkParagraphs(t interface{ Fatalf(string, ...any) }, text string) {
	solid := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f {
				return -1
			}
			return r
		}, s)
	}
	parts := chunk.Paragraphs(text)
	if got, want := solid(strings.Join(parts, "")), solid(text); got != want {
		t.Fatalf("%q became %q", text, parts)
	}
	for _, p := range parts {
		if n := utf8.RuneCountInString(p); n > chunk.ParagraphMax || n == 0 && len(parts) > 1 {
			t.Fatalf("%q has a part of %d code points", text, n)
		}
	}
}

func ExampleParagraphs() {
	fmt.Printf("%q\n", chunk.Paragraphs("one\n \t\ntwo"))
	fmt.Println(len(chunk.Paragraphs(strings.Repeat("x", 400) + "\n\n" + strings.Repeat("y", 400))))
	// Output:
	// ["one\n\ntwo"]
	// 2
}

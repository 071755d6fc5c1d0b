package chunk

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func words(text string) int { return len(strings.Fields(text)) }

func TestWindowsEndAtTheBestPlace(t *testing.T) {
	tests := []struct {
		name, text string
		max        int
		want       []string
	}{
		{"empty", "", 5, nil},
		{"fits", "one two", 2, []string{"one two"}},
		{"blank line before line", "a b c\nd\n\ne f\ng h", 6, []string{"a b c\nd\n\n", "e f\ng h"}},
		{"blank line of spaces", "a b c d\n \t\n\n  e f g h", 5, []string{"a b c d\n \t\n\n", "  e f g h"}},
		{"line before sentence", "a b c. d\ne f g h", 5, []string{"a b c. d\n", "e f g h"}},
		{"carriage returns", "a b c\r\n\r\nd e f\r\ng", 5, []string{"a b c\r\n\r\n", "d e f\r\ng"}},
		{"indentation stays with its line", "if x {\n\treturn y\n}", 4, []string{"if x {\n", "\treturn y\n}"}},
		{"sentence before space", "Is it so? (Yes, it is.) And more follows here", 6, []string{"Is it so? (Yes, it is.) ", "And more follows here"}},
		{"closing quotes end a sentence", "He said “no.” Then he left", 4, []string{"He said “no.” ", "Then he left"}},
		{"spaces", "a b c d e f g", 3, []string{"a b c ", "d e ", "f g"}},
		{"no scrap at the end", "a b c d e f g h i j k", 10, []string{"a b c d e ", "f g h i j k"}},
		{"a limit below one", "a b", 0, []string{"a ", "b"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, Windows(test.text, test.max, words)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestWindowsWithoutSpacesEndBetweenRunes(t *testing.T) {
	tests := []struct {
		name, text string
		max        int
		want       []string
	}{
		{"han sentence", "我爱你。你爱我吗？好", 7, []string{"我爱你。", "你爱我吗？好"}},
		{"han quotes", "他说「好。」她走了", 7, []string{"他说「好。」", "她走了"}},
		{"no sentence", "ééééééé", 3, []string{"ééé", "éé", "éé"}},
		{"bytes that are not UTF-8", "\xff\xfe\xe4\xbd\xff", 2, []string{"\xff\xfe", "\xe4\xbd", "\xff"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, Windows(test.text, test.max, utf8.RuneCountInString)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// unknown counts a word of up to 8 bytes as pieces of two, and a longer one as one piece, so that less text can have more
// pieces: what WordPiece does with words of more than 100 characters.
func unknown(text string) (n int) {
	for _, w := range strings.Fields(text) {
		if len(w) > 8 {
			n++
		} else {
			n += (len(w) + 1) / 2
		}
	}
	return n
}

// check tests what must hold for any text.
func check(t rapid.TB, text string, max int, pieces func(string) int) {
	parts := Windows(text, max, pieces)
	if joined := strings.Join(parts, ""); joined != text {
		t.Fatalf("joined %q, want %q", joined, text)
	}
	at := 0
	for _, p := range parts {
		if p == "" {
			t.Fatalf("%q: an empty part in %q", text, parts)
		}
		_, first := utf8.DecodeRuneInString(p)
		if n := pieces(p); n > max && max > 0 && len(p) > first {
			t.Fatalf("%q: part %q has %d pieces, limit %d", text, p, n, max)
		}
		if at += len(p); at != runeStart(text, at) {
			t.Fatalf("%q: byte %d lies inside a rune", text, at)
		}
	}
}

var counters = map[string]func(string) int{
	"bytes":    func(text string) int { return len(text) },
	"runes":    utf8.RuneCountInString,
	"words":    words,
	"unknown":  unknown,
	"nothing":  func(string) int { return 0 },
	"too many": func(text string) int { return 5 * len(text) },
}

func TestWindowsKeepTheTextAndTheLimit(t *testing.T) {
	for name, pieces := range counters {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune(" \n\r\t.!。ab")))).Draw(t, "text")
				check(t, text, rapid.IntRange(-1, 40).Draw(t, "max"), pieces)
			})
			rapid.Check(t, func(t *rapid.T) {
				check(t, string(rapid.SliceOf(rapid.Byte()).Draw(t, "text")), rapid.IntRange(1, 20).Draw(t, "max"), pieces)
			})
		})
	}
}

func TestWindowsAreFilled(t *testing.T) {
	text := strings.Repeat("word ", 10000)
	parts := Windows(text, 100, words)
	if len(parts) < 100 || len(parts) > 106 {
		t.Errorf("%d parts for 100 times the limit", len(parts))
	}
}

func TestWindowsCountLittleMoreThanTheText(t *testing.T) {
	for name, text := range map[string]string{
		"no spaces":       strings.Repeat("x", 4<<20),
		"words":           strings.Repeat("word ", 1<<20),
		"dense after one": strings.Repeat("ab", 1<<20) + strings.Repeat(" a", 1<<20),
	} {
		counted := 0
		parts := Windows(text, 254, func(s string) int { counted += len(s); return unknown(s) + len(s)/64 })
		if counted > 16*len(text) || len(parts) < 2 {
			t.Errorf("%s: counted %d bytes of %d in %d parts", name, counted, len(text), len(parts))
		}
	}
}

func FuzzWindows(f *testing.F) {
	f.Add("One. Two!\n\nThree 「四。」五\xff", 3)
	f.Fuzz(func(t *testing.T, text string, max int) {
		for _, pieces := range counters {
			check(t, text, max, pieces)
		}
	})
}

func ExampleWindows() {
	words := func(text string) int { return len(strings.Fields(text)) }
	for _, part := range Windows("A first paragraph.\n\nA second one, which is longer.", 6, words) {
		fmt.Printf("%q\n", part)
	}
	// Output:
	// "A first paragraph.\n\n"
	// "A second one, which is longer."
}

package chunk

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// numbered is a text of n words without any delimiter but spaces.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%d ", i)
	}
	return strings.TrimSpace(b.String())
}

// The sizes are what GBrain 0.46.28 makes of such texts.
func TestRecursiveSizesAreGBrains(t *testing.T) {
	var paragraphs []string
	for range 6 {
		paragraphs = append(paragraphs, strings.TrimSpace(strings.Repeat("pa ", 100)))
	}
	for _, tt := range []struct {
		name, text string
		count      func(string) int
		want       []int
	}{
		{"299 words", numbered(299), words, []int{299}},
		{"301 words", numbered(301), words, []int{301}},
		{"450 words", numbered(450), words, []int{450}},
		{"451 words", numbered(451), words, []int{300, 201}},
		{"900 words", numbered(900), words, []int{300, 350, 350}},
		{"six paragraphs of 100 words", strings.Join(paragraphs, "\n\n"), words, []int{400, 250}},
		{"1000 Han", strings.Repeat("字", 1000), utf8.RuneCountInString, []int{300, 300, 400}},
		{"nothing", " \n ", words, nil},
	} {
		var got []int
		for _, part := range Recursive(tt.text, GBrain) {
			got = append(got, tt.count(part))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-GBrain +ours):\n%s", tt.name, diff)
		}
	}
}

func TestRecursiveCutsAtTheCoarsestDelimiter(t *testing.T) {
	sizes := Sizes{Words: 4}
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"blank lines", "a b c d\n\ne f g h\n\ni j", []string{"a b c d", "e f g h\n\ni j"}},
		{"lines", "a b c d\ne f g h", []string{"a b c d", "e f g h"}},
		{"sentences", "a b c. d e f! g h", []string{"a b c. d e f!", "g h"}},
		{"clauses", "a, b c; d e, f g", []string{"a, b c; d e,", "f g"}},
		{"spaces", "a b c d e f g", []string{"a b c d", "e f g"}},
		{"Han sentences", "我爱你吗。你爱我。好", []string{"我爱你吗。", "你爱我。好"}},
		{"Han without delimiters", "一二三四五六七八九", []string{"一二三四", "五六七八九"}},
		{"a few Han are words like others", "one 日本 three four five six seven", []string{"one 日本 three four", "five six seven"}},
	} {
		if diff := cmp.Diff(tt.want, Recursive(tt.text, sizes)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestRecursiveOverlaps(t *testing.T) {
	sizes := Sizes{Words: 8, Overlap: 4}
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"the last words", "a b c d e f g h\n\ni j k l m n", []string{"a b c d e f g h", "e f g h\n\ni j k l m n"}},
		{"from a sentence on", "a b c d e. f g h\n\ni j k l m n", []string{"a b c d e. f g h", "f g h\n\ni j k l m n"}},
		{"a sentence too late", "a b c d e f g. h\n\ni j k l m n", []string{"a b c d e f g. h", "e f g. h\n\ni j k l m n"}},
		{"a part no longer than the overlap", "a b c\n\n" + numbered(12), []string{"a b c\n\nw0 w1 w2 w3 w4 w5 w6 w7", "w4 w5 w6 w7 w8 w9 w10 w11"}},
		{"what has no spaces does not overlap", "一二三四五六七八九十一二\n\n三四五", []string{"一二三四五六七八九十一二", "三四五"}},
	} {
		if diff := cmp.Diff(tt.want, Recursive(tt.text, sizes)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestRecursiveHeedsTheWindow(t *testing.T) {
	runes := Sizes{Words: 300, Overlap: 50, Window: 2500, Pieces: utf8.RuneCountInString}
	if got := Recursive(numbered(470), runes); len(got) != 1 {
		t.Errorf("%d parts of a text that fits the window", len(got))
	}
	runes.Window = 100
	for i, part := range Recursive(numbered(470), runes) {
		if n := utf8.RuneCountInString(part); n > 100 {
			t.Errorf("part %d has %d runes", i, n)
		}
	}
}

// checkRecursive tests what must hold for any text: the parts lie in it in order,
// and what is between them is white space.
func checkRecursive(t rapid.TB, text string, s Sizes) {
	covered, from := 0, 0
	for _, part := range Recursive(text, s) {
		if strings.TrimSpace(part) != part || part == "" {
			t.Fatalf("%q: part %q", text, part)
		}
		if s.Pieces != nil && s.Pieces(part) > max(s.Window, 1) && utf8.RuneCountInString(part) > 1 {
			t.Fatalf("%q: part %q is larger than the window", text, part)
		}
		// An overlap may be a text that occurs earlier, so the last place that
		// leaves no gap is looked for.
		gap := len(text) - len(strings.TrimLeftFunc(text[covered:], unicode.IsSpace))
		at := -1
		for i := from; i <= gap; i++ {
			if strings.HasPrefix(text[i:], part) && i+len(part) > covered {
				at = i
			}
		}
		if at < 0 {
			t.Fatalf("%q: part %q leaves a gap behind byte %d", text, part, covered)
		}
		from, covered = at, at+len(part)
	}
	if rest := text[covered:]; strings.TrimSpace(rest) != "" {
		t.Fatalf("%q: %q is in no part", text, rest)
	}
}

func TestRecursiveLosesNothing(t *testing.T) {
	letters := rapid.StringOfN(rapid.SampledFrom([]rune("abcd   \n\n.!;,。，字日\t\u00a0")), 0, 60, -1)
	rapid.Check(t, func(t *rapid.T) {
		s := Sizes{Words: rapid.IntRange(0, 6).Draw(t, "words"), Overlap: rapid.IntRange(0, 3).Draw(t, "overlap")}
		if rapid.Bool().Draw(t, "window") {
			// A window may hold nothing but overlap, which the check cannot place.
			s.Overlap, s.Window, s.Pieces = 0, rapid.IntRange(1, 20).Draw(t, "size"), utf8.RuneCountInString
		}
		checkRecursive(t, letters.Draw(t, "text"), s)
	})
}

func TestATallyIsTheSumOfItsParts(t *testing.T) {
	letters := rapid.StringOfN(rapid.SampledFrom([]rune("ab 字\n")), 1, 10, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		if diff := cmp.Diff(tallyOf(a+b), tallyOf(a).plus(tallyOf(b)), cmp.AllowUnexported(tally{})); diff != "" {
			t.Fatalf("%q + %q (-whole +sum):\n%s", a, b, diff)
		}
	})
}

func FuzzRecursive(f *testing.F) {
	f.Add("One. Two!\n\nThree 「四。」五\xff", 3, 1, 0)
	f.Fuzz(func(t *testing.T, text string, words, overlap, window int) {
		if len(text) > 300 {
			return // the check is quadratic
		}
		s := Sizes{Words: words % 500, Overlap: overlap % 100}
		if window > 0 {
			s.Overlap, s.Window, s.Pieces = 0, window, utf8.RuneCountInString
		}
		checkRecursive(t, text, s)
	})
}

func ExampleRecursive() {
	for _, part := range Recursive("One two three.\n\nFour five six seven eight.", Sizes{Words: 4, Overlap: 2}) {
		fmt.Printf("%q\n", part)
	}
	// Output:
	// "One two three."
	// "two three.\n\nFour five six seven eight."
}

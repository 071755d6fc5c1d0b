//go:build cgo

package extract

import (
	"strings"
	"testing"
)

// A scanner that remembers more than it has room for, or that asserts what does not hold, costs its file and no other.
func TestFaultsOfScannersAreOfOneFile(t *testing.T) {
	hereDocument := func(before, word, after string) []byte {
		return []byte(before + word + "\nx $y\n" + word + "\n" + after)
	}
	type text struct {
		name, grammar string
		src           []byte
		fails         bool
	}
	texts := []text{
		{"a word of Ruby", "ruby", hereDocument("x = <<", strings.Repeat("A", 255), "y = 1\n"), false},
		{"a word of Ruby that does not fit a byte", "ruby", hereDocument("x = <<", strings.Repeat("A", 256), "y = 1\n"), true},
		{"a word of Bash", "bash", hereDocument("cat <<", strings.Repeat("A", 1012), "y=1\n"), false},
		{"a word of Bash, a byte too long", "bash", hereDocument("cat <<", strings.Repeat("A", 1013), "y=1\n"), true},
		{"a word of Bash, 3 bytes too long", "bash", hereDocument("cat <<", strings.Repeat("A", 1015), "y=1\n"), true},
		{"a character of Bash far behind those of isdigit", "bash", []byte("a {1\U000e0001..\U0010fffd} \U0010fffd\n"), false},
	}
	for _, plain := range []bool{false, true} {
		p := newParser()
		defer p.close()
		p.plain = plain
		for _, x := range texts {
			if _, err := p.parse(x.grammar, x.src); (err != nil) != x.fails {
				t.Errorf("%s, left to tree-sitter %v: %v", x.name, plain, err)
			}
		}
	}
}

// Scanners that ask for the column ask at each token of Scala, and at each character of a here-document of Bash. On a line of megabytes
// that may not take the square of its length.
func TestLongLinesOfLanguagesThatAskForTheColumn(t *testing.T) {
	p := newParser()
	defer p.close()
	size := 1 << 20
	for _, x := range []struct{ grammar, src string }{
		{"bash", "cat <<A\n" + strings.Repeat("x", 4*size) + "\nA\n"},
		{"scala", "object A { " + strings.Repeat("a(1); ", size/8) + "}\n"},
	} {
		if _, err := p.parse(x.grammar, []byte(x.src)); err != nil || !p.quick {
			t.Errorf("%s: %v, by our own parser %v", x.grammar, err, p.quick)
		}
	}
	p.plain = true
	if _, err := p.parse("scala", []byte("object A { "+strings.Repeat("a(1); ", 5_000)+"}\n")); err == nil {
		t.Error("what tree-sitter reads of a line again and again is not counted")
	}
}

package chunk

import "unicode"

// A tally counts the words of a text such that the tallies of two neighbours add
// up to that of both.
type tally struct {
	runs       int  // of characters that are not white space
	chars, cjk int  // characters that are not white space, and those of them that are Han, Kana or Hangul
	opens      bool // the text begins inside a run
	closes     bool // … ends
}

// firstWide is the first character of those scripts: few texts have any, and asking four tables of each character takes longer than
// all the rest.
const firstWide = 0x1100

func tallyOf(text string) (t tally) {
	for i, r := range text {
		if unicode.IsSpace(r) {
			t.closes = false
			continue
		}
		if !t.closes {
			t.runs++
		}
		t.closes = true
		t.opens = t.opens || i == 0
		t.chars++
		if r >= firstWide && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			t.cjk++
		}
	}
	return t
}

// plus is the tally of the text of t with that of u behind it. Neither is empty.
func (t tally) plus(u tally) tally {
	sum := tally{t.runs + u.runs, t.chars + u.chars, t.cjk + u.cjk, t.opens, u.closes}
	if t.closes && u.opens {
		sum.runs--
	}
	return sum
}

// wide says whether each character counts as a word: in scripts that are written
// without spaces.
func (t tally) wide() bool { return t.cjk > 0 && t.cjk*10 >= t.chars*3 }

func (t tally) words() int {
	if t.wide() {
		return t.chars
	}
	return t.runs
}

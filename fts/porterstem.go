package fts

import "strings"

// porterStem stems a word of three bytes or more as FTS5's tokenizer "porter" does (fts5_tokenize.c of SQLite 3.53). It is not Porter's
// algorithm to the letter, and words of no language, as names and numbers are, have other stems by Snowball's.
func porterStem(word string) string {
	w := porterWord(word)
	w = w.plural()
	w = w.past()
	if w.ends("y") && w[:len(w)-1].hasVowel() {
		w = w[:len(w)-1] + "i"
	}
	for _, step := range porterSteps {
		w = w.replace(step.rules, step.holds)
	}
	if n := len(w) - 1; w.ends("e") {
		if stem := w[:n]; stem.measure() > 1 || stem.measure() == 1 && !stem.short() {
			w = stem
		}
	}
	if n := len(w) - 1; w.ends("ll") && w[:n].measure() > 1 {
		w = w[:n]
	}
	return string(w)
}

// porterRule says what the end of a word becomes.
type porterRule struct{ end, instead string }

// porterSteps are the steps 2 to 4. In each the first rule whose end a word has, with something before it, is the only one that counts.
var porterSteps = []struct {
	rules []porterRule
	holds func(stem porterWord, end string) bool
}{
	{[]porterRule{{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"}, {"logi", "log"}, {"bli", "ble"},
		{"alli", "al"}, {"entli", "ent"}, {"eli", "e"}, {"ousli", "ous"}, {"ization", "ize"}, {"ation", "ate"}, {"ator", "ate"}, {"alism", "al"},
		{"iveness", "ive"}, {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"}}, measured},
	{[]porterRule{{"ical", "ic"}, {"ness", ""}, {"icate", "ic"}, {"iciti", "ic"}, {"ful", ""}, {"ative", ""}, {"alize", "al"}}, measured},
	{[]porterRule{{"al", ""}, {"ance", ""}, {"ence", ""}, {"er", ""}, {"ic", ""}, {"able", ""}, {"ible", ""}, {"ant", ""}, {"ement", ""}, {"ment", ""},
		{"ent", ""}, {"ion", ""}, {"ou", ""}, {"ism", ""}, {"ate", ""}, {"iti", ""}, {"ous", ""}, {"ive", ""}, {"ize", ""}}, removable},
}

func measured(stem porterWord, _ string) bool { return stem.measure() > 0 }

func removable(stem porterWord, end string) bool {
	return stem.measure() > 1 && (end != "ion" || stem.ends("s") || stem.ends("t"))
}

// porterWord is a word or the begin of one.
type porterWord string

func (w porterWord) ends(end string) bool { return strings.HasSuffix(string(w), end) }

// replace applies the first rule that fits, if the condition holds for what is before the end.
func (w porterWord) replace(rules []porterRule, holds func(porterWord, string) bool) porterWord {
	for _, r := range rules {
		if len(w) > len(r.end) && w.ends(r.end) {
			if stem := w[:len(w)-len(r.end)]; holds(stem, r.end) {
				return stem + porterWord(r.instead)
			}
			return w
		}
	}
	return w
}

// plural is step 1a.
func (w porterWord) plural() porterWord {
	switch {
	case len(w) > 4 && w.ends("sses"), len(w) > 3 && w.ends("ies"):
		return w[:len(w)-2]
	case w.ends("s") && !w.ends("ss"):
		return w[:len(w)-1]
	}
	return w
}

// past is step 1b.
func (w porterWord) past() porterWord {
	stem := w
	switch {
	case len(w) > 3 && w.ends("eed"):
		return w.replace([]porterRule{{"eed", "ee"}}, measured)
	case len(w) > 2 && w.ends("ed"):
		stem = w[:len(w)-2]
	case len(w) > 3 && w.ends("ing"):
		stem = w[:len(w)-3]
	default:
		return w
	}
	if !stem.hasVowel() {
		return w
	}
	n := len(stem)
	last := stem[n-1]
	switch {
	case n > 2 && (stem.ends("at") || stem.ends("bl") || stem.ends("iz")):
		return stem + "e"
	case n > 1 && !vowel(last, false) && last != 'l' && last != 's' && last != 'z' && last == stem[n-2]:
		return stem[:n-1]
	case stem.measure() == 1 && stem.short():
		return stem + "e"
	}
	return stem
}

// vowel says whether a letter is a vowel; a y is one behind a consonant.
func vowel(c byte, behindConsonant bool) bool {
	return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || behindConsonant && c == 'y'
}

// hasVowel says whether there is a vowel; a y counts everywhere but in front.
func (w porterWord) hasVowel() bool {
	for i := range len(w) {
		if vowel(w[i], i > 0) {
			return true
		}
	}
	return false
}

// measure is how often a consonant follows a vowel.
func (w porterWord) measure() (m int) {
	consonant := true
	for i, behind := 0, false; i < len(w); i++ {
		is := !vowel(w[i], behind)
		if is && !consonant {
			m++
		}
		consonant, behind = is, is
	}
	return m
}

// short says whether it ends in a consonant, a vowel and a consonant other than w, x and y.
func (w porterWord) short() bool {
	if w == "" || w.ends("w") || w.ends("x") || w.ends("y") {
		return false
	}
	last, behind := 0, false
	for i := range len(w) {
		behind = !vowel(w[i], behind)
		last = last << 1 & 7
		if behind {
			last++
		}
	}
	return last == 5
}

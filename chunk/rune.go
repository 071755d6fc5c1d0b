package chunk

import "unicode/utf8"

// runeStart is the last boundary between runes at or before byte i. A byte that is not UTF-8 is a rune of its own.
func runeStart(text string, i int) int {
	if i <= 0 || i >= len(text) {
		return max(0, min(i, len(text)))
	}
	for start := i - 1; start >= 0 && start > i-utf8.UTFMax; start-- {
		if utf8.RuneStart(text[start]) {
			if _, size := utf8.DecodeRuneInString(text[start:]); start+size > i {
				return start
			}
			break
		}
	}
	return i
}

// runeEnd is the first boundary between runes at or after byte i.
func runeEnd(text string, i int) int {
	start := runeStart(text, i)
	if start >= i || start == len(text) {
		return start
	}
	_, size := utf8.DecodeRuneInString(text[start:])
	return start + size
}

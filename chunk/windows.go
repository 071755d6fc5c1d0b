// Package chunk cuts text into parts.
package chunk

// Windows cuts text into consecutive parts of at most max pieces each, as pieces counts them; a limit below 1 counts as 1.
// Joined, the parts are the text, byte for byte; an empty text has none. A part ends at the best place near its full size:
// after a blank line, else after a line, a sentence, white space; between any two runes where there is none of these. What
// is left is shared out evenly, so that no scrap remains for the last part. A part is larger than max only if it is one
// rune.
//
// pieces should grow with the text roughly in proportion. It is called with parts of the text that come, all in all, to a
// small multiple of its length.
func Windows(text string, max int, pieces func(string) int) []string {
	if text == "" {
		return nil
	}
	if max < 1 {
		max = 1
	}
	left := pieces(text)
	if left <= max {
		return []string{text}
	}
	var parts []string
	guess := len(text) / left * max
	for text != "" {
		if left <= max {
			guess = len(text)
		}
		end, n := fit(text, max, guess, pieces)
		guess = end
		if end < len(text) {
			end = boundary(text, end, aim(end, n, left, max))
			end, n = shrink(text, end, max, pieces)
		}
		parts = append(parts, text[:end])
		text, left = text[end:], left-n
	}
	return parts
}

// fit finds how many bytes of text have about max pieces, but no more, and how many pieces those are: at least one rune, and
// at least 15/16 of what would fit. It looks at guess first.
func fit(text string, max, guess int, pieces func(string) int) (end, n int) {
	end = runeEnd(text, 1)
	n = pieces(text[:end])
	tooLong := len(text) + 1
	for n <= max && end < len(text) && (tooLong > len(text) || max-n > max/16) {
		at := runeStart(text, guess)
		if at <= end {
			at = runeEnd(text, end+1)
		}
		if at >= tooLong {
			break
		}
		if c := pieces(text[:at]); c <= max {
			end, n = at, c
		} else {
			tooLong = at
		}
		if guess = end + (tooLong-end)/2; tooLong > len(text) {
			guess = end + end/2
		}
	}
	return end, n
}

// aim is where a part should end, when end bytes with n pieces would fit and about left pieces remain with it: there, or
// earlier if as many parts do for the rest all the same.
func aim(end, n, left, max int) int {
	parts := (left + max - 1) / max
	if parts < 1 || n < 1 {
		return end
	}
	even := (left + parts - 1) / parts
	return min(end, int(int64(end)*int64(even)/int64(n)))
}

// shrink makes the part text[:end] shorter until it has at most max pieces, or one rune. Less text seldom has more pieces,
// but it does where a word that counted as one unknown piece falls into known ones.
func shrink(text string, end, max int, pieces func(string) int) (int, int) {
	for {
		n := pieces(text[:end])
		shorter := runeStart(text, end-1-end/8)
		if n <= max || shorter == 0 {
			return end, n
		}
		end = shorter
	}
}

package memory

import (
	"database/sql"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"brain/db"
	"brain/fts"
)

// brain-cli's index finds words between spaces and punctuation. Grams are what that loses, each an opaque token of the table
// memory_grams:
//
//   - of scripts whose words are not told apart by spaces, or are found by their parts (Han, kana, Hangul, Thai, …): every
//     character, and every two neighbours. A question's run of them is found where all of its neighbours are.
//   - letters and digits that stand next to such characters, "itgc" of "重跑gen-itgc后": the index has no such word.
//   - symbols that are part of a word: "c++", "c#", ".env", "-rf", "--force", "@user", "$home".
//   - emoji.
//
// A word of plain letters and digits is none of these, so that questions of such words are answered as brain-cli does; it
// only finds, behind all others, memories in which it stands next to a run.

// unspaced are the scripts of runs.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// isUnspaced reports whether r is part of a run. The marks that lengthen and repeat kana and Han belong to no script.
func isUnspaced(r rune) bool {
	return r >= 0xe00 && (r == 'ー' || r == '々' || r == '〆' || unicode.In(r, unspaced...))
}

// The symbols that a word may begin and end with.
const (
	symbolsBefore = ".@#$+-%_"
	symbolsAfter  = "+#"
)

// gramKind is what a part of a text is.
type gramKind int

const (
	plainPart  gramKind = iota // letters and digits between spaces and punctuation
	gluedPart                  // letters and digits next to a run
	runPart                    // a run
	symbolPart                 // a word with symbols
	emojiPart                  // one emoji
)

// eachPart calls part for the parts of a text, in the form in which they are indexed.
func eachPart(text string, part func(kind gramKind, s string)) {
	text = fold(text)
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case word(r) || isUnspaced(r):
			end := i + wordEnd(text[i:], word)
			eachPiece(text[i:end], symbolsIn(text, i, end), part)
			i = end
		case unicode.Is(unicode.So, r) && r != utf8.RuneError:
			part(emojiPart, text[i:i+size])
			i += size
		default:
			i += size
		}
	}
}

// fold brings a text into the form in which grams are compared.
func fold(text string) string { return lower(norm.NFKC.String(text)) }

// wordEnd is where the letters and digits that s begins with end.
func wordEnd(s string, word func(rune) bool) int {
	if end := strings.IndexFunc(s, func(r rune) bool { return !word(r) && !isUnspaced(r) }); end >= 0 {
		return end
	}
	return len(s)
}

// symbolsIn gives the symbols before and after the word at text[start:end].
func symbolsIn(text string, start, end int) [2]string {
	first := start
	for first > 0 && strings.IndexByte(symbolsBefore, text[first-1]) >= 0 {
		first--
	}
	// "a.b" and "a-b" are two words for the index; a symbol begins a word only where nothing is before it.
	if r, _ := utf8.DecodeLastRuneInString(text[:first]); first > 0 && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)) && !isUnspaced(r) {
		first = start
	}
	last := end
	for last < len(text) && strings.IndexByte(symbolsAfter, text[last]) >= 0 {
		last++
	}
	// "a+b" is a sum.
	if r, _ := utf8.DecodeRuneInString(text[last:]); last < len(text) && unicode.IsLetter(r) && !isUnspaced(r) {
		last = end
	}
	return [2]string{text[first:start], text[end:last]}
}

// eachPiece calls part for the runs in a word and for what is between them. Symbols before and after belong to the first and
// the last piece, if that is no run.
func eachPiece(word string, symbols [2]string, part func(gramKind, string)) {
	for start := 0; start < len(word); {
		r, _ := utf8.DecodeRuneInString(word[start:])
		run := isUnspaced(r)
		end := len(word)
		if k := strings.IndexFunc(word[start:], func(r rune) bool { return isUnspaced(r) != run }); k >= 0 {
			end = start + k
		}
		piece := word[start:end]
		if run {
			part(runPart, piece)
			start = end
			continue
		}
		symbol := piece
		if start == 0 {
			symbol = symbols[0] + symbol
		}
		if end == len(word) {
			symbol += symbols[1]
		}
		if symbol != piece {
			part(symbolPart, symbol)
		}
		if kind := plainPart; len(piece) < len(word) {
			part(gluedPart, piece)
		} else {
			part(kind, piece)
		}
		start = end
	}
}

// gramText is the row of memory_grams for a memory's texts: each gram once, as a token of the tokenizer ascii; empty where
// the index of words loses nothing.
func gramText(texts ...string) string {
	seen := map[string]bool{}
	var b strings.Builder
	add := func(gram string) {
		if !seen[gram] {
			seen[gram] = true
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(fts.IndexToken(gram))
		}
	}
	for _, text := range texts {
		eachPart(text, func(kind gramKind, s string) {
			switch kind {
			case plainPart:
			case runPart:
				for i := range s {
					add(first(s[i:], 1))
					add(first(s[i:], 2))
				}
			default:
				add(s)
			}
		})
	}
	return b.String()
}

// first is the first n characters of s, or all.
func first(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// refreshGrams writes the grams of a memory as it is now. One that is deleted or gone has none.
func refreshGrams(tx *db.Tx, id int64) error {
	if _, err := tx.Exec(`DELETE FROM memory_grams WHERE rowid = ?`, id); err != nil {
		return err
	}
	var title, content, tags, project string
	err := tx.QueryRow(`SELECT coalesce(title, ''), coalesce(content, ''), coalesce(tags, ''), coalesce(project, '') FROM memories WHERE id = ? AND deleted_at IS NULL`,
		[]any{id}, &title, &content, &tags, &project)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if grams := gramText(title, content, tags, project); grams != "" {
		_, err = tx.Exec(`INSERT INTO memory_grams(rowid, grams) VALUES (?, ?)`, id, grams)
	}
	return err
}

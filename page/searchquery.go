package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"brain/fts"
	"brain/pattern"
)

// maxWords is how many different words of a question are looked up. A question is a sentence; a pasted document would be
// slow and says nothing more after so many.
const maxWords = 64

// words are those of a question that pages_fts is asked for: stop words only if there are no others.
func words(text string) []string {
	var all, few []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == 0 || r == '"' }) {
		whole := w
		w = strings.TrimFunc(w, func(r rune) bool { return !isWordRune(r) })
		key := strings.ToLower(w)
		if w == "" || seen[key] || areGrams(whole, w) {
			continue
		}
		seen[key] = true
		if len(all) < maxWords {
			all = append(all, w)
		}
		if _, ok := fts.Stem(key); ok && len(few) < maxWords {
			few = append(few, w)
		}
	}
	if len(few) > 0 {
		return few
	}
	return all
}

// areGrams reports whether grams say all of a word: C# is one, and its C alone means another thing; what a script without
// spaces writes between two of them is no word. Hangul has spaces, and particles behind its nouns: it is both.
func areGrams(whole, word string) bool {
	if utf8.RuneCountInString(word) == 1 && word[0] < utf8.RuneSelf {
		return slices.ContainsFunc(fts.GramUnits(whole), func(u fts.GramUnit) bool { return u.Kind == fts.SymbolGram })
	}
	if isASCII(word) || strings.ContainsFunc(word, isHangul) {
		return false
	}
	units := fts.GramUnits(word)
	return len(units) > 0 && !slices.ContainsFunc(units, func(u fts.GramUnit) bool { return u.Kind != fts.RunGram })
}

func isHangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// isWordRune reports whether unicode61 takes r as a part of a word.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r) || unicode.IsMark(r)
}

// matchAny is the FTS5 query for rows with any of the words. A word is quoted, so nothing in it is syntax; one that unicode61
// cuts (drug-discovery) is looked up as a phrase and by its parts. Korean writes its particles behind the noun, as one word:
// Hangul is looked up by its begin.
func matchAny(words []string) string {
	var terms []string
	for _, w := range words {
		parts := strings.FieldsFunc(w, func(r rune) bool { return !isWordRune(r) })
		if len(parts) > 1 {
			parts = append(parts, w)
		}
		for _, part := range parts {
			term := `"` + part + `"`
			if strings.ContainsFunc(part, isHangul) {
				term += " *"
			}
			if len(terms) < 2*maxWords && !slices.Contains(terms, term) {
				terms = append(terms, term)
			}
		}
	}
	return strings.Join(terms, " OR ")
}

// An asked relation is what a question wants to know of a page: who stands to it in one of these ways.
type asked struct {
	types  []string // of links
	of     string   // the name of the page
	answer []string // the types that pages of the answer have, the likeliest first
}

// relations are the forms of questions that links answer; the first that fits decides. A founder works at the company: pages
// rarely say both.
var relations = []struct {
	form   pattern.Pattern
	types  []string
	answer []string
}{
	{relation(`who (?:works?|worked|is working|is employed) (?:at|for) (.+?)`), []string{"works_at", "founded"}, []string{"person"}},
	{relation(`(?:employees|staff|team) (?:of|at) (.+?)`), []string{"works_at", "founded"}, []string{"person"}},
	{relation(`who (?:founded|co-?founded|started) (.+?)`), []string{"founded"}, []string{"person"}},
	{relation(`(?:co-?)?founders? of (.+?)`), []string{"founded"}, []string{"person"}},
	{relation(`who (?:invested in|invests in|backed|backs|funded|funds) (.+?)`), []string{"invested_in", "led_round"}, []string{"person", "company"}},
	{relation(`(?:investors?|backers?) (?:of|in|at|behind) (.+?)`), []string{"invested_in", "led_round"}, []string{"person", "company"}},
	{relation(`who (?:advises|advised|is advising) (.+?)`), []string{"advises"}, []string{"person"}},
	{relation(`advis[eo]rs? (?:of|to|at|for) (.+?)`), []string{"advises"}, []string{"person"}},
	{relation(`who (?:attended|attends|was at|was in) (.+?)`), []string{"attended"}, []string{"person"}},
	{relation(`(?:attendees|participants) (?:of|at|in) (.+?)`), []string{"attended"}, []string{"person"}},
	{relation(`(?:where|for (?:whom|what company)|(?:at|for) which company) (?:does|did) (.+?) work(?: at| for)?`), []string{"works_at", "founded"}, []string{"company"}},
	{relation(`(?:what|which)(?: compan(?:y|ies))? (?:has|have|did|does) (.+?) (?:found|founded|start|started)`), []string{"founded"}, []string{"company"}},
	{relation(`(?:what|which)(?: compan(?:y|ies))? (?:has|have|did|does) (.+?) invest(?:ed)? in`), []string{"invested_in", "led_round"}, []string{"company"}},
	{relation(`(?:what|whom?|which)(?: compan(?:y|ies))? (?:has|have|did|does) (.+?) advised?`), []string{"advises"}, []string{"company"}},
	{relation(`(?:what|which)(?: meetings?)? (?:has|have|did|does) (.+?) attend(?:ed)?`), []string{"attended"}, []string{"meeting"}},
}

func relation(form string) pattern.Pattern {
	return pattern.Lazy(`(?i)^\s*(?:the )?` + form + `[\s?.!]*$`)
}

// maxAsked is the longest text that is read as a question for a relation.
const maxAsked = 300

// readAsked reads a question for a relation.
func readAsked(text string) (a asked, ok bool) {
	if len(text) > maxAsked {
		return a, false
	}
	for _, r := range relations {
		if m := r.form().FindStringSubmatch(text); m != nil {
			return asked{r.types, strings.TrimSpace(m[1]), r.answer}, true
		}
	}
	return a, false
}

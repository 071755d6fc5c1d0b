package memory

import (
	"cmp"
	"math"
	"slices"

	"brain/fts"
)

// scanned is what a memory holds of a question's phrases, read from its texts.
type scanned struct {
	id    int64
	freqs []float64 // of each phrase, weighed by column
	size  float64   // in words
}

// columnWeights are those of the expression bm25.
var columnWeights = []float64{4, 1, 3, 2, 1}

// scan ranks as the index of words does, without it: by the texts of all memories, with FTS5's tokens and its bm25 (k1 = 1.2,
// b = .75, and an idf of at least a millionth). Its time grows with the texts, so it is for files that have no index yet, or a
// damaged one.
func (l wordList) scan() ([]int64, error) {
	phrases := phrasesOf(queryWords(l.q.Text))
	if len(phrases) == 0 {
		return nil, nil
	}
	var hits []scanned
	var rows, words float64
	held := make([]float64, len(phrases)) // how many memories hold each
	err := l.tx.Each(`SELECT m.id, `+textsOf("m.title", "m.content", "m.tags", "m.project", "m.type")+` FROM `+l.s.Rows()+` m`, nil, func(scan func(...any) error) error {
		var texts [5]string
		s := scanned{freqs: make([]float64, len(phrases))}
		if err := scan(&s.id, &texts[0], &texts[1], &texts[2], &texts[3], &texts[4]); err != nil {
			return err
		}
		for i, text := range texts {
			s.read(text, columnWeights[i], phrases)
		}
		rows, words = rows+1, words+s.size
		found := false
		for i, f := range s.freqs {
			if f > 0 {
				held[i]++
				found = true
			}
		}
		if found {
			hits = append(hits, s)
		}
		return l.tx.Context().Err()
	})
	if err != nil {
		return nil, err
	}
	list := make([]worded, len(hits))
	for i, s := range hits {
		list[i].id = s.id
		for k, f := range s.freqs {
			idf := max(1e-6, math.Log((rows-held[k]+0.5)/(held[k]+0.5)))
			list[i].score -= idf * f * 2.2 / (f + 1.2*(0.25+0.75*s.size*rows/words))
		}
	}
	slices.SortFunc(list, func(a, b worded) int { return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.id, b.id)) })
	if err := l.v.look(wordedIDs(list)); err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(w worded) bool { return !l.v.keep(w.id) })
	return wordedIDs(list[:min(len(list), l.pool)]), nil
}

// phrasesOf gives the tokens of each word: "wrap-up" is two that follow one another.
func phrasesOf(words []string) (phrases [][]string) {
	for _, w := range words[:min(len(words), maxWords)] {
		var tokens []string
		fts.PorterTokens(w, func(t string) { tokens = append(tokens, t) })
		if len(tokens) > 0 {
			phrases = append(phrases, tokens)
		}
	}
	return phrases
}

// read counts the phrases in a text.
func (s *scanned) read(text string, weight float64, phrases [][]string) {
	var longest int
	for _, p := range phrases {
		longest = max(longest, len(p))
	}
	var tail []string // the last words that were read
	fts.PorterTokens(text, func(t string) {
		s.size++
		if tail = append(tail, t); len(tail) > longest {
			tail = tail[1:]
		}
		for i, p := range phrases {
			if len(p) <= len(tail) && p[len(p)-1] == t && slices.Equal(p, tail[len(tail)-len(p):]) {
				s.freqs[i] += weight
			}
		}
	})
}

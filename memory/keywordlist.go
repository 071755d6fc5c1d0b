package memory

import (
	"cmp"
	"math"
	"slices"

	"brain/db"
)

// bm25 is how brain-cli weighs a word in title, content, tags, project and type. FTS5 gives it as a negative number.
const bm25 = `bm25(memories_fts, 4.0, 1.0, 3.0, 2.0, 1.0)`

// wordList ranks memories by the words of a question.
type wordList struct {
	tx   *db.Tx
	s    *Stage
	q    Question
	v    *sieve
	pool int
	// large is how many memories a file has before it pays to look for rare words first.
	large int64
	// index is the index of words as it lies in the file; where it cannot be read, FTS5 is asked.
	index *wordIndex
}

// worded is a memory with FTS5's score.
type worded struct {
	id    int64
	score float64
}

const splitFrom = 5000

// ranked is what this query gives, whose time grows with the rows that hold any of the words:
//
//	SELECT id … WHERE memories_fts MATCH 'any word' AND filter ORDER BY bm25, id LIMIT pool
//
// In a large file nearly every row holds a common word, which adds next to nothing to its score. So only rows with a rare
// word are scored; if the last of the list has more than all common words together can give, no other row belongs there.
func (l wordList) ranked() ([]int64, error) {
	words := queryWords(l.q.Text)
	if len(words) == 0 {
		return nil, nil
	}
	last := l.v.last
	large := last >= l.large
	if len(words) > maxWords || large && len(words) > maxWordsLarge {
		var err error
		if words, err = l.rarest(words); err != nil || len(words) == 0 {
			return nil, err
		}
	}
	var rare, common []string
	var most float64
	var err error
	if large {
		rare, common, most, err = l.split(words, float64(last))
	}
	if err != nil {
		return nil, err
	}
	if len(rare) > 0 && len(common) > 0 {
		list, err := l.filtered(rare, common)
		if err != nil {
			return nil, err
		}
		if len(list) >= l.pool && -list[l.pool-1].score > most {
			return wordedIDs(list[:l.pool]), nil
		}
	}
	list, err := l.filtered(words, nil)
	return wordedIDs(list), err
}

func wordedIDs(list []worded) []int64 {
	ids := make([]int64, len(list))
	for i, w := range list {
		ids[i] = w.id
	}
	return ids
}

// split parts the words of a question into rare and common ones of so many rows, and says what the common ones add to a score
// at most.
func (l wordList) split(words []string, rows float64) (rare, common []string, most float64, err error) {
	for _, w := range words {
		n, err := l.count(w, math.MaxInt32)
		if err != nil {
			return nil, nil, 0, err
		}
		if n < rows/10 {
			rare = append(rare, w)
			continue
		}
		common = append(common, w)
		// bm25 with k1 = 1.2 tends to idf·(k1+1) for a word that fills a text; FTS5 gives words in more than half of the
		// rows an idf of a millionth. That there may be fewer rows than the largest id makes the bound larger.
		most += 2.2 * max(1e-6, math.Log((rows-n+0.5)/(n+0.5)))
	}
	return rare, common, most, nil
}

// A question of more words than maxWords is a text rather than a question, such as a whole prompt. FTS5 takes a time that
// grows with the square of the words for each row that holds any, so its rarest words are asked for, each once. In a large
// file many rows hold some word of a paragraph; there it is done earlier.
const (
	maxWords      = 96
	maxWordsLarge = 24
	rarestWords   = 16
	lookedUp      = 256  // of the words of a text
	countedRows   = 3000 // how far rows are counted to tell which word is rarer
)

// rarest are the rarest words that the index has, in the order of the text.
func (l wordList) rarest(words []string) ([]string, error) {
	type counted struct {
		word  string
		place int
		n     float64
	}
	var list []counted
	seen := map[string]bool{}
	for _, w := range words {
		if key := lower(w); !seen[key] && len(seen) < lookedUp {
			seen[key] = true
			n, err := l.count(w, countedRows)
			if err != nil {
				return nil, err
			}
			if n > 0 {
				list = append(list, counted{w, len(list), n})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b counted) int { return cmp.Compare(a.n, b.n) })
	list = list[:min(len(list), rarestWords)]
	slices.SortFunc(list, func(a, b counted) int { return cmp.Compare(a.place, b.place) })
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.word
	}
	return out, nil
}

// count is how many memories hold a word, or most.
func (l wordList) count(word string, most int) (n float64, err error) {
	if l.index != nil {
		n, err := l.index.count(word)
		return float64(min(n, most)), err
	}
	err = l.tx.QueryRow(`SELECT count(*) FROM (SELECT 1 FROM memories_fts WHERE memories_fts MATCH ? LIMIT ?)`, []any{matchAny([]string{word}), most}, &n)
	return n, err
}

// filtered ranks the rows that hold any of the words, up to pool that the filter keeps; with are words that count too where a row holds
// them. Most filters keep nearly all rows, so the index alone is asked for a few more first. Of one that may keep few, the ids are known
// before bm25 is computed.
func (l wordList) filtered(any, with []string) ([]worded, error) {
	if l.q.Filter.plain() {
		list, err := l.best(any, with, nil, 2*l.pool)
		if err != nil {
			return nil, err
		}
		asked := len(list)
		if err := l.v.look(wordedIDs(list)); err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(w worded) bool { return !l.v.keep(w.id) })
		if asked < 2*l.pool || len(list) >= l.pool {
			return list[:min(len(list), l.pool)], nil
		}
	}
	if err := l.v.readAll(); err != nil {
		return nil, err
	}
	return l.best(any, with, l.v.keep, l.pool)
}

// best ranks the first rows of those that keep keeps, all where it is nil, by the index as it lies in the file or else by FTS5.
func (l wordList) best(any, with []string, keep func(id int64) bool, limit int) ([]worded, error) {
	if l.index != nil {
		return l.index.rank(any, with, keep, limit)
	}
	if len(with) == 0 {
		return l.asked(matchAny(any), keep != nil, limit)
	}
	// A row is in one of the two, and no word is in either twice, or it would count twice.
	both, err := l.asked(`(`+matchAny(any)+`) AND (`+matchAny(with)+`)`, keep != nil, limit)
	if err != nil {
		return nil, err
	}
	alone, err := l.asked(`(`+matchAny(any)+`) NOT (`+matchAny(with)+`)`, keep != nil, limit)
	list := append(both, alone...)
	slices.SortFunc(list, func(a, b worded) int { return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.id, b.id)) })
	return list[:min(len(list), limit)], err
}

// asked ranks the first rows that match by FTS5, of all or of those that the filter keeps.
func (l wordList) asked(match string, kept bool, limit int) ([]worded, error) {
	const all = `SELECT f.rowid, ` + bm25 + ` FROM memories_fts f WHERE memories_fts MATCH ? `
	if !kept {
		return l.query(all+`ORDER BY 2, 1 LIMIT ?`, match, limit)
	}
	// The plus keeps FTS5 from being asked anew for each id.
	return l.query(all+`AND +f.rowid IN (SELECT value FROM json_each(?)) ORDER BY 2, 1 LIMIT ?`, match, idList(l.v.kept.list()), limit)
}

func (l wordList) query(query string, args ...any) ([]worded, error) {
	var list []worded
	err := l.tx.Each(query, args, func(scan func(...any) error) error {
		var w worded
		err := scan(&w.id, &w.score)
		list = append(list, w)
		return err
	})
	return list, err
}

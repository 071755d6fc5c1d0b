package memory

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"brain/db"
	"brain/fts"
	"brain/fts5"
)

// wordIndex is the index of words, read without FTS5.
type wordIndex struct {
	tx       *db.Tx
	segments []fts5.Segment
	rows     int64                    // that are indexed
	length   float64                  // how many tokens a row has, on average
	words    map[string][]fts5.Holder // those that were looked up
}

// wordColumns are the columns of the index, and wordWeights what a word in one weighs: those of bm25.
var (
	wordColumns = []string{"title", "content", "tags", "project", "type"}
	wordWeights = []float32{4, 1, 3, 2, 1}
)

// ownWords says whether an index of words, by the statement that made it, is one that can be read without FTS5.
func ownWords(sql string) bool {
	_, list, ok := strings.Cut(sql, "(")
	parts := strings.Split(strings.TrimRight(strings.TrimSpace(list), ")"), ",")
	if !ok || len(parts) < len(wordColumns) {
		return false
	}
	stemmed := false
	for i, part := range parts {
		part = strings.TrimSpace(part)
		name, value, _ := strings.Cut(part, "=")
		switch {
		case i < len(wordColumns):
			if part != wordColumns[i] {
				return false
			}
		case name == "content" || name == "content_rowid":
		case name == "tokenize" && strings.Trim(value, `'"`) == "porter unicode61":
			stemmed = true
		default:
			return false
		}
	}
	return stemmed
}

// mostToken is how long FTS5's tokens are at most (FTS5_MAX_TOKEN_SIZE).
const mostToken = 32768

// errWords says that a word cannot be looked up without FTS5.
var errWords = errors.New("the word is FTS5's to split")

// openWords reads what the index of words consists of. The error is errWords or one of [fts5.ErrIndex] where FTS5 is to be asked.
func openWords(tx *db.Tx, s *Stage) (*wordIndex, error) {
	// What this transaction has written itself may still be in FTS5's memory.
	if !s.words || !tx.Reads() {
		return nil, errWords
	}
	var averages, structure []byte
	var version sql.NullInt64
	err := tx.Unwatched(func() error {
		return tx.QueryRow(`SELECT (SELECT block FROM memories_fts_data WHERE id = 1), (SELECT block FROM memories_fts_data WHERE id = 10),
			(SELECT v FROM memories_fts_config WHERE k = 'version')`, nil, &averages, &structure, &version)
	})
	if err != nil {
		return nil, err
	}
	x := &wordIndex{tx: tx, words: map[string][]fts5.Holder{}}
	if version.Int64 != fts5.Version {
		return nil, fmt.Errorf("%w: %d", fts5.ErrIndex, version.Int64)
	}
	if x.segments, err = fts5.ParseStructure(structure); err != nil {
		return nil, err
	}
	var tokens int64
	x.rows, tokens, err = fts5.ParseAverages(averages, len(wordColumns))
	x.length = float64(tokens) / float64(x.rows)
	return x, err
}

// read looks words up that were not yet.
func (x *wordIndex) read(words []string) error {
	split := map[string][]string{}
	fresh, together := map[string]bool{}, map[string]bool{}
	for _, w := range words {
		if _, known := x.words[w]; known || split[w] != nil {
			continue
		}
		// FTS5 knows letters by another edition of Unicode, reads a word up to a NUL, and cuts long tokens.
		if len(w) > mostToken || strings.ContainsFunc(w, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return fmt.Errorf("%w: %.99q", errWords, w)
		}
		list := []string{}
		fts.PorterTokens(w, func(token string) { list = append(list, token) })
		split[w] = list
		for _, token := range list {
			fresh[token], together[token] = true, together[token] || len(list) > 1
		}
	}
	tokens, err := x.readTokens(slices.Sorted(maps.Keys(fresh)), together)
	if err != nil {
		return err
	}
	for w, list := range split {
		of := make([]*fts5.Postings, len(list))
		for i, token := range list {
			of[i] = tokens[token]
		}
		if len(of) == 1 {
			x.words[w] = of[0].Holders
		} else {
			x.words[w] = fts5.Phrase(of, wordWeights)
		}
	}
	return nil
}

// readTokens reads the postings of tokens, which are in order, with the places of those that stand together with others.
func (x *wordIndex) readTokens(tokens []string, together map[string]bool) (map[string]*fts5.Postings, error) {
	if len(tokens) == 0 {
		return nil, nil
	}
	spans, err := x.spans(tokens)
	if err != nil {
		return nil, err
	}
	segments := map[int64][]*span{}
	var leaves [][2]int64
	for i := range spans {
		s := &spans[i]
		of := x.segments[s.segment]
		s.list = fts5.NewDoclist(tokens[s.token], wordWeights, together[tokens[s.token]], s.first, s.last)
		segments[of.ID] = append(segments[of.ID], s)
		leaves = append(leaves, [2]int64{of.LeafRow(s.first), of.LeafRow(s.last)})
	}
	var lists []*fts5.Doclist
	err = x.leaves(leaves, func(segment, leaf int64, page []byte) error {
		lists = lists[:0]
		for _, s := range segments[segment] {
			if s.first <= leaf && leaf <= s.last {
				lists = append(lists, s.list)
			}
		}
		return fts5.Read(page, leaf, lists)
	})
	if err != nil {
		return nil, err
	}
	found := make([][]*fts5.Postings, len(tokens))
	for _, s := range spans {
		p, err := s.list.End()
		if err != nil {
			return nil, err
		}
		found[s.token] = append(found[s.token], p)
	}
	out := map[string]*fts5.Postings{}
	for i, token := range tokens {
		out[token] = fts5.Newest(found[i])
	}
	return out, nil
}

// leaves shows the leaves in some ranges of rows, each once.
func (x *wordIndex) leaves(ranges [][2]int64, leaf func(segment, leaf int64, page []byte) error) error {
	slices.SortFunc(ranges, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	runs := ranges[:0]
	for _, r := range ranges {
		if n := len(runs); n > 0 && r[0] <= runs[n-1][1]+1 {
			runs[n-1][1] = max(runs[n-1][1], r[1])
		} else {
			runs = append(runs, r)
		}
	}
	list, err := json.Marshal(runs)
	if err != nil {
		return err
	}
	return x.tx.VisitWhere(`json_each(?) r CROSS JOIN memories_fts_data d`, `d.id`, `d.block`, `d.id BETWEEN r.value ->> 0 AND r.value ->> 1`, []any{string(list)},
		func(row int64, page []byte) error {
			segment, number := fts5.LeafOf(row)
			return leaf(segment, number, page)
		})
}

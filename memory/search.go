package memory

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"brain/db"
	"brain/merge"
	"brain/rank"
	"brain/vec"
)

// Question is one search.
type Question struct {
	Text string
	// Vector is the text's, by Model; nil lets the words alone answer.
	Vector []float32
	Model  string
	// SameModel says that the caller has found Model to be what made vectors of which the file does not say it (see ProbeChunks).
	SameModel bool
	// Limit is how many hits are given; 0 is none, and a negative one drops so many from the end, as a slice of Python does.
	Limit  int
	Filter Filter
	// Rank is one of Rankers; "" is brain-cli's, "seed".
	Rank  string
	Cache *vec.Cache                     // the vectors, for a process that asks more than once; nil reads them from the file
	Stage func(name string) (end func()) // hears of each stage; nil is silence
}

// Hit is a memory that was found.
type Hit struct {
	Memory
	Score   float64
	Explain *rank.Explanation // nil in a listing
	Tags    []string          // the most used first
}

// Found is the answer to a search.
type Found struct {
	Hits []Hit
	// Listing says that the text was blank: the hits are the newest memories, not ranked.
	Listing bool
	// Semantic says that meaning took part. Reason says what of the file could not be used and why: the vectors, if it did not, or
	// an index.
	Semantic bool
	Reason   string
}

// Ranker scores a memory from its ranks. Hits are ordered by the final score, equal ones by id. Of two memories of the same
// ranks one that is newer or was read more often never scores less.
type Ranker func(rank.Candidate) rank.Explanation

var rankers = map[string]Ranker{"seed": rank.Seed}

// Rankers lists the names for Question.Rank.
func Rankers() []string {
	var names []string
	for name := range rankers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Search answers a question as brain-cli 3.4.0 does: two lists, of words and of meaning, joined by their ranks. A blank text
// lists the newest memories instead. Where the file's vectors cannot be used, words alone answer and the answer says why.
func Search(tx *db.Tx, s *Stage, q Question) (Found, error) {
	q.Text = merge.Clean(q.Text)
	if strip(q.Text) == "" {
		return listing(tx, s, q)
	}
	name := cmp.Or(q.Rank, "seed")
	ranker := rankers[name]
	if ranker == nil {
		return Found{}, fmt.Errorf("rank memories: no ranker is named %q; there are %q", name, Rankers())
	}
	stage := q.Stage
	if stage == nil {
		stage = func(string) func() { return func() {} }
	}
	v, err := q.Filter.sieve(tx, s)
	if err != nil {
		return Found{}, err
	}
	pool := poolOf(q.Limit)
	end := stage("fts")
	words, wordsReason, err := keywords(tx, s, q, v, pool)
	end()
	if err != nil {
		return Found{}, fmt.Errorf("search words: %w", err)
	}
	var a Found
	end = stage("knn")
	near, reason, err := meanings(tx, s, q, v, pool)
	end()
	if err != nil {
		return Found{}, fmt.Errorf("search meanings: %w", err)
	}
	a.Semantic, a.Reason = q.Vector != nil && reason == "", join(reason, wordsReason)
	defer stage("fusion")()
	ranked, err := fuse(tx, s, words, near, ranker, q.Limit)
	if err != nil {
		return Found{}, err
	}
	a.Hits, err = hits(tx, s, slicePython(ranked, q.Limit))
	return a, err
}

// poolOf is how many rows the list of words has at most.
func poolOf(limit int) int {
	if limit > math.MaxInt32/64 {
		limit = math.MaxInt32 / 64
	}
	return max(50, 5*limit)
}

// slicePython is list[:limit] of Python.
func slicePython[T any](list []T, limit int) []T {
	if limit < 0 {
		return list[:max(len(list)+limit, 0)]
	}
	return list[:min(limit, len(list))]
}

// hits reads the memories of a ranking.
func hits(tx *db.Tx, s *Stage, list []scored) ([]Hit, error) {
	ids := make([]int64, len(list))
	place := map[int64]int{}
	for i, r := range list {
		ids[i], place[r.id] = r.id, i
	}
	out := make([]Hit, len(list))
	err := eachOf(tx, `SELECT `+rowColumns+` FROM `+s.Rows()+` m WHERE m.id`, ids, "", func(scan func(...any) error) error {
		m, err := scanRow(scan)
		i := place[m.ID]
		out[i] = Hit{Memory: m, Score: list[i].explain.Final, Explain: &list[i].explain}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, addHitTags(tx, s, out)
}

// listing gives the memories that were changed last, for a blank question.
func listing(tx *db.Tx, s *Stage, q Question) (Found, error) {
	where, args, err := q.Filter.condition(tx, s)
	if err != nil {
		return Found{}, err
	}
	a := Found{Listing: true}
	// A negative LIMIT is none for SQLite, and so it is for brain-cli.
	err = tx.Each(`SELECT `+rowColumns+` FROM `+s.Rows()+` m WHERE `+where+` ORDER BY m.updated_at DESC, m.id DESC LIMIT ?`, append(args, q.Limit), func(scan func(...any) error) error {
		m, err := scanRow(scan)
		a.Hits = append(a.Hits, Hit{Memory: m})
		return err
	})
	if err != nil {
		return a, err
	}
	return a, addHitTags(tx, s, a.Hits)
}

// addHitTags reads the tags of hits, in the order in which brain-cli shows them.
func addHitTags(tx *db.Tx, s *Stage, list []Hit) error {
	if !s.HasTable("memory_tags") || !s.HasTable("tags") {
		for i := range list {
			tags, err := tagsOf(tx, s, list[i].ID)
			if err != nil {
				return err
			}
			list[i].Tags = tags
		}
		return nil
	}
	ids := make([]int64, len(list))
	place := map[int64]int{}
	for i, h := range list {
		ids[i], place[h.ID] = h.ID, i
	}
	return eachOf(tx, `SELECT mt.memory_id, `+text("t.name")+` FROM memory_tags mt JOIN tags t ON t.id = mt.tag_id WHERE mt.memory_id`, ids, `ORDER BY t.use_count DESC, t.id`,
		func(scan func(...any) error) error {
			var id int64
			var name string
			err := scan(&id, &name)
			h := &list[place[id]]
			h.Tags = append(h.Tags, name)
			return err
		})
}

// fewRows are read by their ids in a moment.
const fewRows = 1000

// eachOf runs a query that ends in a column over the rows where that is one of ids, in that order, "" for none.
func eachOf(tx *db.Tx, query string, ids []int64, order string, row func(scan func(...any) error) error) error {
	read := func() error {
		return tx.Each(query+` IN (SELECT value FROM json_each(?)) `+order, []any{idList(ids)}, row)
	}
	if len(ids) <= fewRows {
		return tx.Unwatched(read)
	}
	return read()
}

// idList is a list of ids as JSON, for json_each.
func idList(ids []int64) string {
	list := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			list = append(list, ',')
		}
		list = strconv.AppendInt(list, id, 10)
	}
	return string(append(list, ']'))
}

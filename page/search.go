package page

import (
	"strings"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// Detail is how much of a page a search looks into and gives.
type Detail int

const (
	Medium Detail = iota // truth and timeline, a hit a page
	Low                  // the compiled truth alone
	High                 // two hits a page, and near-duplicates too
)

// Question is what is asked of the pages.
type Question struct {
	Text       string
	Vector     []float32 // of Text, by the model of the file's vectors; nil: words and links alone answer
	Expansions []Wording // other wordings; together they count as much as Text
	Limit      int       // hits to give; below 1 it is DefaultLimit
	Filter     Filter
	Detail     Detail
	Cache      *vec.Cache                     // the vectors, for a process that asks more than once; nil reads them from the file
	Stage      func(name string) (end func()) // hears of each stage; nil is silence
}

// Wording is another way to ask the same.
type Wording struct {
	Text   string
	Vector []float32
}

// DefaultLimit is how many hits a search gives (GBrain's).
const DefaultLimit = 20

// Answer is what was found, the best first. Semantic says whether vectors took part. Reason says why they did not, where a
// vector was given, and what part of the index of pages was missing or damaged, so that the search had to do without it.
type Answer struct {
	Hits     []Hit
	Semantic bool
	Reason   string
	Removed  []Removed
}

// Hit is a page that was found, by one of its chunks.
type Hit struct {
	Slug, Title, Type string
	Chunk             HitChunk
	Snippet           string // of the chunk, around the words of the question
	Score             float64
	Stale             *Stale // nil if the truth is as new as the timeline
	Explain           Explain
	Citation          string
}

// HitChunk is a part of a page. Text is without the title that its entry begins with.
type HitChunk struct {
	Number   int // from 1
	Text     string
	Timeline bool // it is of the timeline, not of the compiled truth
}

// Explain says how a hit came to its score: Score = Tier + Fused. A rank counts from 1 and is 0 where the page is not in that
// list.
type Explain struct {
	Tier     float64   // 2 for a name that was asked for, 1 for the answer to a question of links, else 0
	Exact    string    // what the question equals: slug, title, alias, path or file name
	Relation *Relation // the links that answer the question
	Fused    float64   // the two lists put together, 0 to 1
	Keyword  Arm       // bm25
	Vector   Arm       // cosine of the nearest chunk
	RRF      float64   // what reciprocal rank fusion of the two lists gives, to compare with
	Capped   bool      // the type cap put it behind pages of other types
	Folded   []Folded  // what says nearly the same and was left out for this hit
}

// Arm is a page's place in one list.
type Arm struct {
	Rank  int
	Score float64
}

// Relation says which links led to a hit.
type Relation struct {
	Types []string
	Of    string // slug of the page that was named
	Links int
}

// Folded is a chunk that was left out because it is so similar to that of the hit.
type Folded struct {
	Slug   string
	Chunk  int
	Cosine float64
}

// The layers of the dedup, as GBrain has them.
const (
	LayerSource  = "source"  // more than three chunks of a page
	LayerSimilar = "similar" // a cosine above 0.85 with a chunk above it
	LayerType    = "type"    // more than 60 % of one type while there are others
	LayerPage    = "page"    // more chunks of a page than are given
)

// Removed is a chunk that the dedup took out, and the hit it gave way to.
type Removed struct {
	Layer    string
	Slug     string
	Chunk    int
	For      string  // a slug, but of the type cap
	ForChunk int     // from 1
	Cosine   float64 // of the two, of LayerSimilar
}

// Search answers a question over the pages. Names come first: a page whose slug, title or alias the question is. Then, if it
// asks for a relation ("who works at X"), the pages that links lead to. Then all others, by their words and their nearest
// chunks, put together by rank.Convex.
func Search(tx *db.Tx, q Question) (Answer, error) {
	if q.Limit < 1 {
		q.Limit = DefaultLimit
	}
	if q.Stage == nil {
		q.Stage = func(string) func() { return func() {} }
	}
	if q.Cache == nil {
		q.Cache = new(vec.Cache)
	}
	q.Text = merge.Clean(q.Text)
	s := &search{tx: tx, q: q, found: map[int64]*candidate{}}
	for _, stage := range []struct {
		name string
		run  func() error
	}{{"filter", s.filter}, {"names", s.names}, {"links", s.links}, {"words", s.words}, {"vectors", s.vectors}, {"fusion", s.fuse}, {"hits", s.hits}} {
		end := q.Stage(stage.name)
		err := stage.run()
		end()
		if fault := faults[stage.name]; err != nil && fault != "" && !db.Fatal(tx, err) {
			s.lacks(fault)
			err = nil
		}
		if err != nil {
			return Answer{}, err
		}
	}
	return s.answer, nil
}

// faults are the stages that a search can do without, and what is wrong with the index that they ask.
var faults = map[string]string{
	"names": "the index of the pages' names is missing or damaged",
	"links": "the index of the pages' names is missing or damaged",
	"words": "the index of the pages' words is missing or damaged",
}

// lacks tells in the answer what the search does without, once.
func (s *search) lacks(what string) {
	if what += " (brain doctor --fix makes it anew)"; !strings.Contains(s.answer.Reason, what) {
		s.because(what)
	}
}

// because adds to the reason of the answer.
func (s *search) because(reason string) {
	if s.answer.Reason != "" {
		reason = s.answer.Reason + "; " + reason
	}
	s.answer.Reason = reason
}

package page

import (
	"math"
	"time"

	"brain/db"
	"brain/merge"
)

// stale is the condition for a page p that its timeline has an event, not later than ?1, on a day after its truth last
// became another text. One that names only a month or a year must be of a later month or year.
const stale = `EXISTS (SELECT 1 FROM timeline_entries t WHERE t.page_id = p.id AND t.date > substr(p.truth_at, 1, length(t.date)) AND t.date <= ?1)`

// deleted are the ids of the pages that are deleted, from an index.
const deleted = `(SELECT id FROM pages WHERE deleted_at IS NOT NULL)`

// today is the day of the transaction in UTC; days to come are plans and make nothing stale.
func today(tx *db.Tx) string { return tx.Now.UTC().Format(time.DateOnly) }

// StalePages lists pages whose timeline knows more than their truth, by slug.
func StalePages(tx *db.Tx, max int) ([]PageRef, error) {
	return pageRefs(tx, `SELECT slug, type, title FROM pages WHERE id IN (SELECT id FROM pages p INDEXED BY pages_truth WHERE p.deleted_at IS NULL AND `+stale+`) ORDER BY slug LIMIT ?2`, today(tx), limit(max))
}

// TypeCount is a type and how many pages have it.
type TypeCount struct {
	Type  string `json:"type"`
	Pages int    `json:"pages"`
}

// Stats counts what there is.
type Stats struct {
	Pages    int         `json:"pages"`
	Deleted  int         `json:"deleted"`
	Chunks   int64       `json:"chunks"`
	Embedded int64       `json:"embedded"`
	Links    int         `json:"links"`
	Dangling int         `json:"dangling"`
	Tags     int         `json:"tags"` // different ones
	Timeline int         `json:"timeline"`
	Versions int         `json:"versions"`
	RawData  int         `json:"raw_data"`
	ByType   []TypeCount `json:"by_type"` // the most frequent first
}

// Count counts the rows of the store; what belongs to deleted pages counts as versions and raw data only.
func Count(tx *db.Tx) (*Stats, error) {
	s := &Stats{ByType: []TypeCount{}}
	// All of it from indexes: the rows of pages hold their texts, and reading them all takes longer than all the rest. What belongs to
	// deleted pages is little, and is taken off what SQLite counts without a look at whose it is.
	err := tx.QueryRow(`SELECT (SELECT count(*) FROM pages WHERE deleted_at IS NOT NULL),
		(SELECT count(*) FROM links INDEXED BY links_other WHERE other_id IS NOT NULL),
		(SELECT count(*) FROM links INDEXED BY links_dangling WHERE other_id IS NULL) - (SELECT count(*) FROM links INDEXED BY links_dangling WHERE other_id IS NULL AND page_id IN `+deleted+`),
		(SELECT count(*) FROM (SELECT DISTINCT tag FROM page_tags)) - (SELECT count(*) FROM (SELECT DISTINCT tag FROM page_tags WHERE page_id IN `+deleted+`) d
			WHERE NOT EXISTS (SELECT 1 FROM page_tags t WHERE t.tag = d.tag AND t.page_id NOT IN `+deleted+`)),
		(SELECT count(*) FROM timeline_entries INDEXED BY timeline_entries_page) - (SELECT count(*) FROM timeline_entries WHERE page_id IN `+deleted+`),
		(SELECT count(*) FROM page_versions), (SELECT count(*) FROM raw_data)`, nil, &s.Deleted, &s.Links, &s.Dangling, &s.Tags, &s.Timeline, &s.Versions, &s.RawData)
	if err != nil {
		return nil, err
	}
	if s.Embedded, s.Chunks, err = merge.EmbeddedCount(tx, merge.GBrain); err != nil {
		return nil, err
	}
	// From one type to the next, and each counted: to group all rows takes twice as long.
	err = tx.Each(`WITH RECURSIVE types(type) AS (SELECT min(type) FROM pages WHERE deleted_at IS NULL UNION ALL
			SELECT (SELECT min(type) FROM pages WHERE deleted_at IS NULL AND type > types.type) FROM types WHERE types.type IS NOT NULL)
		SELECT type, (SELECT count(*) FROM pages p WHERE p.deleted_at IS NULL AND p.type = types.type) AS n FROM types WHERE type IS NOT NULL ORDER BY n DESC, type`, nil, func(scan func(...any) error) error {
		var t TypeCount
		err := scan(&t.Type, &t.Pages)
		s.ByType = append(s.ByType, t)
		s.Pages += t.Pages
		return err
	})
	return s, err
}

// Health says how well the pages are kept.
type Health struct {
	Pages             int     `json:"page_count"`
	EmbedCoverage     float64 `json:"embed_coverage"` // share of chunks with a vector, 0 to 1
	MissingEmbeddings int64   `json:"missing_embeddings"`
	Stale             int     `json:"stale_pages"`
	Orphans           int     `json:"orphan_pages"`
	DeadLinks         int     `json:"dead_links"`
	NoTimeline        int     `json:"pages_without_timeline"`
	Unlinked          int     `json:"pages_without_links"` // that lead to no other page
	Score             int     `json:"score"`               // 0 to 100
}

// CheckHealth looks at all pages. The score is GBrain's: 35 for vectors, 25 for pages that lead on, 15 each for timelines and
// for pages that are not alone, 10 for links that lead somewhere.
func CheckHealth(tx *db.Tx) (*Health, error) {
	s, err := Count(tx)
	if err != nil {
		return nil, err
	}
	h := &Health{Pages: s.Pages, DeadLinks: s.Dangling, MissingEmbeddings: s.Chunks - s.Embedded}
	// Only pages that are there are at an end of a link whose other end is known. What leads on is not alone, so that of most pages one
	// look is enough.
	var dated int
	err = tx.QueryRow(`SELECT (SELECT count(DISTINCT page_id) FROM timeline_entries) - (SELECT count(DISTINCT page_id) FROM timeline_entries WHERE page_id IN `+deleted+`),
			(SELECT count(*) FROM pages p INDEXED BY pages_truth WHERE p.deleted_at IS NULL AND `+stale+`), count(*), coalesce(sum(NOT EXISTS (SELECT 1 FROM links l
				WHERE l.to_page_id = p.id AND l.other_id IS NOT NULL AND l.from_page_id <> p.id)), 0)
		FROM pages p INDEXED BY pages_truth WHERE p.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM links l WHERE l.from_page_id = p.id AND l.other_id IS NOT NULL AND l.to_page_id <> p.id)`,
		[]any{today(tx)}, &dated, &h.Stale, &h.Unlinked, &h.Orphans)
	h.NoTimeline = s.Pages - dated
	if err != nil || s.Pages == 0 {
		return h, err
	}
	share := func(part, of float64) float64 {
		if of == 0 {
			return 1
		}
		return part / of
	}
	pages := float64(s.Pages)
	h.EmbedCoverage = share(float64(s.Embedded), float64(s.Chunks))
	h.Score = int(math.Round(35*h.EmbedCoverage + 25*(1-float64(h.Unlinked)/pages) + 15*(1-float64(h.NoTimeline)/pages) +
		15*(1-float64(h.Orphans)/pages) + 10*share(float64(s.Links), float64(s.Links+s.Dangling))))
	return h, nil
}

package page

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"brain/db"
)

// eventKey is what makes two entries of a page one.
type eventKey struct{ date, source, summary string }

func (e Event) key() eventKey { return eventKey{e.Date, e.Source, e.Summary} }

func hasEvent(p Page, e Event) bool {
	for _, other := range p.Events {
		if other.key() == e.key() {
			return true
		}
	}
	return false
}

// saveEvents makes the rows those of the text, each once. Which of them a command added is kept.
func (w *writer) saveEvents() error {
	type row struct {
		id     int64
		detail string
		origin Origin
	}
	have := map[eventKey]row{}
	if w.Old != nil {
		err := w.tx.Each(`SELECT id, date, source, summary, detail, origin FROM timeline_entries WHERE page_id = ?`, []any{w.out.ID}, func(scan func(...any) error) error {
			var k eventKey
			var r row
			err := scan(&r.id, &k.date, &k.source, &k.summary, &r.detail, &r.origin)
			have[k] = r
			return err
		})
		if err != nil {
			return err
		}
	}
	seen := map[eventKey]bool{}
	for _, e := range w.Page.Events {
		k := e.key()
		if seen[k] {
			continue
		}
		seen[k] = true
		w.out.Events++
		old := have[k]
		delete(have, k)
		origin := w.origin(old.origin, k)
		var err error
		switch {
		case old.id == 0:
			_, err = w.tx.Exec(`INSERT INTO timeline_entries(page_id, date, source, summary, detail, origin) VALUES (?, ?, ?, ?, ?, ?)`,
				w.out.ID, e.Date, e.Source, e.Summary, e.Detail, origin)
		case old.detail != e.Detail || old.origin != origin:
			_, err = w.tx.Exec(`UPDATE timeline_entries SET detail = ?, origin = ? WHERE id = ?`, e.Detail, origin, old.id)
		}
		if err != nil {
			return err
		}
	}
	for _, r := range have {
		if _, err := w.tx.Exec(`DELETE FROM timeline_entries WHERE id = ?`, r.id); err != nil {
			return err
		}
	}
	return nil
}

func commandEvents(tx *db.Tx, pageID int64) ([]Event, error) {
	var out []Event
	err := tx.Each(`SELECT date, source, summary, detail FROM timeline_entries WHERE page_id = ? AND origin = 'command' ORDER BY date, id`, []any{pageID},
		func(scan func(...any) error) error {
			var e Event
			err := scan(&e.Date, &e.Source, &e.Summary, &e.Detail)
			out = append(out, e)
			return err
		})
	return out, err
}

// ErrDate says that a text is no date of the calendar from 1000 to 2999.
var ErrDate = errors.New("no such date")

// CheckDate reads a day, month or year as timeline-add takes it: 2006-01-02, 2006-01 or 2006, from 1000 to 2999, which catches
// most slips of a key. (GBrain begins with 1900, too late for a page on Ada Lovelace.) The error wraps ErrDate.
func CheckDate(s string) (string, error) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
		if t, err := time.Parse(layout, s); err == nil && t.Year() >= 1000 && t.Year() <= 2999 {
			return s, nil
		}
	}
	return "", fmt.Errorf("%w: %q is no date from 1000 to 2999 as 2006-01-02", ErrDate, s)
}

// TimelineFilter says which entries Timeline lists. Zero values ask for everything.
type TimelineFilter struct {
	Slug   string // of one page; "" is all
	After  string // dates from here on, as 2006-01-02 or a part of it
	Before string // dates up to here; 2024 holds 2024-12-31
	Source string
	Limit  int // 0 is all
	Offset int
}

// TimelineEntry is an entry and its page.
type TimelineEntry struct {
	Slug    string `json:"slug"`
	Title   string `json:"title"`
	Date    string `json:"date"`
	Source  string `json:"source"`
	Summary string `json:"summary"`
	Detail  string `json:"detail"`
}

// Timeline lists dated entries, the latest first; those of a day in the order in which they were learned.
func Timeline(tx *db.Tx, f TimelineFilter) ([]TimelineEntry, error) {
	page := int64(0)
	if f.Slug != "" {
		s, err := findLive(tx, f.Slug)
		if err != nil {
			return nil, err
		}
		page = s.ID
	}
	out := []TimelineEntry{}
	// "~" is behind every digit and hyphen: all dates that begin with Before are up to it.
	query := `SELECT p.slug, p.title, t.date, t.source, t.summary, t.detail FROM timeline_entries t JOIN pages p ON p.id = t.page_id AND p.deleted_at IS NULL
		WHERE (?1 = 0 OR t.page_id = ?1) AND t.date >= ?2 AND (?3 = '' OR t.date <= ?3 || '~') AND (?4 = '' OR t.source = ?4)
		ORDER BY t.date DESC, t.id LIMIT ?5 OFFSET ?6`
	if page != 0 {
		// Without the alternative SQLite can use the index over a page's entries.
		query = strings.Replace(query, "(?1 = 0 OR t.page_id = ?1)", "t.page_id = ?1", 1)
	}
	err := tx.Each(query, []any{page, f.After, f.Before, f.Source, limit(f.Limit), f.Offset}, func(scan func(...any) error) error {
		var e TimelineEntry
		err := scan(&e.Slug, &e.Title, &e.Date, &e.Source, &e.Summary, &e.Detail)
		out = append(out, e)
		return err
	})
	return out, err
}

// limit is SQL's for a number where 0 is none.
func limit(n int) int {
	if n <= 0 {
		return -1
	}
	return n
}

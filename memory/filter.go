package memory

import (
	"strings"
	"time"

	"brain/db"
)

// Filter says which memories a search may find. Deleted ones never are. It acts inside both lists, before ranks are counted.
type Filter struct {
	// Types are words for types, any of which will do; a word that nobody knows is a note.
	Types []string
	// Project is the exact project; "" is any.
	Project string
	// SinceDays keeps what was made in so many days; 0 is off, and less than nothing keeps nothing.
	SinceDays int
	// IncludeInvalid also finds what was invalidated.
	IncludeInvalid bool
	// AsOf finds what was there and valid then, see NormalizeAsOf; "" is now.
	AsOf string
}

// NormalizeAsOf gives a time as brain-cli's text, by which it compares: a time with a zone in UTC, one without as it is, since
// it is UTC. A bare date stays one: as text it lies before every time of its day, so that day's memories are not yet there.
// What is no time at all is compared as it stands, as brain-cli does.
func NormalizeAsOf(text string) string {
	text = strip(text)
	if len(text) <= len(time.DateOnly) {
		return text
	}
	t, err := db.ParseTime(text)
	if err != nil {
		return text
	}
	return Stamp(t)
}

// condition is the filter as a condition on Stage.Rows AS m, with its arguments. What a file's stage does not know, such as
// invalid memories before brain-cli's schema 4, does not filter.
func (f Filter) condition(tx *db.Tx, s *Stage) (string, []any, error) {
	// The plus keeps SQLite from brain-cli's index of deleted memories, which lists nearly all.
	where := []string{`+m.deleted_at IS NULL`}
	var args []any
	if len(f.Types) > 0 {
		marks := make([]string, len(f.Types))
		for i, word := range f.Types {
			canonical, err := CanonicalType(tx, s, word)
			if err != nil {
				return "", nil, err
			}
			marks[i] = "?"
			args = append(args, canonical)
		}
		where = append(where, `coalesce(m.canonical_type, `+canonicalSQL("m.type")+`) IN (`+strings.Join(marks, ", ")+`)`)
	}
	if f.Project != "" {
		where, args = append(where, `m.project = ?`), append(args, f.Project)
	}
	if f.SinceDays != 0 {
		where, args = append(where, `m.created_at > ?`), append(args, since(tx.Now, f.SinceDays))
	}
	asOf := NormalizeAsOf(f.AsOf)
	switch {
	case !s.Has("invalid_at"):
	case asOf != "":
		where, args = append(where, `m.created_at <= ?`), append(args, asOf)
		if !f.IncludeInvalid {
			where, args = append(where, `(m.invalid_at IS NULL OR m.invalid_at > ?)`), append(args, asOf)
		}
	case !f.IncludeInvalid:
		where = append(where, `m.invalid_at IS NULL`)
	}
	return strings.Join(where, " AND "), args, nil
}

// plain says that the filter keeps nearly every row: it asks for no more than validity now.
func (f Filter) plain() bool {
	return len(f.Types) == 0 && f.Project == "" && f.SinceDays == 0 && strip(f.AsOf) == ""
}

// since is the time so many days ago, nil, which no time is after, for less than none.
func since(now time.Time, days int) any {
	if days < 0 {
		return nil
	}
	if t := now.AddDate(0, 0, -min(days, 4_000_000)); t.Year() > 0 {
		return Stamp(t)
	}
	return ""
}

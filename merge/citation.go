package merge

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"brain/db"
)

// Citation is the parts of [BM:store:entity_id:timestamp].
type Citation struct {
	Store    string
	EntityID string
	Time     time.Time
}

// citationTime is the timestamp's form: ISO 8601, UTC, whole seconds.
const citationTime = "2006-01-02T15:04:05Z"

// ErrCitation says that a text is no citation.
var ErrCitation = errors.New("not a citation")

// String renders the citation; a fraction of a second is cut off, not rounded, as PostgreSQL's to_char does.
func (c Citation) String() string {
	return "[BM:" + c.Store + ":" + c.EntityID + ":" + c.Time.UTC().Truncate(time.Second).Format(citationTime) + "]"
}

// ParseCitation reads a citation from both ends, since an entity id may itself hold ':' (C# namespaces, ids of merged
// graphs) and ']'. Surrounding white space is ignored. The error wraps ErrCitation.
func ParseCitation(s string) (Citation, error) {
	inner, ok := strings.CutPrefix(strings.TrimSpace(s), "[BM:")
	if ok {
		inner, ok = strings.CutSuffix(inner, "]")
	}
	if !ok {
		return Citation{}, fmt.Errorf("%w: %q does not look like [BM:store:id:2006-01-02T15:04:05Z]", ErrCitation, s)
	}
	store, rest, ok := strings.Cut(inner, ":")
	if !ok || store == "" {
		return Citation{}, fmt.Errorf("%w: %q names no store", ErrCitation, s)
	}
	cut := len(rest) - len(citationTime) - 1
	if cut < 0 || rest[cut] != ':' {
		return Citation{}, fmt.Errorf("%w: %q has no time like %s at its end", ErrCitation, s, citationTime)
	}
	t, err := time.Parse(citationTime, rest[cut+1:])
	if err != nil {
		return Citation{}, fmt.Errorf("%w: %q has no time like %s at its end", ErrCitation, s, citationTime)
	}
	return Citation{Store: store, EntityID: rest[:cut], Time: t}, nil
}

// newCitation chooses the citation of a new row: its created_at; if another row carries that, its updated_at; if that is
// carried too, the first free second after it. A citation is never a reason to drop a row: the seed's repository loses
// the second row of an entity in one second through its unique index.
func newCitation(tx *db.Tx, r Row) (string, error) {
	c := Citation{Store: r.Source, EntityID: r.EntityID, Time: r.CreatedAt}
	free, err := citationFree(tx, c)
	if err != nil || free {
		return c.String(), err
	}
	for c.Time = r.UpdatedAt; c.Time.Year() < 10000; c.Time = c.Time.Add(time.Second) {
		if free, err = citationFree(tx, c); err != nil || free {
			return c.String(), err
		}
	}
	return "", fmt.Errorf("cite %s %s: no second of the year 9999 is left for it", r.Source, r.EntityID)
}

func citationFree(tx *db.Tx, c Citation) (bool, error) {
	var taken bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM brain_entries WHERE citation_id = ?)`, []any{c.String()}, &taken)
	return !taken, err
}

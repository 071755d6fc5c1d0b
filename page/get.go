package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"brain/db"
	"brain/fts"
)

// Record is a stored page with its texts.
type Record struct {
	Slug          string          `json:"slug"`
	Type          string          `json:"type"`
	Title         string          `json:"title"`
	Tags          []string        `json:"tags"`
	CompiledTruth string          `json:"compiled_truth"`
	Timeline      string          `json:"timeline"`
	Frontmatter   json.RawMessage `json:"frontmatter"`
	Path          string          `json:"path,omitempty"` // in the folder that it was read from
	CreatedAt     string          `json:"created_at"`     // db.TimeFormat
	UpdatedAt     string          `json:"updated_at"`
	DeletedAt     string          `json:"deleted_at,omitempty"`
	Stale         bool            `json:"stale"` // its timeline knows more than its truth
	Source        []byte          `json:"-"`     // the page as a markdown file
}

// Get reads a page by its exact slug; deleted says whether a deleted one will do. The error wraps ErrNoPage.
func Get(tx *db.Tx, slug string, deleted bool) (*Record, error) {
	find := findLive
	if deleted {
		find = Find
	}
	s, err := find(tx, slug)
	if err != nil {
		return nil, err
	}
	var r Record
	var frontmatter string
	err = tx.QueryRow(`SELECT p.slug, p.type, p.title, t.compiled_truth, t.timeline, p.frontmatter, coalesce(p.path, ''), p.created_at, p.updated_at, coalesce(p.deleted_at, ''), `+stale+`, t.source
		FROM pages p JOIN page_texts t ON t.id = p.id WHERE p.id = ?2`, []any{today(tx), s.ID}, &r.Slug, &r.Type, &r.Title, &r.CompiledTruth, &r.Timeline, &frontmatter, &r.Path, &r.CreatedAt, &r.UpdatedAt, &r.DeletedAt, &r.Stale, &r.Source)
	if err != nil {
		return nil, err
	}
	r.Frontmatter = json.RawMessage(frontmatter)
	r.Tags, err = texts(tx, `SELECT tag FROM page_tags WHERE page_id = ? ORDER BY tag`, s.ID)
	return &r, err
}

// Ambiguous says that a name may mean several pages.
type Ambiguous struct {
	Name       string
	Candidates []SlugMatch // the likeliest first
}

// Error names the candidates.
func (e *Ambiguous) Error() string {
	text := fmt.Sprintf("%q may mean", e.Name)
	for i, c := range e.Candidates {
		if i > 0 {
			text += ","
		}
		text += " " + c.Slug
	}
	return text
}

// Resolve finds the page that a reader means: the exact slug; else what a link of that name would lead to; else the one page
// whose title is like the name or whose slug contains it; else the nearest of them if it is near enough. The error wraps
// ErrNoPage, or is *Ambiguous.
func Resolve(tx *db.Tx, name string) (string, error) {
	_, err := findLive(tx, name)
	if err == nil {
		return name, nil
	}
	if !errors.Is(err, ErrNoPage) {
		return "", err
	}
	id, err := pageNamed(tx, name)
	if err != nil {
		return "", err
	}
	if id != 0 {
		var slug string
		err := tx.QueryRow(`SELECT slug FROM pages WHERE id = ?`, []any{id}, &slug)
		return slug, err
	}
	found, err := similarPages(tx, name)
	if err != nil {
		return "", err
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("%w: %s", ErrNoPage, name)
	case 1:
		return found[0].Slug, nil
	}
	return "", &Ambiguous{name, found}
}

// similarPages lists the pages that a name may mean, or the one that it is near enough to. A name of which nothing is left
// to compare, such as "?", is like none.
func similarPages(tx *db.Tx, name string) ([]SlugMatch, error) {
	if !strings.ContainsFunc(name, isLetterOrDigit) {
		return nil, nil
	}
	named, err := likely(tx, name)
	if err != nil {
		return nil, err
	}
	found := ResolveSlugs(escapeLike(name), named)
	if len(found) == 1 {
		return found, nil
	}
	near := nearestWhole(name, named)
	if len(near) > 0 && near[0].AtLeast(NearEnough) && !severalBelow(SlugOf(name), named) && (len(near) == 1 || near[1].Similarity < near[0].Similarity) {
		return near[:1], nil
	}
	if len(found) == 0 {
		found = near
	}
	return found, nil
}

// nearestWhole is NearestSlugs for names that its rule does not lose letters of: what is left of one in another script, often
// nothing, is in every slug.
func nearestWhole(name string, pages []Named) []SlugMatch {
	if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf && isLetterOrDigit(r) }) {
		return nil
	}
	return slices.DeleteFunc(NearestSlugs(name, pages), func(m SlugMatch) bool { return m.Similarity == 0 })
}

// severalBelow says whether more than one slug, or last part of one, begins with what was asked.
func severalBelow(slug string, pages []Named) bool {
	n := 0
	for _, p := range pages {
		if strings.HasPrefix(p.Slug, slug+"-") || strings.Contains(p.Slug, "/"+slug+"-") {
			n++
		}
	}
	return n > 1
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// escapeLike makes a text the ILIKE pattern of itself.
func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s)
}

// likely lists the pages that ResolveSlugs or NearestSlugs may take for a name: the trigrams of all titles are made once.
func likely(tx *db.Tx, name string) ([]Named, error) {
	var out []Named
	mayBe := newSieve(name)
	sought, inSlug, fragment := fts.TrigramsOf(name), newLike("%"+escapeLike(name)+"%"), newLike("%"+fragmentOf(name)+"%")
	err := tx.Each(`SELECT slug, title FROM pages WHERE deleted_at IS NULL ORDER BY slug`, nil, func(scan func(...any) error) error {
		var n Named
		if err := scan(&n.Slug, &n.Title); err != nil {
			return err
		}
		if mayBe.alike(n.Title) && float64(fts.TrigramsOf(n.Title).Similarity(sought)) >= alike || inSlug.matches(n.Slug) || fragment.matches(n.Slug) {
			out = append(out, n)
		}
		return nil
	})
	return out, err
}

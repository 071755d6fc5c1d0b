package page

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"brain/db"
)

// ErrInvalid says that a value cannot be what a command wants it to be: an empty tag, a link type of two lines.
var ErrInvalid = errors.New("invalid value")

// change lets a command alter a page that is there: its parts are changed, written into its source, and stored as what the
// source then says. Why is told in the history.
func change(tx *db.Tx, slug, why string, windows Windows, alter func(*Page) error) (Saved, error) {
	old, err := findLive(tx, slug)
	if err != nil {
		return Saved{}, err
	}
	src, err := source(tx, old.ID)
	if err != nil {
		return Saved{}, err
	}
	d := rewrite(old, src, why)
	d.Origin, d.exact = FromCommand, true
	if err := alter(&d.Page); err != nil {
		return Saved{}, err
	}
	events := d.Page.Events
	if err := d.rerender(); err != nil {
		return Saved{}, err
	}
	for _, e := range events {
		if !hasEvent(d.Page, e) {
			return Saved{}, fmt.Errorf("%w: what is there would swallow %s: %s", ErrEvent, e.Date, e.Summary)
		}
	}
	return Save(tx, d, windows)
}

// Tag adds a tag to a page; Skipped if it has it.
func Tag(tx *db.Tx, slug, tag string, windows Windows) (Saved, error) {
	clean := cleanTags([]string{tag})
	if len(clean) != 1 {
		return Saved{}, fmt.Errorf("%w: %q is no tag", ErrInvalid, tag)
	}
	return change(tx, slug, "tag", windows, func(p *Page) error {
		addTag(p, clean[0])
		return nil
	})
}

// Untag takes a tag off a page; Skipped if it does not have it.
func Untag(tx *db.Tx, slug, tag string, windows Windows) (Saved, error) {
	clean := cleanTags([]string{tag})
	return change(tx, slug, "untag", windows, func(p *Page) error {
		p.untag(clean)
		return nil
	})
}

// AddEvent adds a dated entry to a page's timeline; Skipped if it has one of that date, source and summary. The error wraps
// ErrDate, ErrInvalid or ErrEvent.
func AddEvent(tx *db.Tx, slug string, e Event, windows Windows) (Saved, error) {
	date, err := CheckDate(e.Date)
	if err != nil {
		return Saved{}, err
	}
	e.Date, e.Summary, e.Source = date, oneLine(e.Summary), oneLine(e.Source)
	if e.Summary == "" {
		return Saved{}, fmt.Errorf("%w: the entry says nothing", ErrInvalid)
	}
	return change(tx, slug, "timeline-add", windows, func(p *Page) error {
		if hasEvent(*p, e) {
			return nil
		}
		return p.AddEvent(e)
	})
}

// AddLink adds a link between two pages, or gives one of that type another context. The target is a slug, or whatever a
// link may call a page; a page that is not there yet is linked when it comes. The link stands in the property "links" of the
// page that it leads from.
func AddLink(tx *db.Tx, from, to, linkType, context string, windows Windows) (Saved, error) {
	l := Link{Kind: LinkManual, Type: LinkType(linkType), Context: oneLine(context)}
	var ok bool
	if l.Target, ok = linkTarget(from+".md", LinkManual, to); !ok {
		return Saved{}, fmt.Errorf("%w: %q names no page", ErrInvalid, to)
	}
	if l.Type == "" {
		l.Type = Mentions
	}
	return change(tx, from, "link", windows, func(p *Page) error {
		if err := checkLinksField(*p); err != nil {
			return err
		}
		addLink(p, l)
		return nil
	})
}

// addLink puts a link into the property "links", or gives the one there its context; false if it is there as it is. A link
// without a context says nothing of it.
func addLink(p *Page, l Link) bool {
	links := ManualLinks(*p)
	switch i := slices.IndexFunc(links, func(o Link) bool { return o.key() == l.key() }); {
	case i < 0:
		links = append(links, l)
	case l.Context == "" || links[i].Context == l.Context:
		return false
	default:
		links[i].Context = l.Context
	}
	p.SetManualLinks(links)
	return true
}

// Unlink takes the links off a page that AddLink made; linkType "" is all types. Links in the text are the text's: they go
// when it is rewritten. Skipped if there is none.
func Unlink(tx *db.Tx, from, to, linkType string, windows Windows) (Saved, error) {
	linkType = LinkType(linkType)
	old, err := findLive(tx, from)
	if err != nil {
		return Saved{}, err
	}
	targets, err := texts(tx, `SELECT DISTINCT l.target FROM links l LEFT JOIN pages o ON o.id = l.other_id
		WHERE l.page_id = ?1 AND l.link_source = ?2 AND NOT l.incoming AND (l.target = ?3 OR o.slug = ?3 OR l.slug_key = ?4)`,
		old.ID, LinkManual, to, keyOf(SlugOf(to)))
	if err != nil {
		return Saved{}, err
	}
	return change(tx, from, "unlink", windows, func(p *Page) error {
		links := ManualLinks(*p)
		left := slices.DeleteFunc(slices.Clone(links), func(l Link) bool {
			return slices.Contains(targets, l.Target) && (linkType == "" || l.Type == linkType)
		})
		if len(left) < len(links) {
			p.SetManualLinks(left)
		}
		return nil
	})
}

// LinkType makes the type of a link one word: works at is works_at.
func LinkType(s string) string { return strings.ReplaceAll(oneLine(s), " ", "_") }

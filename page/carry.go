package page

import (
	"brain/db"
)

// carryOver writes into a new text what commands have added to the page and the text does not have: a file on disk knows
// nothing of them, and neither does an agent that writes a page anew. A text that lists tags, or links, has been seen by
// whoever wrote it with those that commands had added, so what it leaves out is meant to go; but a file may be older, so
// there only what the file once had can go.
func carryOver(tx *db.Tx, d *Draft) error {
	p := &d.Page
	if _, listed := p.Frontmatter.Fields.Get("tags"); !listed || d.Origin == FromFile {
		tags, err := texts(tx, `SELECT tag FROM page_tags WHERE page_id = ? AND origin = 'command' ORDER BY tag`, d.Old.ID)
		if err != nil {
			return err
		}
		for _, t := range tags {
			if addTag(p, t) {
				d.carry(t)
			}
		}
	}
	if _, listed := p.Frontmatter.Fields.Get(LinksKey); !listed || d.Origin == FromFile {
		links, err := commandLinks(tx, d.Old.ID)
		if err != nil {
			return err
		}
		for _, l := range links {
			if addLink(p, l) {
				d.carry(l.key())
			}
		}
	}
	events, err := commandEvents(tx, d.Old.ID)
	if err != nil {
		return err
	}
	for _, e := range events {
		if !hasEvent(*p, e) {
			p.AddEvent(e)
			d.carry(e.key())
		}
	}
	if len(d.carried) == 0 {
		return nil
	}
	return d.rerender()
}

// carry notes that a tag, a link or an event (by its key) is in the text only because a command once added it.
func (d *Draft) carry(key any) {
	if d.carried == nil {
		d.carried = map[any]bool{}
	}
	d.carried[key] = true
}

// origin is that of a row whose key the text holds, if it had the origin old before ("" for none).
func (d *Draft) origin(old Origin, key any) Origin {
	switch {
	case d.carried[key]:
		return FromCommand
	case d.Origin == FromFile:
		return FromText
	case old != "":
		return old
	}
	return d.Origin
}

// rerender writes the page's properties into its source and reads it again, so that what is stored is what the source says.
func (d *Draft) rerender() error {
	src, _, err := Render(d.Page)
	if err != nil {
		return err
	}
	slug := d.Page.Slug
	d.Page = Parse(d.Page.Path, src)
	d.Page.Slug = slug
	return nil
}

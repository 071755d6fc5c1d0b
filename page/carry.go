package page

import (
	"brain/db"
)

// carryOver writes into a new text what commands have added to the page and the text does not have: a file on disk knows
// nothing of them, and neither does an agent that writes a page anew. A text that lists tags, or links, has been seen by
// whoever wrote it with those that commands had added, so what it leaves out is meant to go; but a file may be older, so
// there only what the file once had can go. What cannot be written into the text (a file whose frontmatter is broken past
// repair) is lost with it: a file must not keep an import from going on. It stays in the history.
func carryOver(tx *db.Tx, d *Draft) (lost []string, err error) {
	additions, err := missing(tx, d)
	if err != nil || len(additions) == 0 {
		return nil, err
	}
	if d.with(additions) == nil {
		return nil, nil
	}
	for _, a := range additions {
		if d.with([]addition{a}) != nil {
			lost = append(lost, a.name)
		}
	}
	return lost, nil
}

// addition is a tag, link or event that a command has added.
type addition struct {
	name string
	key  any
	add  func(*Page) error
}

// missing lists the additions that the text lacks.
func missing(tx *db.Tx, d *Draft) (out []addition, err error) {
	asked := func(key string) bool {
		_, listed := d.Page.Frontmatter.Fields.Get(key)
		return !listed || d.Origin == FromFile
	}
	if asked("tags") {
		tags, err := texts(tx, `SELECT tag FROM page_tags WHERE page_id = ? AND origin = 'command' ORDER BY tag`, d.Old.ID)
		if err != nil {
			return nil, err
		}
		for _, t := range tags {
			if p := d.Page; addTag(&p, t) {
				out = append(out, addition{"tag " + t, t, func(p *Page) error { addTag(p, t); return nil }})
			}
		}
	}
	if asked(LinksKey) {
		links, err := commandLinks(tx, d.Old.ID)
		if err != nil {
			return nil, err
		}
		for _, l := range links {
			if p := d.Page; addLink(&p, l) {
				out = append(out, addition{"link " + l.Type + " " + l.Target, l.key(), func(p *Page) error {
					if err := checkLinksField(*p); err != nil {
						return err
					}
					addLink(p, l)
					return nil
				}})
			}
		}
	}
	events, err := commandEvents(tx, d.Old.ID)
	for _, e := range events {
		if !hasEvent(d.Page, e) {
			out = append(out, addition{"event " + e.Date + " " + e.Summary, e.key(), func(p *Page) error { return p.AddEvent(e) }})
		}
	}
	return out, err
}

// with puts the additions into the page; if they cannot be written, the draft stays as it is.
func (d *Draft) with(additions []addition) error {
	try := *d
	for _, a := range additions {
		if err := a.add(&try.Page); err != nil {
			return err
		}
	}
	if err := try.rerender(); err != nil {
		return err
	}
	d.Page, d.notes = try.Page, try.notes
	if d.carried == nil {
		d.carried = map[any]bool{}
	}
	for _, a := range additions {
		d.carried[a.key] = true
	}
	return nil
}

// origin is that of a row whose key the text holds, if it had the origin old before ("" for none). What is in a text only
// because it was carried over is not the text's.
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
	src, notes, err := Render(d.Page)
	if err != nil {
		return err
	}
	d.notes = append(d.notes, notes...)
	slug := d.Page.Slug
	d.Page = Parse(d.Page.Path, src)
	d.Page.Slug = slug
	return nil
}

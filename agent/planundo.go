package agent

import "slices"

// withJournaled adds the rules files that an earlier set-up chose and that the table would not choose now.
func (p *Plan) withJournaled(parts []part) ([]part, error) {
	entries, err := readJournal(p.state)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		known := slices.ContainsFunc(parts, func(part part) bool { return part.path == e.Path })
		if !known && slices.Contains(e.Kinds, Rules) && slices.Contains(e.Owners, p.setup.owner()) {
			parts = append(parts, part{kind: Rules, path: e.Path, edit: markdownBlock("", "")})
		}
	}
	return parts, nil
}

// planRemoval takes a part out. Where nothing was changed since it was put in, the file becomes what it was, byte for byte.
func (p *Plan) planRemoval(c *Change, part part, t text) error {
	owner := p.setup.owner()
	switch e := c.entry; {
	case c.After == nil:
		return nil
	case e != nil && slices.ContainsFunc(e.Owners, func(o string) bool { return o != owner }):
		c.shared = slices.Contains(e.Owners, owner)
		return nil
	case e != nil && e.unchanged(c.Before):
		c.After = e.Before
		return nil
	}
	body, err := part.edit.remove(t.body, c.was())
	if err != nil || body == t.body {
		return err
	}
	t.body = body
	c.After = t.bytes()
	if part.edit.empty(body) && (c.entry == nil || c.entry.Before == nil) {
		c.After = nil
	}
	return nil
}

// was is the text of the file before ours came into it, as far as the journal knows.
func (c *Change) was() string {
	if c.entry == nil {
		return ""
	}
	t, err := readText(c.entry.Before)
	if err != nil {
		return ""
	}
	return t.body
}

// withoutOurs is what a file would be without what brain put there, be it by another's hand. It is nil for one that is not there,
// or that would hold nothing else.
func (p *Plan) withoutOurs(c *Change) ([]byte, error) {
	if c.Before == nil {
		return nil, nil
	}
	was := c.was()
	t, err := readText(c.Before)
	if err != nil {
		return nil, err
	}
	with := t.body
	s := p.setup
	s.Hooks = true
	parts, _, err := s.parts()
	if err != nil {
		return nil, err
	}
	empty := true
	for _, part := range parts {
		if real, err := realPath(part.path); err != nil || real != c.Real {
			continue
		}
		if t.body, err = part.edit.remove(t.body, was); err != nil {
			return nil, err
		}
		empty = part.edit.empty(t.body)
	}
	if t.body == with {
		return c.Before, nil
	}
	if empty && (c.entry == nil || c.entry.Before == nil) {
		return nil, nil
	}
	return t.bytes(), nil
}

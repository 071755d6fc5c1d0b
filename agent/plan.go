package agent

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// Plan is what setting a client up, or undoing it, changes. Nothing is written before Apply.
type Plan struct {
	Changes []Change
	Notes   []string
	Left    []*Fault // parts that are not done: what another put in their place stays

	setup Setup
	undo  bool
	state string // the folder of the journal and the backups
}

// Change is what becomes of one file.
type Change struct {
	Path   string // as the client names it
	Real   string // where it lies, behind symbolic links
	Kinds  []Kind
	Before []byte // nil: it is not there
	After  []byte // nil: it is removed
	Backup string // the copy of what was there, once it is written; "" where there was nothing

	mode   os.FileMode
	temp   string // where it is written before it takes its place
	noted  *entry // of the journal, as it was read
	entry  *entry // as it is after this change
	shared bool   // another client reads the same lines: undoing changes the journal alone
}

// Same says whether the file stays as it is.
func (c *Change) Same() bool {
	return (c.Before == nil) == (c.After == nil) && bytes.Equal(c.Before, c.After)
}

// Changed says whether a plan changes anything.
func (p *Plan) Changed() bool {
	return slices.ContainsFunc(p.Changes, func(c Change) bool { return !c.Same() || c.shared })
}

// NewPlan looks at the files of a client and says what setting it up would change, or undoing that. state is the folder in which
// brain keeps what it has changed. A file that cannot be read, understood or written is a *Fault, and nothing is changed then.
func NewPlan(s Setup, state string, undo bool) (*Plan, error) {
	if undo {
		s.Hooks = true
	}
	parts, notes, err := s.parts()
	if err != nil {
		return nil, err
	}
	p := &Plan{setup: s, undo: undo, state: state, Notes: notes}
	if undo {
		p.Notes = nil
		if parts, err = p.withJournaled(parts); err != nil {
			return nil, err
		}
	}
	for _, part := range parts {
		known := len(p.Changes)
		if err := p.plan(part); err != nil {
			err = at(part.path, err)
			var f *Fault
			if !errors.As(err, &f) || !f.rest {
				return nil, err
			}
			p.Changes = p.Changes[:known]
			p.leave(part, f)
		}
	}
	for i := range p.Changes {
		if err := p.finish(&p.Changes[i]); err != nil {
			return nil, at(p.Changes[i].Path, err)
		}
	}
	return p, nil
}

// leave notes a part that is not done. Hooks are of use where they can be had, and what else is asked for is missed.
func (p *Plan) leave(part part, f *Fault) {
	if part.kind == Hooks {
		p.Notes = append(p.Notes, fmt.Sprintf("%v: %s", f, f.Fix))
		return
	}
	p.Left = append(p.Left, f)
}

// at puts the path into a fault, and makes one of what the system says.
func at(path string, err error) error {
	var f *Fault
	if errors.As(err, &f) {
		if f.Path == "" {
			f.Path = path
		}
		return f
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return &Fault{Path: path, Problem: fmt.Sprintf("cannot %s it: %v", p.Op, p.Err), Fix: "check its rights"}
	}
	return &Fault{Path: path, Problem: err.Error(), Fix: "check the path"}
}

// owner names who put something into a file: a client, for a project or for all. Two clients may read the same file.
func (s Setup) owner() string {
	if s.Global {
		return s.Client
	}
	return s.Client + " " + s.Project
}

// plan adds what a part changes. Parts of the same file, under whatever name, are changes of one.
func (p *Plan) plan(part part) error {
	real, err := realPath(part.path)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.Changes, func(c Change) bool { return c.Real == real })
	if i < 0 {
		c, err := readChange(part, real)
		if err != nil {
			return err
		}
		if c.noted, err = findEntry(p.state, real); err != nil {
			return err
		}
		c.entry = c.noted
		p.Changes = append(p.Changes, c)
		i = len(p.Changes) - 1
	}
	c := &p.Changes[i]
	if !slices.Contains(c.Kinds, part.kind) {
		c.Kinds = append(c.Kinds, part.kind)
	}
	t, err := readText(c.After)
	if err != nil {
		return err
	}
	if p.undo {
		return p.planRemoval(c, part, t)
	}
	if err := runnable(part, *c); err != nil {
		return err
	}
	if t.body, err = part.edit.add(t.body); err != nil {
		return err
	}
	if after := t.bytes(); c.After != nil || len(after) > 0 {
		c.After = after
	}
	return nil
}

// finish notes what the journal is to say of the file, and makes sure that it can be written.
func (p *Plan) finish(c *Change) error {
	if p.undo {
		if c.entry != nil {
			e := *c.entry
			e.Owners = slices.DeleteFunc(slices.Clone(e.Owners), func(o string) bool { return o == p.setup.owner() })
			c.entry = &e
		}
	} else if err := p.note(c); err != nil {
		return err
	}
	if c.Same() {
		return nil
	}
	return writable(c)
}

// note makes the journal's entry of a file that is set up: what it would be without us.
func (p *Plan) note(c *Change) error {
	e := entry{Path: c.Path, Real: c.Real}
	old := c.entry
	if old != nil && c.Before != nil {
		e = *old
	}
	if old == nil || !old.unchanged(c.Before) {
		var err error
		if e.Before, err = p.withoutOurs(c); err != nil {
			return err
		}
	}
	e.After = sum(c.After)
	for _, k := range c.Kinds {
		if !slices.Contains(e.Kinds, k) {
			e.Kinds = append(slices.Clone(e.Kinds), k)
		}
	}
	if owner := p.setup.owner(); !slices.Contains(e.Owners, owner) {
		e.Owners = append(slices.Clone(e.Owners), owner)
	}
	c.entry = &e
	return nil
}

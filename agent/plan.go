package agent

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Plan is what setting a client up, or undoing it, changes. Nothing is written before Apply.
type Plan struct {
	Changes []Change
	Notes   []string

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
	entry  *entry // of the journal, as it is after this change
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
		if err := p.plan(part); err != nil {
			return nil, at(part.path, err)
		}
	}
	for i := range p.Changes {
		if err := p.finish(&p.Changes[i]); err != nil {
			return nil, at(p.Changes[i].Path, err)
		}
	}
	return p, nil
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
		if c.entry, err = findEntry(p.state, real); err != nil {
			return err
		}
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
	if t.body, err = part.edit.add(t.body); err != nil {
		return err
	}
	if after := t.bytes(); c.After != nil || len(after) > 0 {
		c.After = after
	}
	return nil
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

// realPath follows symbolic links. A link that leads nowhere is a fault: what was meant is not known.
func realPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		to, _ := os.Readlink(path)
		return "", fault(0, "make what it leads to, or remove the link", "it is a symbolic link to %s, which is not there", to)
	}
	dir := filepath.Dir(path)
	if dir == path {
		return path, nil
	}
	real, err = realPath(dir)
	return filepath.Join(real, filepath.Base(path)), err
}

// readChange reads a file as it is.
func readChange(part part, real string) (Change, error) {
	c := Change{Path: part.path, Real: real, mode: part.mode}
	info, err := os.Stat(real)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if !info.Mode().IsRegular() {
		return c, fault(0, "move it away", "it is no file")
	}
	if info.Size() > maxFile+int64(len(bom)) {
		return c, fault(0, "add to it by hand", "it has %d bytes", info.Size())
	}
	if _, hook := part.edit.(shellHook); hook && !runnable(info) {
		return c, fault(0, "make it runnable (chmod +x) or move it away", "git does not run it, for it has not the right to be run")
	}
	c.mode = info.Mode().Perm()
	if c.Before, err = os.ReadFile(real); err != nil {
		return c, err
	}
	if c.Before == nil {
		c.Before = []byte{}
	}
	c.After = c.Before
	return c, nil
}

// writable looks at the rights before anything is changed. A rename would put a new file in the place of one that may not be
// written.
func writable(c *Change) error {
	if c.Before != nil && c.mode&0o200 == 0 {
		return fault(0, "make it writable (chmod u+w), then run this again", "it may not be written")
	}
	dir := filepath.Dir(c.Real)
	for {
		info, err := os.Stat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			dir = filepath.Dir(dir)
			continue
		}
		switch {
		case err != nil:
			return err
		case !info.IsDir():
			return fault(0, "move it away", "%s is no folder", dir)
		case info.Mode()&0o222 == 0:
			return fault(0, "make it writable (chmod u+w), then run this again", "the folder %s may not be written", dir)
		}
		return nil
	}
}

// Diff is the change of a file in unified form. Around lines of settings none are shown: there may be keys in them.
func (c *Change) Diff() string {
	from, to := c.Path, c.Path
	if c.Before == nil {
		from = os.DevNull
	}
	if c.After == nil {
		to = os.DevNull
	}
	around := 0
	if slices.Equal(c.Kinds, []Kind{Rules}) {
		around = 3
	}
	return unified(from, to, string(c.Before), string(c.After), around)
}

func lines(s string) []string {
	out := strings.SplitAfter(s, "\n")
	if last := len(out) - 1; out[last] == "" {
		out = out[:last]
	} else {
		out[last] += "\n\\ No newline at end of file\n"
	}
	return out
}

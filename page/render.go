package page

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrNotMarkdown says that no markdown file would be read as the page, or that
// the page's source is no text to be changed.
var ErrNotMarkdown = errors.New("the page cannot be written as markdown")

// Render gives the file of a page. Source is taken as it is but for what the
// page says otherwise: Title, Type, CompiledTruth, Timeline, Tags and
// Frontmatter.Fields are compared with what Source says, and only lines that
// must change do. Comments, quotes, the order of keys, line ends, a byte order
// mark, a missing line end at the end: all that stays. An unchanged page gives
// its Source, byte for byte; a page without Source a new file.
//
// Title, Type and Tags win over the fields of these names; an empty Title or Type
// stands for what the file, or its path, says without. A title or type that the
// text or the path would not give is written into the frontmatter. The other
// parts of the page (Slug, Created, Events, Frontmatter.Raw) are not looked at.
//
// What comes out reads as the page: Parse gives these parts again. If no file
// does, the error wraps ErrNotMarkdown. A file that was not UTF-8 is changed
// into UTF-8, and a Warning says so.
func Render(p Page) ([]byte, []Warning, error) {
	old := Parse(p.Path, p.Source)
	want := cleaned(p)
	if want.reads(old) {
		return p.Source, nil, nil
	}
	if old.Binary {
		return nil, nil, fmt.Errorf("write %s: %w: its source is binary", p.Path, ErrNotMarkdown)
	}
	if err := keepTags(old, want); err != nil {
		return nil, nil, fmt.Errorf("write %s: %w", p.Path, err)
	}
	doc := newDocument(p.Source, old.Frontmatter)
	var failed error
	for _, way := range []rendering{{}, {newBlock: true}, {newBody: true}, {newBlock: true, newBody: true}} {
		out, err := way.render(doc, old, want)
		if err == nil {
			return out, doc.notes(), nil
		}
		failed = cmp.Or(failed, err)
	}
	// With less sound text around it, damage may be taken for another encoding.
	if len(old.Warnings) > 0 {
		if out, err := (rendering{}).render(doc.plain(), old, want); err == nil {
			return out, append(doc.notes(), Warning{0, "bytes that are no text are written as U+FFFD"}), nil
		}
	}
	return nil, nil, fmt.Errorf("write %s: %w", p.Path, failed)
}

// notes says what became of a file that is not kept as it was.
func (doc document) notes() []Warning {
	if doc.converted == "" {
		return nil
	}
	return []Warning{{0, "the file was " + doc.converted + "; changed, it is UTF-8"}}
}

// reads says whether a file that is read as got says what the page p does.
func (p Page) reads(got Page) bool {
	return (p.Title == "" || p.Title == got.Title) && (p.Type == "" || p.Type == got.Type) &&
		p.CompiledTruth == got.CompiledTruth && p.Timeline == got.Timeline && slices.Equal(p.Tags, got.Tags) &&
		len(changedFields(got.otherFields(), p.otherFields())) == 0 && len(p.dropped(got)) == 0
}

// special are the keys that a page has parts of its own for.
var special = []string{"type", "title", "tags"}

// specialKey spells one of them as the file does.
func (p Page) specialKey(name string) string {
	if f, ok := p.Frontmatter.Fields.Get(name); ok {
		return f.Key
	}
	return name
}

// otherFields are the fields but for the special ones.
func (p Page) otherFields() Object {
	var out Object
	for _, f := range p.Frontmatter.Fields {
		if !slices.ContainsFunc(special, func(name string) bool { return f.Key == p.specialKey(name) }) {
			out = append(out, f)
		}
	}
	return out
}

// dropped are the special keys of the page old that p wants gone: neither the
// part nor the field is there.
func (p Page) dropped(old Page) (edits []fieldEdit) {
	for i, name := range special {
		_, wanted := p.Frontmatter.Fields.Get(name)
		f, there := old.Frontmatter.Fields.Get(name)
		if there && !wanted && []bool{p.Type == "", p.Title == "", len(p.Tags) == 0}[i] {
			edits = append(edits, fieldEdit{key: f.Key, remove: true})
		}
	}
	return edits
}

// A rendering is one way to write a page. The first keeps the most; the others
// are for pages that it would not give back.
type rendering struct {
	newBlock bool // all keys anew
	newBody  bool // truth, sentinel, timeline
}

func (r rendering) render(doc document, old, want Page) ([]byte, error) {
	if r.newBlock && slices.ContainsFunc(old.Warnings, func(w Warning) bool { return strings.HasSuffix(w.Text, keptAsWritten) }) {
		return nil, fmt.Errorf("%w: its frontmatter holds more than is read of it", ErrNotMarkdown)
	}
	lines := doc.lines[doc.front:]
	texts := textsOf(lines)
	truth, timeline := want.CompiledTruth, want.Timeline
	switch {
	case r.newBody:
		texts = plainBody(truth, timeline)
	case truth != old.CompiledTruth || timeline != old.Timeline:
		texts = editedBody(texts, truth, timeline)
	}
	body := remake(lines, textsOf(lines), texts, doc.line)

	edits := append(want.dropped(old), changedFields(old.otherFields(), want.otherFields())...)
	for range len(special) + 2 {
		front, err := r.front(doc, old, want, edits, texts)
		if err != nil {
			return nil, err
		}
		out := doc.bytes(front, body)
		got := Parse(want.Path, out)
		if want.reads(got) {
			return out, nil
		}
		n := len(edits)
		for i, name := range special {
			v := []any{want.Type, want.Title, tagValue(old, want.Tags)}[i]
			same := []bool{want.Type == "" || want.Type == got.Type, want.Title == "" || want.Title == got.Title, slices.Equal(want.Tags, got.Tags)}[i]
			key := old.specialKey(name)
			if !same && !slices.ContainsFunc(edits, func(e fieldEdit) bool { return e.key == key }) {
				edits = append(edits, fieldEdit{key: key, value: v})
			}
		}
		// What referred to a value that has changed gets the one that it had.
		for _, e := range changedFields(got.otherFields(), want.otherFields()) {
			if !slices.ContainsFunc(edits, func(o fieldEdit) bool { return o.key == e.key }) {
				edits = append(edits, e)
			}
		}
		if len(edits) == n {
			break
		}
	}
	return nil, fmt.Errorf("%w: what it says would be read as something else", ErrNotMarkdown)
}

// front gives the lines of the frontmatter; none if nothing is to be stored.
func (r rendering) front(doc document, old, want Page, edits []fieldEdit, body []string) ([]docLine, error) {
	if doc.front == 0 {
		// A text that looks like frontmatter needs one before it.
		looksLike := r.newBlock && len(body) > 0 && (isRule(body[0]) || strings.HasPrefix(body[0], "+++"))
		if len(edits) == 0 && !looksLike {
			return nil, nil
		}
		lines, err := block{}.edited(inOrder(edits), doc.line)
		if err != nil {
			return nil, err
		}
		lines = append(append([]docLine{doc.line("---")}, lines...), doc.line("---"))
		if len(body) > 0 && !isBlank(body[0]) {
			lines = append(lines, doc.line(""))
		}
		return lines, nil
	}
	inner := doc.lines[1 : doc.front-1]
	b, ok := readBlock(old.Frontmatter, inner)
	var comments []docLine
	if r.newBlock {
		comments = b.allComments(old.Frontmatter.Raw, doc.line)
		b = block{toml: b.toml}
		all := changedFields(nil, old.Frontmatter.Fields)
		for _, e := range edits {
			if i := slices.IndexFunc(all, func(f fieldEdit) bool { return f.key == e.key }); i >= 0 {
				all[i] = e
			} else {
				all = append(all, e)
			}
		}
		edits = all
	} else if !ok && len(edits) > 0 {
		return nil, fmt.Errorf("%w: its keys have no lines of their own", ErrNotMarkdown)
	}
	lines, err := b.edited(edits, doc.line)
	if err != nil {
		return nil, err
	}
	return slices.Concat(doc.lines[:1], comments, lines, doc.lines[doc.front-1:doc.front]), nil
}

// inOrder puts type and title before and tags behind the others, as GBrain does.
func inOrder(edits []fieldEdit) []fieldEdit {
	rank := func(e fieldEdit) int {
		return []int{2, 0, 1, 3}[1+slices.Index(special, e.key)]
	}
	out := slices.Clone(edits)
	slices.SortStableFunc(out, func(a, b fieldEdit) int { return rank(a) - rank(b) })
	return out
}

// changedFields lists what makes the fields want of old.
func changedFields(old, want Object) (edits []fieldEdit) {
	text := func(f Field) string { return string(Object{{Value: f.Value}}.JSON()) }
	have := make(map[string]string, len(old))
	for _, f := range old {
		have[f.Key] = text(f)
	}
	wanted := make(map[string]bool, len(want))
	for _, f := range want {
		wanted[f.Key] = true
		if was, ok := have[f.Key]; !ok || was != text(f) {
			edits = append(edits, fieldEdit{key: f.Key, value: f.Value})
		}
	}
	for _, f := range old {
		if !wanted[f.Key] {
			edits = append(edits, fieldEdit{key: f.Key, remove: true})
		}
	}
	return edits
}

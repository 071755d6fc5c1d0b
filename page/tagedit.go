package page

import (
	"fmt"
	"slices"
	"strings"
)

// tagValue is the value of the tags key: in the old one's form, with the tags
// that stay as they are there (2024 as a number, #a with its mark, lists in the
// list), and what is no tag.
func tagValue(old Page, tags []string) any {
	f, _ := old.Frontmatter.Fields.Get("tags")
	if s, ok := f.Value.(string); ok && strings.Contains(s, ",") && len(tags) > 0 && !strings.Contains(strings.Join(tags, ""), ",") {
		return strings.Join(tags, ", ")
	}
	was, ok := f.Value.([]any)
	if s, isText := f.Value.(string); !ok && f.Value != nil && (!isText || len(cleanTags([]string{s})) > 0 && !strings.Contains(s, ",")) {
		was = []any{f.Value}
	}
	list := withoutTags(was, tags)
	have := cleanTags(scalars(list, nil))
	for _, t := range tags {
		if !slices.Contains(have, t) {
			list = append(list, t)
		}
	}
	if slices.Equal(cleanTags(scalars(list, nil)), tags) {
		return list
	}
	list = list[:0:0] // in another order
	for _, t := range tags {
		list = append(list, t)
	}
	return list
}

// withoutTags is a list without the tags that are not wanted, and without what only held such.
func withoutTags(list []any, wanted []string) []any {
	out := []any{}
	for _, v := range list {
		if inner, ok := v.([]any); ok {
			if left := withoutTags(inner, wanted); len(left) > 0 || len(inner) == 0 {
				out = append(out, left)
			}
			continue
		}
		if tag := cleanTags(scalars([]any{v}, nil)); len(tag) == 0 || slices.Contains(wanted, tag[0]) {
			out = append(out, v)
		}
	}
	return out
}

// untag takes tags off a page. The property goes with the last one, unless it says more: what is no tag, or a comment.
func (p *Page) untag(tags []string) {
	had := len(p.Tags)
	p.Tags = slices.DeleteFunc(slices.Clone(p.Tags), func(t string) bool { return slices.Contains(tags, t) })
	f, ok := p.Frontmatter.Fields.Get("tags")
	if !ok || len(p.Tags) > 0 || had == 0 {
		return
	}
	if rest, ok := tagValue(*p, nil).([]any); ok && len(rest) == 0 && !p.hasComment(f.Key) {
		p.UnsetField(f.Key)
	}
}

// hasComment says whether there are comments, or an anchor that others may refer to, in the lines of a property.
func (p *Page) hasComment(key string) bool {
	b, ok := p.Frontmatter.block()
	if !ok {
		return false
	}
	for _, k := range b.keys {
		if k.key == key && (k.value != nil && k.value.Anchor != "" || len(b.commentLines(b.lines[k.from:k.to], func(s string) docLine { return docLine{text: s} })) > 0) {
			return true
		}
	}
	return false
}

// block finds the keys of a frontmatter apart from its file.
func (fm Frontmatter) block() (block, bool) {
	var lines []docLine
	for text := range strings.Lines(fm.Raw) {
		lines = append(lines, docLine{text: strings.TrimSuffix(text, "\n")})
	}
	return readBlock(fm, lines)
}

// keepTags refuses to put tags in the place of what is no list of them: a mapping, tables of TOML, a list that cannot be read.
func keepTags(old, want Page) error {
	f, ok := old.Frontmatter.Fields.Get("tags")
	now, _ := want.Frontmatter.Fields.Get(f.Key)
	if !ok || slices.Equal(old.Tags, want.Tags) || len(changedFields(Object{{Key: f.Key, Value: f.Value}}, Object{{Key: f.Key, Value: now.Value}})) > 0 {
		return nil
	}
	_, mapping := f.Value.(Object)
	if list, ok := f.Value.([]any); ok && old.Frontmatter.Format == "toml" && len(list) > 0 {
		if b, ok := old.Frontmatter.block(); ok {
			mapping = slices.ContainsFunc(b.keys, func(k keySpan) bool { return k.key == f.Key && k.apart })
		}
	}
	if mapping {
		return fmt.Errorf("%w: its tags (line %d) are a mapping, not a list, and would be lost", ErrNotMarkdown, f.Line)
	}
	// Such as [#a, #b], where # begins a comment: all that is known of them is their text.
	if text, ok := f.Value.(string); ok && strings.HasPrefix(text, "[") {
		return fmt.Errorf("%w: its tags (line %d) are a list that is not well formed; put quotes around what begins with # or @, or take the marks off", ErrNotMarkdown, f.Line)
	}
	return nil
}

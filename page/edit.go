package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// SetField gives a key of the frontmatter a value (nil, bool, json.Number,
// string, []any or Object; integers and lists of strings are taken too), and
// Title, Type or Tags with it if the key is theirs.
func (p *Page) SetField(key string, value any) {
	value = cleanValue(value)
	f := Field{Key: key, Value: value}
	switch v := value.(type) {
	case string:
		f.Text = v
	case json.Number:
		f.Text = v.String()
	case bool:
		f.Text = fmt.Sprint(v)
	}
	fields := slices.Clone(p.Frontmatter.Fields)
	if i := slices.IndexFunc(fields, func(g Field) bool { return g.Key == key }); i >= 0 {
		fields[i] = f
	} else {
		fields = append(fields, f)
	}
	p.Frontmatter.Fields = fields
	p.follow(key)
}

// UnsetField takes a key out of the frontmatter, and Title, Type or Tags with it
// if the key is theirs: then they are what the text and the path say.
func (p *Page) UnsetField(key string) {
	p.Frontmatter.Fields = slices.DeleteFunc(slices.Clone(p.Frontmatter.Fields), func(f Field) bool { return f.Key == key })
	p.follow(key)
}

// follow makes Title, Type or Tags what the frontmatter says now.
func (p *Page) follow(key string) {
	fresh := Page{Path: p.Path, Frontmatter: p.Frontmatter}
	switch strings.ToLower(key) {
	case "title":
		p.Title = ""
		if f, ok := fresh.Frontmatter.Fields.Get("title"); ok && f.Value != nil {
			fresh.readTitle(nil, nil)
			p.Title = fresh.Title
		}
	case "type":
		p.Type = ""
		if f, ok := fresh.Frontmatter.Fields.Get("type"); ok && f.Value != nil {
			fresh.readType()
			p.Type = fresh.Type
		}
	case "tags":
		fresh.readTags()
		p.Tags = fresh.Tags
	}
}

// SetTruth gives the page another truth. A title that the text or the file's name
// gave is again what they give.
func (p *Page) SetTruth(text string) {
	derived := p.Title == p.derivedTitle()
	p.CompiledTruth = cleanText(text)
	if f, ok := p.Frontmatter.Fields.Get("title"); derived && (!ok || f.Value == nil) {
		p.Title = p.derivedTitle()
	}
}

// derivedTitle is the title that a file without one in its frontmatter has.
func (p *Page) derivedTitle() string {
	lines := strings.Split(joinBlocks(p.CompiledTruth, p.Timeline), "\n")
	if title := headingTitle(lines, fences(lines)); title != "" {
		return clipTitle(title)
	}
	return clipTitle(humanize(p.Path))
}

// cleaned is the page as a file can say it.
func cleaned(p Page) Page {
	p.Title = clipTitle(oneLine(strings.ToValidUTF8(p.Title, "\uFFFD")))
	p.Type = oneLine(strings.ToValidUTF8(p.Type, "\uFFFD"))
	p.CompiledTruth, p.Timeline = cleanText(p.CompiledTruth), cleanText(p.Timeline)
	p.Tags = cleanTags(p.Tags)
	fields, _ := cleanValue(p.Frontmatter.Fields).(Object)
	p.Frontmatter.Fields = fields
	return p
}

// cleanText does to a text what Parse does to that of a file.
func cleanText(s string) string {
	s = strings.ReplaceAll(unifyNewlines(strings.ToValidUTF8(s, "\uFFFD")), "\x00", "\uFFFD")
	return joinTrimmed(strings.Split(s, "\n"))
}

// cleanValue makes a value one of those of Field.
func cleanValue(v any) any {
	switch v := v.(type) {
	case nil, bool, json.Number:
		return v
	case string:
		return strings.ToValidUTF8(v, "\uFFFD")
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = cleanValue(v[i])
		}
		return list
	case []string:
		list := make([]any, len(v))
		for i := range v {
			list[i] = cleanValue(v[i])
		}
		return list
	case Object:
		out, index := make(Object, 0, len(v)), make(map[string]int, len(v))
		for _, f := range v {
			f.Key, f.Value = strings.ToValidUTF8(f.Key, "\uFFFD"), cleanValue(f.Value)
			out.set(f, index)
		}
		return out
	case int, int64:
		return json.Number(fmt.Sprint(v))
	}
	return fmt.Sprint(v)
}

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

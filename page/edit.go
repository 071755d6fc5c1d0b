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

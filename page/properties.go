package page

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// MaxTitle is the length of the longest title, in runes. A longer one is cut: it
// is a text that somebody put on one line.
const MaxTitle = 256

// readTitle takes the title from the frontmatter, else from the first "# "
// heading outside code fences, else from the file name. Any scalar is a title:
// 404 and 2024-01-02 are what they look like.
func (p *Page) readTitle(lines []string, fenced []fence) {
	var title string
	line := 0
	if f, ok := p.Frontmatter.Fields.Get("title"); ok && f.Value != nil {
		title, line = oneLine(f.Text), f.Line
		if title == "" {
			title = oneLine(p.Frontmatter.rawValue(f))
		}
	}
	if title == "" {
		title = headingTitle(lines, fenced)
	}
	if title == "" {
		title = humanize(p.Path)
	}
	p.Title = clipTitle(title)
	if p.Title != title {
		p.warn(line, fmt.Sprintf("the title is longer than %d characters; cut", MaxTitle))
	}
}

// headingTitle is the text of the first "# " heading that has one.
func headingTitle(lines []string, fenced []fence) string {
	for i, line := range lines {
		if level, text, ok := heading(line); ok && level == 1 && fenced[i] == noFence && oneLine(text) != "" {
			return oneLine(text)
		}
	}
	return ""
}

// rawValue returns a list or mapping as it was written: "title: [Draft]" means
// the brackets.
func (fm Frontmatter) rawValue(f Field) string {
	switch f.Value.(type) {
	case []any, Object:
	default:
		return ""
	}
	key := yamlKey
	if fm.Format == "toml" {
		key = tomlKey
	}
	props, _ := splitProperties(fm.Raw, key)
	for _, p := range props {
		if p.line == f.Line {
			return p.value
		}
	}
	return ""
}

// oneLine collapses white space and control characters.
func oneLine(s string) string {
	if isOneLine(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// isOneLine says of most of what oneLine would leave as it is that it is so.
func isOneLine(s string) bool {
	space := true
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ':
			if space {
				return false
			}
			space = true
		case c < ' ' || c >= 0x7f:
			return false
		default:
			space = false
		}
	}
	return !space || s == ""
}

func clipTitle(s string) string {
	if utf8.RuneCountInString(s) <= MaxTitle {
		return s
	}
	return string([]rune(s)[:MaxTitle-1]) + "…"
}

// humanize makes a title of a file name: "do-things_well.md" is "Do Things Well".
func humanize(file string) string {
	name, _ := cutExt(path.Base(file))
	words := strings.FieldsFunc(strings.ToValidUTF8(name, "\uFFFD"), func(r rune) bool {
		return r == '-' || r == '_' || unicode.IsSpace(r) || unicode.IsControl(r)
	})
	for i, w := range words {
		r, n := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToTitle(r)) + w[n:]
	}
	if len(words) == 0 {
		return oneLine(name)
	}
	return strings.Join(words, " ")
}

// typesByDir lists the directories that name a type, in GBrain's order: the first
// that occurs anywhere in the path decides.
var typesByDir = []struct {
	dirs []string
	kind string
}{
	{[]string{"writing"}, "writing"},
	{[]string{"wiki/analysis"}, "analysis"},
	{[]string{"wiki/guides", "wiki/guide"}, "guide"},
	{[]string{"wiki/hardware"}, "hardware"},
	{[]string{"wiki/architecture"}, "architecture"},
	{[]string{"wiki/concepts", "wiki/concept"}, "concept"},
	{[]string{"people", "person"}, "person"},
	{[]string{"companies", "company"}, "company"},
	{[]string{"deals", "deal"}, "deal"},
	{[]string{"yc"}, "yc"},
	{[]string{"civic"}, "civic"},
	{[]string{"projects", "project"}, "project"},
	{[]string{"sources", "source"}, "source"},
	{[]string{"media"}, "media"},
	{[]string{"emails", "email"}, "email"},
	{[]string{"slack"}, "slack"},
	{[]string{"cal", "calendar"}, "calendar-event"},
	{[]string{"notes", "note"}, "note"},
	{[]string{"meetings", "meeting"}, "meeting"},
	{[]string{"life/events"}, "event"},
	{[]string{"life/diary"}, "diary"},
	{[]string{"concepts", "concept"}, "concept"},
}

// typeByPath returns the type that the directories of a path say; without one it
// is concept for a page that has properties and note for a bare file (GBrain).
func typeByPath(file string, properties bool) string {
	dir := "/" + strings.ToLower(path.Dir(file)) + "/"
	for _, t := range typesByDir {
		for _, d := range t.dirs {
			if strings.Contains(dir, "/"+d+"/") {
				return t.kind
			}
		}
	}
	if properties {
		return "concept"
	}
	return "note"
}

func (p *Page) readType() {
	if f, ok := p.Frontmatter.Fields.Get("type"); ok && f.Value != nil {
		p.Type = oneLine(f.Text)
		if p.Type == "" {
			p.warn(f.Line, "frontmatter: type is no text; the directory decides")
		}
	}
	if p.Type == "" {
		p.Type = typeByPath(p.Path, p.Frontmatter.Format != "")
	}
}

// readTags takes a list, or text with commas between the tags.
func (p *Page) readTags() {
	f, ok := p.Frontmatter.Fields.Get("tags")
	if !ok || f.Value == nil {
		return
	}
	var tags []string
	switch v := f.Value.(type) {
	case string:
		tags = strings.Split(v, ",")
	case []any:
		tags = scalars(v, nil)
	case Object:
		p.warn(f.Line, "frontmatter: tags is a mapping, neither a list nor text; no tags taken")
	default:
		tags = []string{f.Text}
	}
	p.Tags = cleanTags(tags)
}

// cleanTags gives each tag once, on one line and without a leading '#'.
func cleanTags(tags []string) (out []string) {
	seen := map[string]bool{}
	for _, t := range tags {
		t = strings.TrimLeft(oneLine(strings.ToValidUTF8(t, "\uFFFD")), "# ")
		if t != "" && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// scalars appends the scalars of nested lists to texts.
func scalars(list []any, texts []string) []string {
	for _, v := range list {
		switch v := v.(type) {
		case string:
			texts = append(texts, v)
		case json.Number:
			texts = append(texts, v.String())
		case bool:
			texts = append(texts, strconv.FormatBool(v))
		case []any:
			texts = scalars(v, texts)
		}
	}
	return texts
}

// dateLayouts are the spellings of a date in frontmatter; one-digit months and
// days are read too.
var dateLayouts = []string{
	time.RFC3339, "2006-1-2", "2006-1-2 15:04:05", "2006-1-2T15:04:05", "2006-1-2 15:04", "2006-1-2T15:04",
	"2006-1-2 15:04:05Z07:00", "2006-1-2 15:04:05 Z07:00", "2006-1-2 15:04:05 -0700", "2006-1-2T15:04:05-0700", "2006-1-2T15:04Z07:00",
	"2006/1/2", "2006/1/2 15:04", "2006/1/2 15:04:05", "2006.1.2", "20060102",
	"January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006",
}

func (p *Page) readCreated() {
	for _, key := range []string{"created", "date"} {
		f, ok := p.Frontmatter.Fields.Get(key)
		if !ok || f.Value == nil || f.Text == "" {
			continue
		}
		text := oneLine(f.Text)
		for _, layout := range dateLayouts {
			if t, err := time.Parse(layout, text); err == nil {
				p.Created = t
				return
			}
		}
		if t, ok := epoch(text); ok {
			p.Created = t
			return
		}
		p.warn(f.Line, fmt.Sprintf("frontmatter: %s is no date: %.40q", key, text))
	}
}

// epoch reads milliseconds since 1970, which Dendron writes, and seconds.
func epoch(text string) (time.Time, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err == nil && len(text) == 13:
		return time.UnixMilli(n).UTC(), true
	case err == nil && len(text) == 10:
		return time.Unix(n, 0).UTC(), true
	}
	return time.Time{}, false
}

// checkSlug warns of a slug in the frontmatter that is not the path's. The path
// wins: two files may claim one slug, but never one path.
func (p *Page) checkSlug() {
	f, ok := p.Frontmatter.Fields.Get("slug")
	if ok && f.Text != "" && f.Text != p.Slug && SlugOf(f.Text) != p.Slug {
		p.warn(f.Line, fmt.Sprintf("frontmatter: slug %.80q is not the path's, %q; the path's counts", oneLine(f.Text), p.Slug))
	}
}

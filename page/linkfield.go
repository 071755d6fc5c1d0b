package page

import (
	"fmt"
	"slices"
	"strings"

	"brain/pattern"
)

// fieldEdges are the properties that name other pages, with what GBrain makes of
// them: a property of a company that names people says what they do.
var fieldEdges = []struct {
	keys     []string
	page     []string // types of pages that it holds for; none is all
	kind     string
	incoming bool
	folders  []string
	slug     bool // only what looks like a path is a page, other text is not
}{
	{[]string{"company", "companies"}, []string{"person"}, "works_at", false, []string{"companies"}, false},
	{[]string{"founded"}, []string{"person"}, "founded", false, []string{"companies"}, false},
	{[]string{"key_people"}, []string{"company"}, "works_at", true, []string{"people"}, false},
	{[]string{"partner"}, []string{"company"}, "yc_partner", true, []string{"people"}, false},
	{[]string{"investors"}, []string{"company", "deal"}, "invested_in", true, []string{"companies", "funds", "people"}, false},
	{[]string{"lead"}, []string{"deal"}, "led_round", true, []string{"companies", "funds", "people"}, false},
	{[]string{"attendees"}, []string{"meeting"}, "attended", true, []string{"people"}, false},
	{[]string{"sources"}, nil, "discussed_in", true, []string{"source", "sources", "media"}, true},
	{[]string{"source"}, nil, "source", false, nil, true},
	{[]string{"related", "see_also"}, nil, "related_to", false, nil, false},
}

// LinksKey is the property that manual links are written to: a list of mappings
// {to, type, context}. Other items of it are left alone.
const LinksKey = "links"

var wikiText = pattern.Lazy(`\[\[([^\[\]\n]+)\]\]`)

// fieldLinks reads the links of the properties. A property that is not in the
// table names pages by [[name]] only; its key is their type.
func fieldLinks(p Page) []Link {
	var links []Link
	textFirst := isDendron(p)
	for _, f := range p.Frontmatter.Fields {
		key := strings.ToLower(strings.ReplaceAll(f.Key, "-", "_"))
		l := Link{Kind: LinkFrontmatter, Type: key, Context: cleanName(f.Key), Line: f.Line}
		bare, slug := false, false
		for _, e := range fieldEdges {
			if slices.Contains(e.keys, key) && (e.page == nil || slices.Contains(e.page, p.Type)) {
				l.Type, l.Incoming, l.Folders, bare, slug = e.kind, e.incoming, e.folders, true, e.slug
			}
		}
		switch key {
		case "title", "type", "tags", "aliases", "alias", "slug":
			continue
		case LinksKey:
			l.Type = Mentions
			links = append(links, manualLinks(p, f)...)
		}
		for _, name := range fieldNames(p.Frontmatter, f, bare, textFirst) {
			if slug && !name.wiki && (!strings.Contains(name.text, "/") || strings.Contains(name.text, " ")) {
				continue
			}
			if target, ok := linkTarget(p.Path, LinkFrontmatter, name.text); ok && !scheme().MatchString(name.text) {
				l.Target = target
				links = append(links, l)
			}
		}
	}
	return links
}

// A fieldName is one name in a property.
type fieldName struct {
	text string
	wiki bool // it is in [[…]]
}

// fieldNames lists the names in a property: those in [[…]], and the bare ones if
// they are wanted. YAML reads [[x]] without quotes as a list in a list.
func fieldNames(fm Frontmatter, f Field, bare, textFirst bool) (names []fieldName) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			found := wikiText().FindAllStringSubmatch(v, -1)
			for _, m := range found {
				names = append(names, fieldName{wikiName(m[1], textFirst), true})
			}
			if bare && len(found) == 0 {
				names = append(names, fieldName{v, false})
			}
		case []any:
			for _, item := range v {
				if inner, ok := item.([]any); ok && len(inner) == 1 {
					if name, ok := inner[0].(string); ok {
						names = append(names, fieldName{wikiName(name, textFirst), true})
						continue
					}
				}
				walk(item)
			}
		case Object:
			for _, key := range []string{"slug", "name", "page", "to"} {
				if inner, ok := v.Get(key); ok && f.Key != LinksKey {
					walk(inner.Value)
					return
				}
			}
		}
	}
	walk(f.Value)
	return names
}

// manualLinks reads the mappings of the property "links".
func manualLinks(p Page, f Field) (links []Link) {
	list, _ := f.Value.([]any)
	for _, item := range list {
		o, ok := item.(Object)
		if !ok {
			continue
		}
		text := func(key string) string {
			f, _ := o.Get(key)
			s, _ := f.Value.(string)
			return cleanName(s)
		}
		target, ok := linkTarget(p.Path, LinkManual, text("to"))
		if !ok {
			continue
		}
		l := Link{Target: target, Kind: LinkManual, Type: text("type"), Context: text("context"), Line: f.Line}
		if l.Type == "" {
			l.Type = Mentions
		}
		links = append(links, l)
	}
	return links
}

// ManualLinks lists the links that were made by command and written into the
// page's frontmatter.
func ManualLinks(p Page) []Link {
	f, ok := p.Frontmatter.Fields.Get(LinksKey)
	if !ok {
		return nil
	}
	return manualLinks(p, f)
}

// SetManualLinks writes links made by command into the page's frontmatter, in
// place of those that are there. Target, Type and Context count; what else stands
// in the mapping of one that stays is left there. Without links the property goes,
// unless it holds something else.
func (p *Page) SetManualLinks(links []Link) {
	var list []any
	there := map[linkKey]bool{}
	f, ok := p.Frontmatter.Fields.Get(LinksKey)
	items, isList := f.Value.([]any)
	if !isList && f.Value != nil {
		items = []any{f.Value}
	}
	for _, item := range items {
		old := manualLinks(*p, Field{Value: []any{item}})
		if len(old) == 0 {
			list = append(list, item)
			continue
		}
		i := slices.IndexFunc(links, func(l Link) bool { return manualKey(l) == manualKey(old[0]) })
		if i < 0 {
			continue
		}
		there[manualKey(links[i])] = true
		if l := links[i]; l.Context != old[0].Context {
			o := slices.Clone(item.(Object))
			o = slices.DeleteFunc(o, func(f Field) bool { return f.Key == "context" })
			if l.Context != "" {
				o = append(o, Field{Key: "context", Value: l.Context})
			}
			item = o
		}
		list = append(list, item)
	}
	for _, l := range links {
		if there[manualKey(l)] {
			continue
		}
		o := Object{{Key: "to", Value: l.Target}}
		if l.Type != "" && l.Type != Mentions {
			o = append(o, Field{Key: "type", Value: l.Type})
		}
		if l.Context != "" {
			o = append(o, Field{Key: "context", Value: l.Context})
		}
		list = append(list, o)
	}
	key := LinksKey
	if ok {
		key = f.Key
	}
	if len(list) == 0 {
		p.UnsetField(key)
		return
	}
	p.SetField(key, list)
}

// manualKey is the key of a link made by command, of which the target and the type count.
func manualKey(l Link) linkKey {
	l.Kind, l.Incoming = LinkManual, false
	if l.Type == "" {
		l.Type = Mentions
	}
	return l.key()
}

// checkLinksField refuses to make a list of a property "links" that is a mapping: it is somebody else's.
func checkLinksField(p Page) error {
	f, _ := p.Frontmatter.Fields.Get(LinksKey)
	if _, mapping := f.Value.(Object); mapping {
		return fmt.Errorf("%w: its property %s (line %d) is a mapping, not a list, and would be lost", ErrNotMarkdown, f.Key, f.Line)
	}
	return nil
}

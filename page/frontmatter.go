package page

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"brain/pattern"
)

// maxFrontmatter is the longest block in bytes that is read as properties. The
// bound keeps the time of reading a file that is full of errors at a few seconds.
const maxFrontmatter = 1 << 20

// cutFrontmatter takes the block of properties off the head of a text: YAML
// between --- lines or TOML between +++ lines, the first of them on line 1. A
// block that holds no mapping is text (a page may well begin with a rule), and
// so is one that is never closed.
func cutFrontmatter(text string) (fm Frontmatter, body string, warnings []Warning) {
	first, rest, ok := strings.Cut(text, "\n")
	mark := strings.TrimRight(first, " \t")
	if !ok || mark != "---" && mark != "+++" {
		return Frontmatter{}, text, nil
	}
	asText := func(why string) (Frontmatter, string, []Warning) {
		return Frontmatter{}, text, []Warning{{1, mark + " opens no frontmatter (" + why + "); read as text"}}
	}
	raw, body, ok := cutBlock(rest, mark)
	if !ok {
		return asText("it is never closed")
	}
	if len(raw) > maxFrontmatter {
		return asText(fmt.Sprintf("it would be longer than %d KiB", maxFrontmatter>>10))
	}
	if mark == "+++" {
		if fields, warnings, ok := readTOML(raw); ok {
			return Frontmatter{"toml", raw, fields}, body, warnings
		}
		return asText("no key = value follows")
	}
	fields, warnings, why := readYAML(raw)
	if why != "" {
		return asText(why)
	}
	return Frontmatter{"yaml", raw, fields}, body, warnings
}

// readYAML reads the block that begins on line 2 of a file. If the block as a
// whole is no YAML but has the shape of properties, each key is read for itself,
// and one that cannot be is kept as the text it is. why says what the block is
// if not properties.
func readYAML(raw string) (fields Object, warnings []Warning, why string) {
	root, err := parseYAML(raw)
	if err == nil {
		if root == nil {
			return nil, nil, ""
		}
		if root.Kind != yaml.MappingNode {
			return nil, nil, "no YAML mapping follows"
		}
		c := converter{offset: 1}
		fields = c.object(root, 0)
		if c.err == nil {
			return fields, c.warnings, ""
		}
		err = c.err
	}
	props, stray := splitProperties(raw, yamlKey)
	if !propertyShaped(raw, props, stray) {
		line, text := yamlError(err)
		return nil, nil, fmt.Sprintf("no YAML mapping follows: line %d: %s", line+1, text)
	}
	fields, warnings = readEach(props, parseYAMLProperty)
	for _, line := range stray {
		warnings = append(warnings, Warning{line, "frontmatter: a line that is no property; skipped"})
	}
	if len(warnings) == 0 {
		line, text := yamlError(err)
		warnings = []Warning{{line + 1, "frontmatter: " + text + "; read key by key"}}
	}
	return fields, warnings, ""
}

// parseYAMLProperty returns the value of one property. YAML forbids tabs as
// indentation, but what they mean is clear: then both value and error are there.
func parseYAMLProperty(p property) (*yaml.Node, error) {
	root, err := parseYAML(p.text)
	if tab := strings.Index(p.text, "\n\t"); err != nil && tab >= 0 {
		spaced := leadingTabs().ReplaceAllStringFunc(p.text, func(s string) string {
			return "\n" + strings.Repeat("  ", len(s)-1)
		})
		if fixed, e := parseYAML(spaced); e == nil {
			root, err = fixed, fmt.Errorf("yaml: line %d: tabs as indentation", lineAt(p.text, tab+1))
		}
	}
	if root == nil || root.Kind != yaml.MappingNode || len(root.Content) != 2 {
		return nil, err
	}
	return root.Content[1], err
}

// readTOML reads the block that begins on line 2 of a file. If the block as a whole is no TOML, each key above the first table
// is read for itself.
func readTOML(raw string) (fields Object, warnings []Warning, ok bool) {
	t, err := parseTOML(raw)
	if err == nil {
		c := converter{offset: 1}
		return c.object(t.root, 0), c.warnings, true
	}
	top := raw
	if loc := tomlTable().FindStringIndex(raw); loc != nil {
		top = raw[:loc[0]]
		line := 2 + strings.Count(top, "\n")
		warnings = append(warnings, Warning{line, "frontmatter: tables of broken TOML are not read"})
	}
	props, stray := splitProperties(top, tomlKey)
	if len(props) == 0 && !isBlank(raw) || len(stray) > 0 {
		return nil, nil, false
	}
	fields, more := readEach(props, func(p property) (*yaml.Node, error) { return parseTOMLValue(p.value) })
	if len(more) == 0 {
		line, text := tomlError(err)
		more = []Warning{{line + 1, "frontmatter: " + text + "; read key by key"}}
	}
	return fields, append(warnings, more...), true
}

// tomlError takes the parser's message apart, as yamlError does.
func tomlError(err error) (line int, text string) {
	var at *toml.DecodeError
	if errors.As(err, &at) {
		line, _ = at.Position()
	}
	return max(line, 1), strings.TrimPrefix(err.Error(), "toml: ")
}

var (
	yamlKey     = pattern.Lazy("^(\"[^\"]*\"|'[^']*'|[^\\s#:\\-\\[\\]{},&*!|>'\"%@`][^:]{0,63}?)[ \t]*:(?:[ \t]|$)")
	tomlKey     = pattern.Lazy(`^("[^"]*"|'[^']*'|[A-Za-z0-9_.-]+)[ \t]*=`)
	tomlTable   = pattern.Lazy(`(?m)^[ \t]*\[.*\][ \t]*(?:#.*)?$`)
	leadingTabs = pattern.Lazy(`\n\t+`)
)

// A property is one top-level key of a block, with the lines that belong to it.
type property struct {
	key   string
	value string // after the separator, trimmed
	text  string // all of it
	line  int    // in the file, the block beginning on line 2
}

// splitProperties cuts a block at the lines that key matches. Lines that are
// indented, blank, comments, list items or closing brackets belong to the
// property above; any other line is stray and returned by its number.
func splitProperties(raw string, key pattern.Pattern) (props []property, stray []int) {
	lines := strings.Split(strings.TrimSuffix(raw, "\n"), "\n")
	from := 0
	end := func(i int) {
		if n := len(props); n > 0 {
			p := &props[n-1]
			p.text = strings.Join(lines[from:i], "\n")
			p.value = strings.TrimSpace(p.value + p.text[len(lines[from]):])
		}
	}
	for i, line := range lines {
		if m := key().FindStringSubmatchIndex(line); m != nil {
			end(i)
			props = append(props, property{key: strings.Trim(line[m[2]:m[3]], `"'`), value: line[m[1]:], line: i + 2})
			from = i
			continue
		}
		switch {
		case isBlank(line) || line[0] == '#':
		case len(props) > 0 && strings.ContainsAny(line[:1], " \t-]}"):
		default:
			stray = append(stray, i+2)
		}
	}
	end(len(lines))
	return props, stray
}

// propertyShaped tells broken properties from prose between two rules: the first
// line of text is a short key, and keys outnumber the lines that are nothing.
func propertyShaped(raw string, props []property, stray []int) bool {
	if len(props) == 0 || len(props) <= len(stray) || len(stray) > 0 && stray[0] < props[0].line {
		return false
	}
	return strings.Count(props[0].key, " ") <= 3
}

// readEach reads one property after the other. The value of one that cannot be
// read is its text.
func readEach(props []property, parse func(property) (*yaml.Node, error)) (fields Object, warnings []Warning) {
	index := map[string]int{}
	for _, p := range props {
		f := Field{Key: p.key, Line: p.line}
		n, err := parse(p)
		if n != nil {
			c := converter{offset: p.line - 1}
			f.Value = c.value(n, 1)
			if n.Kind == yaml.ScalarNode {
				f.Text = n.Value
			}
			warnings = append(warnings, c.warnings...)
			if c.err != nil {
				n, err = nil, c.err
			}
		}
		if n == nil && (err != nil || p.value != "") {
			f.Value, f.Text = p.value, p.value
		}
		if err != nil {
			line, text := yamlError(err)
			then := "kept as text"
			if n != nil {
				then = "read all the same"
			}
			warnings = append(warnings, Warning{p.line + line - 1, fmt.Sprintf("frontmatter: %q: %s; %s", p.key, text, then)})
		}
		if fields.set(f, index) {
			warnings = append(warnings, Warning{p.line, fmt.Sprintf("frontmatter: %q is there twice; the last one counts", p.key)})
		}
	}
	return fields, warnings
}

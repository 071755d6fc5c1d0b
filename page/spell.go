package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

var errNoTOML = fmt.Errorf("%w: TOML frontmatter takes no null", ErrNotMarkdown)

// A speller writes values such that readYAML or readTOML reads them as they are.
type speller struct {
	toml   bool
	style  yaml.Style            // how a scalar that stood there before was quoted
	quotes map[string]yaml.Style // how the items of a list were that stood there
}

// property spells a key with its value in lines, without their ends.
func (s speller) property(key string, v any) ([]string, error) {
	head, err := s.key(key), error(nil)
	if s.toml {
		return s.tomlProperty(head, v)
	}
	head += ":"
	switch v := v.(type) {
	case nil:
		return []string{head}, nil
	case string:
		if s.style == 0 && isPlain(v, false) {
			return []string{head + " " + v}, nil
		}
	case []any:
		if !needsBlock(v) {
			break
		}
		lines := []string{head}
		for _, item := range v {
			lines = append(lines, "  - "+s.must(item))
		}
		return lines, nil
	case Object:
		if len(v) == 0 {
			break
		}
		lines := []string{head}
		for _, f := range v {
			lines = append(lines, "  "+s.key(f.Key)+": "+s.must(f.Value))
		}
		return lines, nil
	}
	text, err := s.inline(v)
	return []string{head + " " + text}, err
}

// tomlProperty spells a key with its value; a long list of mappings has a line for each.
func (s speller) tomlProperty(key string, v any) ([]string, error) {
	text, err := s.inline(v)
	list, ok := v.([]any)
	if !ok || len(list) < 2 || len(text) <= maxInline || !needsBlock(list) {
		return []string{key + " = " + text}, err
	}
	lines := []string{key + " = ["}
	for _, item := range list {
		text, err = s.inline(item)
		if err != nil {
			return nil, err
		}
		lines = append(lines, "  "+text+",")
	}
	return append(lines, "]"), nil
}

// maxInline is the length up to which a list goes on one line.
const maxInline = 100

// needsBlock says whether a list reads better with a line for each item.
func needsBlock(list []any) bool {
	for _, v := range list {
		switch v := v.(type) {
		case Object, []any:
			return true
		case string:
			if strings.ContainsAny(v, ",[]{}") {
				return true
			}
		}
	}
	return len((Object{{Value: list}}).JSON()) > maxInline
}

// must is inline for YAML, which spells everything.
func (s speller) must(v any) string {
	text, err := s.inline(v)
	if err != nil {
		return "null"
	}
	return text
}

// inline spells a value on one line.
func (s speller) inline(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		if s.toml {
			return "", errNoTOML
		}
		return "null", nil
	case bool:
		return fmt.Sprint(v), nil
	case json.Number:
		return v.String(), nil
	case string:
		return s.text(v), nil
	case []any:
		items := make([]string, len(v))
		for i := range v {
			var err error
			if items[i], err = s.inline(v[i]); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(items, ", ") + "]", nil
	case Object:
		items := make([]string, len(v))
		for i, f := range v {
			if !s.toml {
				items[i] = s.key(f.Key) + ": " + s.must(f.Value)
				continue
			}
			text, err := s.inline(f.Value)
			if err != nil {
				return "", err
			}
			items[i] = s.key(f.Key) + " = " + text
		}
		return "{" + strings.Join(items, ", ") + "}", nil
	}
	return "", fmt.Errorf("spell %T as a property", v)
}

func (s speller) key(key string) string {
	if s.toml && tomlKey().MatchString(key+"=") && !strings.ContainsAny(key, `."'`) || !s.toml && isPlain(key, true) {
		return key
	}
	return quoted(key)
}

func (s speller) text(text string) string {
	style := s.style | s.quotes[text]
	switch {
	case s.toml:
		return quoted(text)
	case style == yaml.SingleQuotedStyle && strings.IndexFunc(text, mustEscape) < 0:
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	case style != yaml.DoubleQuotedStyle && isPlain(text, true):
		return text
	}
	return quoted(text)
}

// isPlain says whether YAML reads text without quotes as this string, inside
// brackets or not. It says no to more than it must.
func isPlain(text string, inside bool) bool {
	if text == "" || text == "<<" || strings.HasSuffix(text, " ") || strings.HasSuffix(text, ":") || strings.Contains(text, ": ") || strings.Contains(text, " #") {
		return false
	}
	for i, r := range text {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
		case unicode.IsMark(r) && i > 0:
		case i > 0 && strings.ContainsRune(" _./+-()'!;=^~$%&@*<>|\\\":#", r):
		case i > 0 && !inside && strings.ContainsRune(",[]{}", r):
		case r == '_' || r > 0xa0 && unicode.IsGraphic(r) && !unicode.IsSpace(r):
		default:
			return false
		}
	}
	plain, ok := scalar(&yaml.Node{Kind: yaml.ScalarNode, Value: text}).(string)
	return ok && plain == text
}

// mustEscape says whether a character can stand in quotes only as an escape.
func mustEscape(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff || unicode.Is(unicode.Cf, r)
}

// quoted writes a string in double quotes, as YAML and TOML both read it.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff && mustEscape(r):
			fmt.Fprintf(&b, `\U%08X`, r)
		case mustEscape(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

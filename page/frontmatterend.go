package page

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// dots end a document of YAML, and so the properties of pandoc and Jekyll; Obsidian, Hugo and GBrain know only ---.
const dots = "..."

// cutBlock returns the properties that end before the line mark, and what is behind it.
func cutBlock(s, mark string) (block, after string, ok bool) {
	if mark == "+++" {
		return cutTOML(s)
	}
	block, after, ok = cutAt(s, mark)
	// A --- in a text of several lines is indented, so the first one ends the block, unless dots have ended it.
	within := s[:min(len(s), maxFrontmatter)]
	if ok {
		within = block
	}
	if head, _, dotted := cutAt(within, dots); dotted {
		if root, err := parseYAML(head); err == nil && root != nil && root.Kind == yaml.MappingNode {
			_, next := lineFrom(s, len(head))
			return head, s[next:], true
		}
	}
	return block, after, ok
}

// cutAt returns what is before and after the first line that is mark.
func cutAt(s, mark string) (block, after string, ok bool) {
	for i := 0; i < len(s); {
		line, next := lineFrom(s, i)
		if isMark(line, mark) {
			return s[:i], s[next:], true
		}
		i = next
	}
	return "", "", false
}

func isMark(line, mark string) bool {
	return strings.HasPrefix(line, mark) && strings.TrimRight(line, " \t") == mark
}

// lineFrom is the line that begins at i, and where the next one does.
func lineFrom(s string, i int) (line string, next int) {
	line, _, _ = strings.Cut(s[i:], "\n")
	return line, min(i+len(line)+1, len(s))
}

// cutTOML is cutAt for +++, but for a line in a string: that says nothing, as long as the block is TOML.
func cutTOML(s string) (block, after string, ok bool) {
	block, after, ok = cutAt(s, "+++")
	if !ok || !strings.Contains(block, `"""`) && !strings.Contains(block, "'''") {
		return block, after, ok
	}
	open := ""
	for i := 0; i < len(s) && i <= maxFrontmatter; {
		line, next := lineFrom(s, i)
		if open == "" && isMark(line, "+++") {
			if i == len(block) {
				break
			}
			if _, err := parseTOML(s[:i]); err == nil {
				return s[:i], s[next:], true
			}
			break
		}
		open = openString(line, open)
		i = next
	}
	return block, after, ok
}

// openString is the mark of the string of several lines that is open behind a line of TOML, if open is before it; "" for none.
func openString(line, open string) string {
	for i := 0; i < len(line); {
		rest := line[i:]
		switch {
		case open == "" && rest[0] == '#':
			return ""
		case open == "":
			if rest[0] != '"' && rest[0] != '\'' {
				i++
				continue
			}
			if long := strings.Repeat(rest[:1], 3); strings.HasPrefix(rest, long) {
				open = long
				i += 3
				continue
			}
			end := stringEnd(line, i, true)
			if end < 0 {
				return ""
			}
			i = end
		case open[0] == '"' && rest[0] == '\\':
			i += 2
		case strings.HasPrefix(rest, open):
			i += 3
			for n := 0; n < 2 && i < len(line) && line[i] == open[0]; n++ {
				i++ // up to two quotes are still text
			}
			open = ""
		default:
			i++
		}
	}
	return open
}

// textOf is what stands below the properties of a page. They need not be read once more to find where they end.
func textOf(p Page, text string) string {
	if first, rest, ok := strings.Cut(text, "\n"); ok && p.Frontmatter.Format != "" && strings.HasPrefix(rest, p.Frontmatter.Raw) {
		end, next := lineFrom(rest, len(p.Frontmatter.Raw))
		if mark := strings.TrimRight(first, " \t"); isMark(end, mark) || mark == "---" && isMark(end, dots) {
			return rest[next:]
		}
	}
	_, body, _ := cutFrontmatter(text)
	return body
}

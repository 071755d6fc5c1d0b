package page

import "strings"

// maxComments is how many marks of comments are tried in one property.
const maxComments = 200

// commentLines are the comments in the lines of a property, a line each: what must stay when its value is spelled anew.
func (b block) commentLines(old []docLine, line func(string) docLine) (out []docLine) {
	text := strings.Join(textsOf(old), "\n")
	if !strings.Contains(text, "#") {
		return nil
	}
	for _, c := range commentsIn(text, func(text string) (string, bool) {
		n := b.valueOf(text)
		if n == nil {
			return "", false
		}
		return valueJSON(n), true
	}) {
		out = append(out, line(b.indent+c))
	}
	return out
}

// allComments are those of a whole block.
func (b block) allComments(raw string, line func(string) docLine) (out []docLine) {
	for _, c := range commentsIn(strings.TrimSuffix(raw, "\n"), func(text string) (string, bool) {
		root, err := parseYAML(text)
		if b.toml {
			var t *tomlTree
			if t, err = parseTOML(text); err == nil {
				root = t.root
			}
		}
		if err != nil || root == nil {
			return "", err == nil
		}
		return valueJSON(root), true
	}) {
		out = append(out, line(c))
	}
	return out
}

// commentsIn lists the comments of a text. A # begins one if what the text says stays the same without it and what follows on
// its line; of a text that says nothing lines that begin with # are.
func commentsIn(text string, says func(string) (string, bool)) (out []string) {
	whole, ok := says(text)
	tried := 0
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		for at := range len(l) {
			lone := strings.TrimLeft(l[:at], " \t") == ""
			if l[at] != '#' || at > 0 && !lone && strings.IndexByte(" \t,[{\"'}]", l[at-1]) < 0 {
				continue
			}
			is := lone && !ok
			if ok && tried < maxComments {
				tried++
				lines[i] = l[:at]
				without, read := says(strings.Join(lines, "\n"))
				lines[i] = l
				is = read && without == whole
			}
			if is {
				out = append(out, l[at:])
				break
			}
		}
	}
	return out
}

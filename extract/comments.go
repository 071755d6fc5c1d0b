package extract

import (
	"strings"

	"brain/pattern"
)

// minDoc is the length up to which a docstring tells no more than a name does; Graphify's rule.
const minDoc = 20

// rationalePrefixes begin comments that tell why, as Graphify takes them.
var rationalePrefixes = []string{"NOTE:", "IMPORTANT:", "HACK:", "WHY:", "RATIONALE:", "TODO:", "FIXME:"}

// citation is how comments name standards and decisions.
var citation = pattern.Lazy(`(?i)\b(RFC|ADR)[ -]?(\d+)\b`)

// comments notes the lines of comments that begin with one of rationalePrefixes.
func (l *lowering) comments(root node, keep string) {
	cited := map[string]bool{}
	for n := range root.below() {
		if !n.comment() {
			continue
		}
		for _, m := range citations(n.text()) {
			doc := strings.ToUpper(m[1]) + "-" + m[2]
			if !cited[doc] {
				cited[doc] = true
				l.u.notes = append(l.u.notes, remark{text: l.keep(doc), line: n.line(), cite: true})
			}
		}
		row := n.line()
		for text := range strings.Lines(n.text()) {
			if t, ok := rationale(text); ok {
				if keep != "" {
					t = keep + " " + t
				}
				l.u.notes = append(l.u.notes, remark{text: l.keep(t), line: row})
			}
			row++
		}
	}
}

// citations are the matches of citation in a text. Most texts have none, which is seen without the expression.
func citations(text string) [][]string {
	for i := 0; i+2 < len(text); i++ {
		switch a, b, c := text[i]|0x20, text[i+1]|0x20, text[i+2]|0x20; {
		case a == 'r' && b == 'f' && c == 'c', a == 'a' && b == 'd' && c == 'r':
			return citation().FindAllStringSubmatch(text, -1)
		}
	}
	return nil
}

// rationale is the text of a line of a comment, if it tells why.
func rationale(line string) (string, bool) {
	t := strings.TrimSpace(line)
	t = strings.TrimLeft(t, "/#*!-; \t")
	t = strings.TrimSpace(strings.TrimSuffix(t, "*/"))
	for _, p := range rationalePrefixes {
		if strings.HasPrefix(t, p) {
			return t, true
		}
	}
	return "", false
}

// docText is a doc comment or docstring without the indentation that its lines share.
func docText(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	indent := -1
	for i, l := range lines {
		if t := strings.TrimLeft(l, " \t"); i > 0 && t != "" && (indent < 0 || len(l)-len(t) < indent) {
			indent = len(l) - len(t)
		}
	}
	for i, l := range lines {
		if i > 0 && indent > 0 {
			l = l[min(indent, len(l)):]
		}
		lines[i] = strings.TrimRight(l, " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// docComment is the text of the comments right before n, without their marks: lines that begin with one of the given prefixes,
// or one block.
func docComment(n node, prefixes ...string) string {
	var lines []string
	end := n.line()
	for c := n.before(); c.ok(); c = c.before() {
		if c.is("attribute_item", "attribute_list", "decorator", "modifiers") {
			end = c.line()
			continue
		}
		if !c.comment() {
			break
		}
		text := strings.TrimRight(c.text(), "\r\n")
		last := c.line() + int32(strings.Count(text, "\n"))
		if end-last > 1 && c.line() != end {
			break
		}
		block := strings.HasPrefix(text, "/*")
		if !hasAnyPrefix(text, prefixes) || strings.HasPrefix(text, "#!") {
			break
		}
		lines = append([]string{uncomment(text)}, lines...)
		end = c.line()
		if block {
			break
		}
	}
	return docText(strings.Join(lines, "\n"))
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// uncomment strips the marks of a comment.
func uncomment(text string) string {
	if inner, ok := strings.CutPrefix(text, "/*"); ok {
		inner = strings.TrimSuffix(inner, "*/")
		var lines []string
		for l := range strings.SplitSeq(inner, "\n") {
			t := strings.TrimSpace(l)
			t = strings.TrimLeft(t, "*!")
			lines = append(lines, strings.TrimPrefix(strings.TrimRight(t, " \t\r"), " "))
		}
		return strings.Join(lines, "\n")
	}
	t := strings.TrimLeft(text, "/#!")
	return strings.TrimPrefix(t, " ")
}

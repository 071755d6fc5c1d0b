package agent

import "strings"

// block is lines between two marks, in a file of markdown or one whose comments begin with #. The mark at the end holds a sum of them:
// by it brain's lines, of whatever version, are told from such that somebody changed.
type block struct {
	begin, end string
	body       string // without the marks; ends with a line break
	header     string // what a new file begins with
	first      bool   // it stands before all but the line that names the interpreter, not after all
	// foreign tells lines that somebody wrote between the marks from brain's, of a block that was changed; nil: none are kept.
	foreign func(line string) bool
}

func markdownBlock(header, body string) block {
	b := block{begin: "<!-- brain:begin -->", end: "<!-- brain:end -->", body: body, header: header}
	b.foreign = func(line string) bool { return !b.has(line) && !strings.HasPrefix(line, otherFile) }
	return b
}

func hashBlock(header, body string) block {
	return block{begin: "# brain:begin", end: "# brain:end", body: body, header: header}
}

// has says whether a line is one of the block's own.
func (b block) has(line string) bool {
	for own := range strings.Lines(b.body) {
		if strings.TrimSpace(own) == strings.TrimSpace(line) {
			return true
		}
	}
	return false
}

// sumLength is how many characters the sum in the mark at the end has.
const sumLength = 8

// endLine is the mark at the end of a body.
func (b block) endLine(body string) string {
	mark, closing := b.ends()
	return mark + " " + sum([]byte(body))[:sumLength] + closing + "\n"
}

// ends are what stands before and behind the sum in the mark at the end.
func (b block) ends() (mark, closing string) {
	if mark, ok := strings.CutSuffix(b.end, " -->"); ok {
		return mark, " -->"
	}
	return b.end, ""
}

// isEnd tells the mark at the end, with a sum or without.
func (b block) isEnd(line string) bool {
	mark, closing := b.ends()
	return line == b.end || len(line) == len(mark)+1+sumLength+len(closing) && strings.HasPrefix(line, mark+" ") && strings.HasSuffix(line, closing)
}

// find gives where the marked lines begin and end; ok is false if there are none. Marks inside of a code fence only show what marks
// look like.
func (b block) find(text string) (begin, end int, ok bool, err error) {
	begin = -1
	offset := 0
	var code []bool
	if b.begin[0] == '<' {
		code = fenced(text)
	}
	number := -1
	for line := range strings.Lines(text) {
		mark := strings.TrimSpace(line)
		if number++; code != nil && code[number] {
			mark = ""
		}
		switch {
		case mark == b.begin:
			if begin >= 0 {
				return 0, 0, false, fault(lineOf(text, offset), "take one of the two out", "brain's mark %q stands there twice", b.begin)
			}
			begin = offset
		case b.isEnd(mark):
			if begin < 0 || ok {
				return 0, 0, false, fault(lineOf(text, offset), "take the line out", "brain's mark %q has no begin", b.end)
			}
			end, ok = offset+len(line), true
		}
		offset += len(line)
	}
	if begin >= 0 && !ok {
		return 0, 0, false, fault(lineOf(text, begin), "put the line back, or take the rest of the block out", "brain's mark %q has no end", b.begin)
	}
	return begin, end, ok, nil
}

func (b block) marked() string { return b.begin + "\n" + b.body + b.endLine(b.body) }

// inner gives the lines between the marks of a marked block, and of these the ones that somebody else wrote.
func (b block) inner(marked string) (lines, foreign string) {
	marked = closed(marked)
	_, lines, _ = strings.Cut(marked, "\n")
	at := lineStart(lines, len(lines)-1)
	end := lines[at:]
	lines = lines[:at]
	if b.foreign == nil || strings.TrimSpace(end) == strings.TrimSpace(b.endLine(lines)) {
		return lines, ""
	}
	var kept strings.Builder
	for line := range strings.Lines(lines) {
		blank := strings.TrimSpace(line) == ""
		if blank && kept.Len() > 0 || !blank && b.foreign(line) {
			kept.WriteString(line)
		}
	}
	if foreign = strings.TrimRight(kept.String(), " \t\n"); foreign != "" {
		foreign += "\n"
	}
	return lines, foreign
}

func (b block) add(text string) (string, error) {
	begin, end, ok, err := b.find(text)
	switch {
	case err != nil:
		return text, err
	case ok && closed(text[begin:end]) == b.marked():
		return text, nil
	case ok:
		_, foreign := b.inner(text[begin:end])
		return text[:begin] + b.marked() + foreign + text[end:], nil
	case strings.TrimSpace(text) == "":
		return text + b.header + b.marked(), nil
	case b.first:
		return b.before(text), nil
	}
	out := closed(text)
	if !strings.HasSuffix(out, "\n\n") {
		out += "\n"
	}
	return out + b.marked(), nil
}

// before puts the block under the line that names the interpreter.
func (b block) before(text string) string {
	if !strings.HasPrefix(text, "#!") {
		return b.marked() + text
	}
	first, rest, _ := strings.Cut(text, "\n")
	return first + "\n" + b.marked() + rest
}

func (b block) remove(text, was string) (string, error) {
	begin, end, ok, err := b.find(text)
	if err != nil || !ok {
		return text, err
	}
	_, foreign := b.inner(text[begin:end])
	before, after := text[:begin], foreign+text[end:]
	// The blank line before the block came with it, but where the text had one.
	if !b.first && strings.HasSuffix(before, "\n\n") && after == "" && !strings.HasSuffix(was, "\n\n") {
		before = before[:len(before)-1]
	}
	return before + after, nil
}

func (b block) empty(text string) bool {
	return strings.TrimSpace(text) == "" || strings.TrimSpace(text) == strings.TrimSpace(b.header)
}

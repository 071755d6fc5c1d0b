package agent

import "strings"

// block is lines between two marks, in a file of markdown or one whose comments begin with #.
type block struct {
	begin, end string
	body       string // without the marks; ends with a line break
	header     string // what a new file begins with
	first      bool   // it stands before all but the line that names the interpreter, not after all
	check      func(text string) error
}

func markdownBlock(header, body string) block {
	return block{begin: "<!-- brain:begin -->", end: "<!-- brain:end -->", body: body, header: header}
}

func hashBlock(header, body string) block {
	return block{begin: "# brain:begin", end: "# brain:end", body: body, header: header}
}

// find gives where the marked lines begin and end; ok is false if there are none.
func (b block) find(text string) (begin, end int, ok bool, err error) {
	begin = -1
	offset := 0
	for line := range strings.Lines(text) {
		switch strings.TrimSpace(line) {
		case b.begin:
			if begin >= 0 {
				return 0, 0, false, fault(lineOf(text, offset), "take one of the two out", "brain's mark %q stands there twice", b.begin)
			}
			begin = offset
		case b.end:
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

func (b block) marked() string { return b.begin + "\n" + b.body + b.end + "\n" }

func (b block) add(text string) (string, error) {
	out := text
	begin, end, ok, err := b.find(text)
	switch {
	case err != nil:
		return text, err
	case ok && closed(text[begin:end]) == b.marked():
	case ok:
		out = text[:begin] + b.marked() + text[end:]
	case strings.TrimSpace(text) == "":
		out = text + b.header + b.marked()
	case b.first:
		out = b.before(text)
	default:
		out = closed(text)
		if !strings.HasSuffix(out, "\n\n") {
			out += "\n"
		}
		out += b.marked()
	}
	if b.check != nil {
		return out, b.check(out)
	}
	return out, nil
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
	before, after := text[:begin], text[end:]
	// The blank line before the block came with it, but where the text had one.
	if !b.first && strings.HasSuffix(before, "\n\n") && after == "" && !strings.HasSuffix(was, "\n\n") {
		before = before[:len(before)-1]
	}
	return before + after, nil
}

func (b block) empty(text string) bool {
	return strings.TrimSpace(text) == "" || strings.TrimSpace(text) == strings.TrimSpace(b.header)
}

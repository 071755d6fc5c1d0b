package agent

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(append(append(name, ':'), value...))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// child is a member or an element: where its text begins and ends, and how much white space and comments lie before its comma.
type child struct{ start, end, gap int }

// children are those of an object or an array. trailing says that a comma stands after the last; tail is what lies before the
// closing bracket.
func children(v *hujson.Value) (out []child, trailing bool, tail string) {
	add := func(start int, value *hujson.Value) {
		out = append(out, child{start, value.EndOffset, len(value.AfterExtra)})
		trailing = value.AfterExtra != nil
	}
	switch c := v.Value.(type) {
	case *hujson.Object:
		for i := range c.Members {
			add(c.Members[i].Name.StartOffset, &c.Members[i].Value)
		}
		tail = string(c.AfterExtra)
	case *hujson.Array:
		for i := range c.Elements {
			add(c.Elements[i].StartOffset, &c.Elements[i])
		}
		tail = string(c.AfterExtra)
	}
	return out, trailing, tail
}

// insert puts a value behind the last child of a container; name is "" in an array. What stands on lines of its own gets such,
// indented as its neighbours are.
func insert(text string, at *hujson.Value, name string, value any) (string, error) {
	switch at.Value.(type) {
	case *hujson.Object, *hujson.Array:
	default:
		return text, fault(lineOf(text, at.StartOffset), "mend it, then run this again", "the value there is neither object nor array")
	}
	kids, trailing, tail := children(at)
	closing := at.EndOffset - 1
	unit := indentUnit(text)
	base := indentOf(text, at.StartOffset)
	lastLine := closing - len(tail) + strings.LastIndexByte(tail, '\n') + 1
	ownLine := strings.Contains(tail, "\n") && strings.TrimSpace(text[lastLine:closing]) == ""
	inner := base + unit
	if n := len(kids); n > 0 {
		if start := kids[n-1].start; strings.TrimSpace(text[lineStart(text, start):start]) == "" {
			inner = indentOf(text, start)
		}
	}
	long, short, err := written(name, value, inner, unit)
	if err != nil {
		return text, err
	}
	comma, after := ",", ""
	if trailing {
		comma, after = after, comma // as the neighbours have it
	}
	switch {
	case len(kids) == 0 && ownLine:
		return text[:lastLine] + inner + long + "\n" + text[lastLine:], nil
	case len(kids) == 0:
		return text[:closing-len(tail)] + strings.TrimRight(tail, " \t") + "\n" + inner + long + "\n" + base + text[closing:], nil
	case ownLine:
		end := kids[len(kids)-1].end
		return text[:end] + comma + text[end:lastLine] + inner + long + after + "\n" + text[lastLine:], nil
	}
	end := kids[len(kids)-1].end
	if trailing {
		end += kids[len(kids)-1].gap + 1
	}
	return text[:end] + comma + " " + short + text[end:], nil
}

// written is a member on several lines, and on one.
func written(name string, value any, indent, unit string) (long, short string, err error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return "", "", err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, bytes.TrimSpace(b.Bytes()), indent, unit); err != nil {
		return "", "", err
	}
	long, short = flat(pretty.String()), strings.TrimSpace(b.String())
	if name != "" {
		quoted, err := json.Marshal(name)
		if err != nil {
			return "", "", err
		}
		long, short = string(quoted)+": "+long, string(quoted)+": "+short
	}
	return long, short, nil
}

// flat writes arrays of texts on one line, as people do.
func flat(s string) string {
	lines := strings.Split(s, "\n")
	var out []string
	for i := 0; i < len(lines); i++ {
		if strings.HasSuffix(lines[i], "[") {
			var items []string
			j := i + 1
			for ; j < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[j]), `"`) && !strings.HasSuffix(lines[j], "{") && !strings.HasSuffix(lines[j], "["); j++ {
				items = append(items, strings.TrimSpace(lines[j]))
			}
			if j < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[j]), "]") {
				out = append(out, lines[i]+strings.Join(items, " ")+strings.TrimSpace(lines[j]))
				i = j
				continue
			}
		}
		out = append(out, lines[i])
	}
	return strings.Join(out, "\n")
}

// indentUnit is what the first indented line of a file begins with; two spaces if there is none.
func indentUnit(text string) string {
	for line := range strings.Lines(text) {
		rest := strings.TrimLeft(line, " \t")
		if indent := line[:len(line)-len(rest)]; indent != "" && strings.TrimSpace(rest) != "" && !strings.HasPrefix(rest, "*") {
			if indent[0] == '\t' {
				return "\t"
			}
			return indent
		}
	}
	return "  "
}

// merge writes the values of ours into one that is there, and leaves what else it holds.
func merge(text string, at *hujson.Value, value any) (string, error) {
	theirs, _ := decode(at)
	if includes(theirs, roundTrip(value)) {
		return text, nil
	}
	ours, ok := value.(object)
	into, both := at.Value.(*hujson.Object)
	if !ok || !both {
		long, _, err := written("", value, indentOf(text, at.StartOffset), indentUnit(text))
		return text[:at.StartOffset] + long + text[at.EndOffset:], err
	}
	// One member a step: each moves what follows.
	for _, m := range ours {
		i := memberOf(at, m.name)
		out, err := text, error(nil)
		if i < 0 {
			out, err = insert(text, at, m.name, m.value)
		} else {
			out, err = merge(text, &into.Members[i].Value, m.value)
		}
		if err != nil {
			return text, err
		}
		if out != text {
			return again(out, text, at, value)
		}
	}
	return text, nil
}

// again merges into the same value of a text that one step of merge has changed: it begins at the same place.
func again(out, text string, at *hujson.Value, value any) (string, error) {
	root, err := parseJSON(out)
	if err != nil {
		return text, err
	}
	for v := range root.All() {
		if v.StartOffset == at.StartOffset {
			if _, ok := v.Value.(*hujson.Object); ok {
				return merge(out, v, value)
			}
		}
	}
	return text, fault(0, "add it by hand", "brain does not know how to change this file")
}

// cut takes a child out of a container, with its comma and, where it stood alone on them, its lines.
func cut(text string, at *hujson.Value, i int) string {
	kids, trailing, _ := children(at)
	k := kids[i]
	start, end := k.start, k.end
	last := i == len(kids)-1
	if !last || trailing {
		end += k.gap + 1
	}
	// A comment on the line of ours is no part of it, and stays; then the line stays too.
	from := lineStart(text, start)
	rest, _, more := strings.Cut(text[end:], "\n")
	if strings.TrimSpace(text[from:start]) == "" && strings.TrimSpace(rest) == "" && more {
		start, end = from, end+len(rest)+1
	} else if i > 0 {
		start = len(strings.TrimRight(text[:start], " \t"))
	} else {
		end = len(text) - len(strings.TrimLeft(text[end:], " \t"))
	}
	before := text[:start]
	if last && !trailing && i > 0 {
		comma := kids[i-1].end + kids[i-1].gap
		before = text[:comma] + text[comma+1:start]
	}
	out := before + text[end:]
	if len(kids) == 1 {
		// Brackets that were opened for ours are closed again.
		open := at.StartOffset + 1
		closing := strings.IndexAny(out[open:], "}]")
		if closing >= 0 && strings.TrimSpace(out[open:open+closing]) == "" {
			out = out[:open] + out[open+closing:]
		}
	}
	return out
}

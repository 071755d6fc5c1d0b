package page

import "strings"

// A flowList is where a list in brackets lies in the text of a property, of YAML or of TOML.
type flowList struct {
	text       string
	open, shut int // the brackets
	items      []flowItem
}

// A flowItem is one item, without what is around it.
type flowItem struct {
	from, to int
	comma    int // behind it, -1 if there is none
}

// findFlow finds the list that is the value of a property whose key ends at the byte at. What may stand before it is white
// space, comments, an anchor and a tag of YAML.
func findFlow(text string, at int, toml bool) (flowList, bool) {
	for at < len(text) {
		switch c := text[at]; {
		case isFlowSpace(c):
			at++
		case c == '#':
			at = lineEnd(text, at)
		case !toml && (c == '&' || c == '!'):
			for at < len(text) && !isFlowSpace(text[at]) {
				at++
			}
		case c == '[':
			return readFlow(text, at, toml)
		default:
			return flowList{}, false
		}
	}
	return flowList{}, false
}

// readFlow reads the list that opens at the byte open; false if it is never closed. It knows just enough to tell commas and
// brackets from those in strings and comments: what it finds is only used if the parser agrees.
func readFlow(text string, open int, toml bool) (flowList, bool) {
	l := flowList{text: text, open: open}
	item := flowItem{from: -1}
	depth, plain := 0, false // plain: within a scalar without quotes, where a quote is a letter
	took := func(from, to int) {
		if item.from < 0 {
			item.from = from
		}
		item.to = to
	}
	for i := open + 1; i < len(text); {
		c := text[i]
		switch {
		case isFlowSpace(c):
			i++
		case c == '#' && (toml || strings.IndexByte(" \t\n,[{", text[i-1]) >= 0):
			i = lineEnd(text, i)
		case (c == '"' || c == '\'') && !plain:
			end := stringEnd(text, i, toml)
			if end < 0 {
				return l, false
			}
			took(i, end)
			i = end
		case c == ',':
			if depth == 0 {
				if item.from < 0 {
					return l, false
				}
				item.comma = i
				l.items, item = append(l.items, item), flowItem{from: -1}
			}
			plain = false
			i++
		case (c == ']' || c == '}') && depth == 0:
			if item.from >= 0 {
				item.comma = -1
				l.items = append(l.items, item)
			}
			l.shut = i
			return l, c == ']'
		case strings.IndexByte("[]{}", c) >= 0:
			depth++
			if c == ']' || c == '}' {
				depth -= 2
			}
			took(i, i+1)
			plain = false
			i++
		default:
			end := i + 1
			for end < len(text) && !isFlowSpace(text[end]) && strings.IndexByte(",[]{}", text[end]) < 0 && !(toml && text[end] == '#') {
				end++
			}
			took(i, end)
			plain = !toml && text[end-1] != ':'
			i = end
		}
	}
	return l, false
}

func isFlowSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

// stringEnd is behind the string that begins at i, -1 if it does not end.
func stringEnd(text string, i int, toml bool) int {
	quote := text[i : i+1]
	if long := strings.Repeat(quote, 3); toml && strings.HasPrefix(text[i:], long) {
		quote = long
	}
	for at := i + len(quote); at < len(text); {
		switch {
		case quote[0] == '"' && text[at] == '\\':
			at += 2
		case strings.HasPrefix(text[at:], quote):
			at += len(quote)
			switch {
			case len(quote) == 3: // up to two more quotes are still text
				for n := 0; n < 2 && at < len(text) && text[at] == quote[0]; n++ {
					at++
				}
			case !toml && quote == "'" && at < len(text) && text[at] == '\'':
				at++ // one in the text
				continue
			}
			return at
		default:
			at++
		}
	}
	return -1
}

package page

import "strings"

// maxFlowEdits is how many items of a list are changed one by one.
const maxFlowEdits = 200

// editFlow gives the text of a property with a list in brackets other items: those that stay are left as they are, with the
// comments and the line ends around them. Items are compared as have and want say, and spelled by spell; false if the text is
// no such list.
func editFlow(text string, at int, toml bool, have, want []string, spell func(key string) (string, error)) (string, bool) {
	l, ok := findFlow(text, at, toml)
	if !ok || len(l.items) != len(have) || len(have)+len(want) > maxAlign {
		return "", false
	}
	edits := 0
	var failed error
	step := func(change func(l flowList, item string) string, item string) {
		if edits++; edits > maxFlowEdits || !ok {
			ok = false
			return
		}
		spelled := ""
		if item != "" {
			if spelled, failed = spell(item); failed != nil {
				ok = false
				return
			}
		}
		if l, ok = findFlow(change(l, spelled), at, toml); !ok {
			return
		}
	}
	// From the end to the start, so that the places of what is before stay.
	match := align(have, want)
	end, wantEnd := len(have), len(want)
	for i := len(have) - 1; i >= -1; i-- {
		if i >= 0 && match[i] < 0 {
			continue
		}
		first := 0 // of what is wanted behind item i
		if i >= 0 {
			first = match[i] + 1
		}
		gone, come := end-i-1, wantEnd-first
		both := min(gone, come)
		for k := come - 1; k >= both; k-- {
			step(func(l flowList, item string) string { return l.insertAfter(i+both, item) }, want[first+k])
		}
		for k := gone - 1; k >= both; k-- {
			step(func(l flowList, _ string) string { return l.remove(i + 1 + k) }, "")
		}
		for k := both - 1; k >= 0; k-- {
			step(func(l flowList, item string) string { return l.replace(i+1+k, item) }, want[first+k])
		}
		if i >= 0 {
			end, wantEnd = i, match[i]
		}
	}
	return l.text, ok
}

func (l flowList) replace(i int, item string) string {
	return l.text[:l.items[i].from] + item + l.text[l.items[i].to:]
}

// lineStart is where the line of a byte begins.
func (l flowList) lineStart(at int) int { return strings.LastIndexByte(l.text[:at], '\n') + 1 }

// ownLines says whether nothing but an item, its comma and a comment is on its lines, and where they begin and end.
func (l flowList) ownLines(i int) (from, to int, ok bool) {
	item := l.items[i]
	from = l.lineStart(item.from)
	if !isBlank(l.text[from:item.from]) || from <= l.open {
		return 0, 0, false
	}
	at := item.to
	if item.comma >= 0 {
		if !isBlank(l.text[at:item.comma]) || strings.Contains(l.text[at:item.comma], "\n") {
			return 0, 0, false
		}
		at = item.comma + 1
	}
	to = lineEnd(l.text, at)
	rest := strings.TrimLeft(l.text[at:to], " \t")
	return from, to + 1, to < l.shut && (rest == "" || rest[0] == '#')
}

// insertAfter puts an item behind the i-th, -1 for before the first.
func (l flowList) insertAfter(i int, item string) string {
	t := l.text
	switch {
	case len(l.items) == 0:
		return l.insertOnly(item)
	case i < 0:
		first := l.items[0].from
		if from, _, ok := l.ownLines(0); ok {
			return t[:from] + t[from:first] + item + ",\n" + t[from:]
		}
		return t[:first] + item + ", " + t[first:]
	}
	at := l.items[i]
	from, to, ok := l.ownLines(i)
	if !ok {
		return t[:at.to] + ", " + item + t[at.to:]
	}
	line := t[from:at.from] + item
	if at.comma >= 0 {
		return t[:to] + line + ",\n" + t[to:]
	}
	return t[:at.to] + "," + t[at.to:to] + line + "\n" + t[to:]
}

// insertOnly puts an item into a list without any, which may hold comments.
func (l flowList) insertOnly(item string) string {
	t, inner := l.text, l.text[l.open+1:l.shut]
	if !strings.Contains(inner, "\n") {
		return t[:l.open+1] + item + t[l.shut:]
	}
	from := l.lineStart(l.shut)
	indent := t[from:l.shut] + "  "
	for line := range strings.SplitSeq(t[lineEnd(t, l.open)+1:max(from, lineEnd(t, l.open)+1)], "\n") {
		if !isBlank(line) {
			indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		}
	}
	return t[:from] + indent + item + "\n" + t[from:]
}

// remove takes the i-th item out, with its comma and, if its lines are its own, with these.
func (l flowList) remove(i int) string {
	t, item := l.text, l.items[i]
	blankBetween := func(from, to int) bool { return strings.Trim(t[from:to], " \t\n") == "" }
	if from, to, ok := l.ownLines(i); ok {
		t = t[:from] + t[to:]
		if i > 0 && item.comma < 0 { // the last has none, nor had this one
			c := l.items[i-1].comma
			t = t[:c] + t[c+1:]
		}
		return t
	}
	end := item.to
	if item.comma >= 0 {
		end = item.comma + 1
	}
	switch {
	case len(l.items) == 1:
		from, to := item.from, end
		if inner := t[l.open+1:from] + t[to:l.shut]; strings.Trim(inner, " \t") == "" {
			from, to = l.open+1, l.shut
		}
		return t[:from] + t[to:]
	case i > 0 && item.comma < 0 && blankBetween(l.items[i-1].comma+1, item.from):
		return t[:l.items[i-1].comma] + t[item.to:]
	case i > 0 && item.comma >= 0 && strings.Trim(t[l.items[i-1].comma+1:item.from], " \t") == "":
		return t[:l.items[i-1].comma+1] + t[end:]
	case i+1 < len(l.items) && blankBetween(end, l.items[i+1].from):
		return t[:item.from] + t[l.items[i+1].from:]
	}
	return t[:item.from] + t[end:]
}

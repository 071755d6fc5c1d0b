package page

import "slices"

// tables are the changes to a list of tables of TOML, [[key]], of which each stays where it is, or goes.
type tables struct {
	last  int          // the key of the last one
	stays map[int]bool // by key
	fresh []Object     // what comes behind the last one
}

// tablesOf says how a list of tables becomes the value that it gets; false if the key is none.
func (b block) tablesOf(e fieldEdit) (t tables, ok bool) {
	list, ok := e.value.([]any)
	var keys []int
	var have, want []string
	for i, k := range b.keys {
		if k.key == e.key && ok {
			if ok = k.item; ok {
				keys, have = append(keys, i), append(have, valueJSON(k.value))
			}
		}
	}
	if !ok || len(keys) == 0 {
		return t, false
	}
	for _, v := range list {
		want = append(want, string(Object{{Value: v}}.JSON()))
	}
	t = tables{last: keys[len(keys)-1], stays: map[int]bool{}}
	match := align(have, want)
	for i, key := range keys {
		t.stays[key] = match[i] >= 0
	}
	for i, v := range list {
		if slices.Contains(match, i) {
			continue
		}
		o, isTable := v.(Object)
		if !isTable {
			return t, false
		}
		t.fresh = append(t.fresh, o)
	}
	return t, true
}

// changed gives the lines of the i-th key, a table of the list, as they are to be. Comments on lines of their own stay.
func (t tables) changed(b block, i int, line func(string) docLine) (out []docLine, err error) {
	k := b.keys[i]
	for _, l := range b.lines[k.from:k.to] {
		if t.stays[i] || !isBlank(l.text) && isBlankOrComment(l.text) {
			out = append(out, l)
		}
	}
	if i < t.last {
		return out, nil
	}
	s := speller{toml: true}
	for _, table := range t.fresh {
		if k.from > 0 && isBlank(b.lines[k.from-1].text) {
			out = append(out, line(""))
		}
		out = append(out, line("[["+s.key(k.key)+"]]"))
		for _, f := range table {
			text, err := s.inline(f.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, line(s.key(f.Key)+" = "+text))
		}
	}
	return out, nil
}

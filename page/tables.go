package page

// growing says whether a key of TOML is a list of tables, [[key]], that only gets more of them, and which of the keys is the
// last.
func (b block) growing(e fieldEdit) (last int, ok bool) {
	want, ok := e.value.([]any)
	n := 0
	for i, k := range b.keys {
		if k.key != e.key || !ok {
			continue
		}
		ok = k.item && n < len(want) && valueJSON(k.value) == string(Object{{Value: want[n]}}.JSON())
		last = i
		n++
	}
	for i := n; ok && i < len(want); i++ {
		_, ok = want[i].(Object)
	}
	return last, ok && n > 0
}

// grownTables are the tables that come behind the i-th key, the last of its list.
func (b block) grownTables(i int, e fieldEdit, line func(string) docLine) (out []docLine, err error) {
	k, n := b.keys[i], 0
	for _, other := range b.keys {
		if other.key == k.key {
			n++
		}
	}
	s := speller{toml: true}
	for _, v := range e.value.([]any)[n:] {
		if k.from > 0 && isBlank(b.lines[k.from-1].text) {
			out = append(out, line(""))
		}
		out = append(out, line("[["+s.key(e.key)+"]]"))
		for _, f := range v.(Object) {
			text, err := s.inline(f.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, line(s.key(f.Key)+" = "+text))
		}
	}
	return out, nil
}

package extract

import "strings"

// parseAs parses a file of a language. Where the grammar does not know all of it and the language has an #if, the file is read once
// more with one branch of each; what the grammar knows more of is taken. The text is what the tree is of: as long as src, and every
// place is where it was.
func parseAs(p *syntaxParser, lang *language, src []byte) (*tree, []byte, error) {
	if lang.prepare != nil {
		src = lang.prepare(src)
	}
	t, err := p.parse(lang.grammar, src)
	if err != nil || !lang.directives {
		return t, src, err
	}
	bad := unknownBytes(t)
	if bad == 0 {
		return t, src, nil
	}
	chosen := chooseBranches(src)
	if t, err = p.parse(lang.grammar, chosen); err == nil && unknownBytes(t) < bad {
		return t, chosen, nil
	}
	t, err = p.parse(lang.grammar, src)
	return t, src, err
}

// unknownBytes is how much of a file its grammar does not know.
func unknownBytes(t *tree) int {
	n := 0
	for i := 0; i < len(t.nodes); i++ {
		switch x := &t.nodes[i]; {
		case x.flags&flagError != 0:
			n += int(x.end-x.start) + 1
			i = int(x.next) - 1
		case x.flags&flagMissing != 0:
			n++
		}
	}
	return n
}

// chooseBranches keeps of each #if the first branch that may hold, and overwrites the directives and the other branches with spaces:
// where branches begin what they do not end, no grammar can know them all.
func chooseBranches(src []byte) []byte {
	type frame struct{ live, taken, outer bool }
	var stack []frame
	var before, last byte // of what counts
	live := true
	var out []byte
	blank := func(from, to int) {
		if out == nil {
			out = append([]byte(nil), src...)
		}
		for i := from; i < to; i++ {
			if out[i] != '\n' && out[i] != '\r' {
				out[i] = ' '
			}
		}
	}
	for i := 0; i < len(src); {
		end := lineEnd(src, i)
		line := strings.TrimSpace(string(src[i:min(end, i+200)]))
		directive := strings.HasPrefix(line, "#")
		word, rest := "", ""
		if directive {
			word, rest, _ = strings.Cut(strings.TrimSpace(line[1:]), " ")
			rest = strings.TrimSpace(rest)
		}
		switch {
		case word == "if" || word == "ifdef" || word == "ifndef":
			end = directiveEnd(src, i)
			yes := rest != "0" && rest != "false"
			stack = append(stack, frame{live: live && yes, taken: yes, outer: live})
			live = live && yes
			blank(i, end)
		case (word == "elif" || word == "else") && len(stack) > 0:
			end = directiveEnd(src, i)
			f := &stack[len(stack)-1]
			f.live = f.outer && !f.taken
			f.taken = true
			live = f.live
			blank(i, end)
		case word == "endif" && len(stack) > 0:
			live = stack[len(stack)-1].outer
			stack = stack[:len(stack)-1]
			blank(i, end)
		case !live:
			blank(i, end)
		case directive:
			end = directiveEnd(src, i)
			if last == ',' || last == '{' && before == '=' { // in the middle of a list
				blank(i, end)
			}
		case !strings.HasPrefix(line, "//"):
			for _, c := range src[i:end] {
				if c > ' ' {
					before, last = last, c
				}
			}
		}
		i = end + 1
	}
	if out == nil {
		return src
	}
	return out
}

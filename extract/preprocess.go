package extract

import (
	"bytes"
	"strings"

	"brain/pattern"
)

// parseAs parses a file of a language. Where the grammar does not know all of it and the language has an #if, the file is read again
// with one branch of those whose branches are no whole pieces, and then with one branch of each; what the grammar knows most of is
// taken. The text is what the tree is of: as long as src, and every place is where it was.
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
	best, last := src, src
	for _, every := range []bool{false, true} {
		chosen := chooseBranches(src, every)
		if bytes.Equal(chosen, last) {
			continue
		}
		last = chosen
		if t, err = p.parse(lang.grammar, chosen); err != nil {
			break
		}
		if n := unknownBytes(t); n < bad {
			best, bad = chosen, n
		}
		if bad == 0 {
			return t, best, nil
		}
	}
	if err != nil || !bytes.Equal(best, last) {
		t, err = p.parse(lang.grammar, best)
	}
	return t, best, err
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

// otherPlatform are conditions of systems other than those that most code is run on: where there is another branch, it is the better one.
var otherPlatform = pattern.Lazy(`^\(?(defined)?[ (]*(_?WIN(32|64|NT|DOWS)|_WIN32_WINNT|_MSC_VER|__MINGW\w*|__CYGWIN__|__OS2__|__VMS|__MSDOS__|MSDOS|__EMSCRIPTEN__|__wasi__|__ANDROID__)\b[ )]*$`)

// directiveOf is the word of a preprocessor line and what follows it, "" for other lines.
func directiveOf(line string) (word, rest string) {
	if !strings.HasPrefix(line, "#") {
		return "", ""
	}
	line = strings.TrimSpace(line[1:])
	i := strings.IndexFunc(line, func(c rune) bool { return c < 'a' || c > 'z' })
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimSpace(line[i:])
}

// conditional is what there is to know of an #if before its branches are chosen.
type conditional struct {
	otherwise bool // it has another branch
	broken    bool // a branch ends what it does not begin or begins what it does not end, or the whole stands within a statement
}

// conditionals are the #if of a text by where they stand.
func conditionals(src []byte) map[int]*conditional {
	type group struct {
		*conditional
		start, low, first int // how deep in brackets it began, the branch went up, the first branch ended
		later             bool
	}
	out := map[int]*conditional{}
	var open []*group
	depth := 0
	end := func(g *group) {
		g.broken = g.broken || depth != g.start || g.low < g.start
		if !g.later {
			g.first = depth
		}
	}
	last := byte(';')
	for _, t := range cTokens(src) {
		c := src[t.end-1]
		if c == '#' && t.first {
			switch word, _ := directiveOf(string(src[t.start:min(lineEnd(src, t.start), t.start+200)])); word {
			case "if", "ifdef", "ifndef":
				g := &group{conditional: &conditional{broken: !strings.ContainsRune(";{}:#", rune(last))}, start: depth, low: depth}
				out[t.start] = g.conditional
				open = append(open, g)
			case "elif", "elifdef", "elifndef", "else":
				if n := len(open); n > 0 {
					g := open[n-1]
					end(g)
					g.otherwise, g.later = true, true
					depth, g.low = g.start, g.start
				}
			case "endif":
				if n := len(open); n > 0 {
					g := open[n-1]
					end(g)
					if depth = g.first; !g.broken {
						depth = g.start
					}
					if open = open[:n-1]; n > 1 {
						open[n-2].low = min(open[n-2].low, depth)
					}
				}
			}
			last = '#'
			continue
		}
		switch last = c; c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
			if n := len(open); n > 0 {
				open[n-1].low = min(open[n-1].low, depth)
			}
		}
	}
	for _, g := range open { // an #if without an end
		g.broken = true
	}
	return out
}

// chooseBranches keeps of an #if the first branch that may hold, and overwrites the directives and the other branches with spaces: where
// branches begin what they do not end, no grammar can know them all. It leaves those alone whose branches are whole, unless it is for
// every one.
func chooseBranches(src []byte, every bool) []byte {
	type frame struct{ live, taken, outer, whole bool }
	var stack []frame
	var before, last byte // of what counts
	live := true
	known := conditionals(src)
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
		word, rest := directiveOf(line)
		switch {
		case word == "if" || word == "ifdef" || word == "ifndef":
			end = directiveEnd(src, i)
			at := i + bytes.IndexByte(src[i:end], '#')
			if k := known[at]; k != nil && !k.broken && !every && live {
				stack = append(stack, frame{live: live, outer: live, whole: true})
				break
			}
			yes := rest != "0" && rest != "false" && !(known[at] != nil && known[at].otherwise && word != "ifndef" && otherPlatform().MatchString(rest))
			stack = append(stack, frame{live: live && yes, taken: yes, outer: live})
			live = live && yes
			blank(i, end)
		case strings.HasPrefix(word, "el") && len(stack) > 0:
			end = directiveEnd(src, i)
			f := &stack[len(stack)-1]
			if f.whole {
				break
			}
			f.live = f.outer && !f.taken
			f.taken = true
			live = f.live
			blank(i, end)
		case word == "endif" && len(stack) > 0:
			f := stack[len(stack)-1]
			live = f.outer
			stack = stack[:len(stack)-1]
			if !f.whole {
				blank(i, end)
			}
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

package extract

import "brain/pattern"

// C's grammar has no place for macros that stand where a compiler sees attributes, or nothing at all: class API Name, NOEXCEPT behind
// a parameter list, BEGIN_NAMESPACE on a line. One such hides whole classes. So what looks like one is overwritten with spaces before
// a file is parsed; every position stays.

// cToken is a word or a sign of C's text.
type cToken struct {
	start, end int
	word       bool
	first      bool // of its line
}

// cTokens splits a text into words and signs; strings, comments and preprocessor lines are left out.
func cTokens(src []byte) []cToken {
	var out []cToken
	first := true
	for i := 0; i < len(src); {
		c := src[i]
		start := i
		switch {
		case c == '\n':
			first = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			i++
			continue
		case c == '#' && first:
			i = directiveEnd(src, i)
			out = append(out, cToken{start: start, end: start + 1, first: true})
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			i = lineEnd(src, i)
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			for i += 2; i < len(src) && !(src[i] == '/' && src[i-1] == '*' && i > start+2); i++ {
			}
			i++
			continue
		case c == '"' || c == '\'':
			for i++; i < len(src) && src[i] != c && src[i] != '\n'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			i++
		case isWordByte(c):
			for i < len(src) && isWordByte(src[i]) {
				i++
			}
			out = append(out, cToken{start, i, true, first})
			first = false
			continue
		case c == ':' && i+1 < len(src) && src[i+1] == ':':
			i += 2
		default:
			i++
		}
		out = append(out, cToken{start: start, end: min(i, len(src)), first: first})
		first = false
	}
	return out
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func lineEnd(src []byte, i int) int {
	for i < len(src) && src[i] != '\n' {
		i++
	}
	return i
}

// directiveEnd is the end of a preprocessor line, which a backslash continues.
func directiveEnd(src []byte, i int) int {
	for {
		i = lineEnd(src, i)
		j := i
		for j > 0 && (src[j-1] == '\r' || src[j-1] == ' ') {
			j--
		}
		if i >= len(src) || j == 0 || src[j-1] != '\\' {
			return i
		}
		i++
	}
}

// attributeMacro are names that mean a property of what follows, whatever that is.
var attributeMacro = pattern.Lazy(`(API|EXPORTS?|INLINE|PUBLIC|DECL|CONSTEXPR[0-9]*|NODISCARD|DEPRECATED|NORETURN|VISIBLE|EXTERN|IMPORT|UNUSED|HIDDEN|LOCAL|COLD|HOT|CALL|CALLBACK)$`)

var (
	cTypeWords = setOf("void int char bool auto unsigned signed long short float double struct class enum union static inline constexpr template typename virtual explicit friend typedef extern operator register")
	cNoType    = setOf("return goto if else for while do switch case break continue throw delete new sizeof using namespace public private protected default const volatile")
	cSpecifier = setOf("static inline extern constexpr virtual explicit friend typedef const consteval constinit")
	cTypeKinds = setOf("class struct union enum")
	cTrailers  = setOf("override final const noexcept mutable")
)

// isMacroName reports whether a word is written as macros are by custom.
func isMacroName(w string) bool {
	letters := 0
	for i := range len(w) {
		switch c := w[i]; {
		case c >= 'A' && c <= 'Z':
			letters++
		case c == '_' || i > 0 && c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return letters >= 2 && len(w) >= 3
}

// blankMacros overwrites the macros of a text that stand where no expression and no type can.
func blankMacros(src []byte) []byte {
	toks := cTokens(src)
	m := &macroBlanker{src: src, toks: toks}
	for i := 0; i < len(toks); i++ {
		if toks[i].word && isMacroName(m.text(i)) {
			if n := m.around(i); n > i {
				m.blank(toks[i].start, toks[i+1].end)
				m.blank(toks[n-1].start, toks[n-1].end)
				i, m.last = n-1, n-2
				continue
			}
			if n := m.attribute(i); n > i {
				m.blank(toks[i].start, toks[n-1].end)
				i = n - 1
				continue
			}
		}
		m.last = i
	}
	if m.out == nil {
		return src
	}
	return m.out
}

type macroBlanker struct {
	src, out []byte
	toks     []cToken
	last     int // the last token that stays
}

func (m *macroBlanker) text(i int) string {
	if i < 0 || i >= len(m.toks) {
		return ""
	}
	return string(m.src[m.toks[i].start:m.toks[i].end])
}

func (m *macroBlanker) blank(from, to int) {
	if m.out == nil {
		m.out = append([]byte(nil), m.src...)
	}
	for i := from; i < to; i++ {
		if m.out[i] != '\n' && m.out[i] != '\r' {
			m.out[i] = ' '
		}
	}
}

// maxMacroTokens bounds the arguments of a macro that is looked over, maxTypeTokens those that are a type.
const maxMacroTokens, maxTypeTokens = 200, 20

// around is the index behind the macro at i with its arguments if they are the type of the function that follows, as in
// API(const char *) name(void), else i. The type stays.
func (m *macroBlanker) around(i int) int {
	name, next := m.text(i), i+1
	if m.text(next) != "(" || i > 0 && !m.begins(m.text(m.last)) {
		return i
	}
	isType := attributeMacro().MatchString(name)
	for next++; m.text(next) != ")"; next++ {
		switch t := m.text(next); {
		case next >= len(m.toks) || next > i+maxTypeTokens:
			return i
		case m.toks[next].word:
			isType = isType || cTypeWords[t] || t == "const"
		case t == "*" || t == "&":
			isType = true
		case t != "::" && t != "<" && t != ">" && t != ",":
			return i
		}
	}
	if next++; !isType || next == i+3 || next >= len(m.toks) || !m.toks[next].word || cTypeWords[m.text(next)] || cNoType[m.text(next)] || m.text(next+1) != "(" {
		return i
	}
	return next
}

// begins reports whether a declaration can begin behind a token.
func (m *macroBlanker) begins(prev string) bool {
	return prev == "" || prev == ";" || prev == "}" || prev == "{" || prev == ":" || prev == "#" || prev == ">" || cSpecifier[prev]
}

// attribute is the index behind the macro at i with its arguments if it is to be blanked, else i.
func (m *macroBlanker) attribute(i int) int {
	next := i + 1
	args := m.text(next) == "("
	if args {
		depth := 0
		for ; next < len(m.toks) && next < i+maxMacroTokens; next++ {
			if t := m.text(next); t == "(" {
				depth++
			} else if t == ")" {
				if depth--; depth == 0 {
					next++
					break
				}
			}
		}
		if depth != 0 {
			return i
		}
	}
	prev := ""
	if i > 0 {
		prev = m.text(m.last)
	}
	t1, t2 := m.text(next), m.text(next+1)
	word := next < len(m.toks) && m.toks[next].word
	word2 := next+1 < len(m.toks) && m.toks[next+1].word
	alone := (m.toks[i].first || prev == "}") && (next >= len(m.toks) || m.toks[next].first)
	starts := m.begins(prev)
	switch {
	case cTypeKinds[prev]:
		if word && (t2 == ":" || t2 == "{" || t2 == "<" || t2 == "final") {
			return next
		}
	case prev == ")" || cTrailers[prev]:
		if t1 == "{" || cTrailers[t1] || t1 == ";" && !args || isMacroName(t1) && !args && word {
			return next
		}
	case word && (t2 == "::" || t2 == "(") && m.last >= 0 && m.toks[m.last].word && i > 0 && !cNoType[prev] && attributeMacro().MatchString(m.text(i)): // between a type and a name
		return next
	case !args && word && t2 == "(" && (prev == "*" || prev == "&") && attributeMacro().MatchString(m.text(i)): // between a pointer and a name
		return next
	case prev == "(" && t1 == "*" && word2 && m.text(next+2) == ")" && m.text(next+3) == "(" && attributeMacro().MatchString(m.text(i)): // pointer to a function
		return next
	case !starts || cNoType[t1]:
	case alone:
		if t1 == "" || t1 == "#" || word || t1 == "}" && prev != "{" || t1 == "[" || t1 == "~" || t1 == "{" && !args && prev != ":" {
			return next
		}
	case word && cTypeWords[t1]:
		return next
	case word && (word2 || t2 == "*" || t2 == "&" || t2 == "::" || t2 == "<"):
		return next
	case t1 == "~" || word && t2 == "(" && attributeMacro().MatchString(m.text(i)):
		return next
	case t1 == "{" && !args && prev != ":" && prev != ">" && prev != "#":
		return next
	}
	return i
}

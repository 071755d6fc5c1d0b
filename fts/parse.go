package fts

// kind is a token type of PostgreSQL's default parser.
type kind uint8

const (
	kindBlank kind = iota
	kindASCIIWord
	kindWord
	kindNumword
	kindASCIIHword
	kindHword
	kindNumhword
	kindHwordASCIIPart
	kindHwordPart
	kindHwordNumPart
	kindEmail
	kindProtocol
	kindURL
	kindHost
	kindURLPath
	kindFile
	kindSfloat
	kindFloat
	kindInteger
	kindUinteger
	kindVersion
	kindTag
	kindEntity
)

// aliases are the names that PostgreSQL's ts_token_type gives the types.
var aliases = [...]string{
	kindBlank:          "blank",
	kindASCIIWord:      "asciiword",
	kindWord:           "word",
	kindNumword:        "numword",
	kindASCIIHword:     "asciihword",
	kindHword:          "hword",
	kindNumhword:       "numhword",
	kindHwordASCIIPart: "hword_asciipart",
	kindHwordPart:      "hword_part",
	kindHwordNumPart:   "hword_numpart",
	kindEmail:          "email",
	kindProtocol:       "protocol",
	kindURL:            "url",
	kindHost:           "host",
	kindURLPath:        "url_path",
	kindFile:           "file",
	kindSfloat:         "sfloat",
	kindFloat:          "float",
	kindInteger:        "int",
	kindUinteger:       "uint",
	kindVersion:        "version",
	kindTag:            "tag",
	kindEntity:         "entity",
}

// ParsedToken is one token of a text: its type by PostgreSQL's alias ("asciiword", "hword_asciipart", "blank", …) and
// its text.
type ParsedToken struct {
	Alias string
	Text  string
}

// Parse splits text as PostgreSQL's ts_parse('default', text) does, blanks included. A hyphenated word and a URL come
// first whole and then in parts, so the tokens overlap there. It takes any string: NUL and bytes that are not UTF-8,
// which PostgreSQL refuses, are blanks. The time is linear in len(text).
func Parse(text string) []ParsedToken {
	var toks []ParsedToken
	s := newScanner(text)
	for t, ok := s.next(); ok; t, ok = s.next() {
		toks = append(toks, ParsedToken{aliases[t.kind], text[t.start:t.end]})
	}
	return toks
}

// span is a token by its place in the text.
type span struct {
	kind       kind
	start, end int
}

// scanner cuts a text into tokens, one a call of next.
//
// At each place it tries the reading that takes the most from the text, then the plainer ones. A reading that fails may
// have looked far ahead, and the next token may ask the same again: host, path and comment keep how far such a failure
// reaches, which makes the whole linear where PostgreSQL is quadratic ("a_a_a_…", "<!-- <!-- …").
type scanner struct {
	text string
	pos  int

	parts    bool   // inside a hyphenated word that has been given whole and now comes part by part
	skipping bool   // inside <script> or <style>
	lost     bool   // the rest of the text is not parsed
	queue    []span // host and path of a URL that has been given whole

	noHost      dead // no host or e-mail address from a separator in here
	noPath      dead // no path from a slash in here
	noCommentAt int  // no end of a comment from here on
}

// dead is a stretch of the text, from lo up to hi, where one kind of reading is known to lead nowhere.
type dead struct{ lo, hi int }

func (d dead) holds(i int) bool { return d.lo <= i && i < d.hi }

func newScanner(text string) scanner {
	return scanner{text: text, noCommentAt: len(text) + 1}
}

// next is the next token, false at the end of the text.
func (s *scanner) next() (span, bool) {
	if len(s.queue) > 0 {
		t := s.queue[0]
		s.queue = s.queue[1:]
		return t, true
	}
	if s.pos >= len(s.text) {
		return span{}, false
	}
	if s.parts {
		if t, ok := s.part(s.pos); ok {
			s.pos = t.end
			return t, true
		}
		s.parts = false
	}
	t := s.scan(s.pos)
	if s.lost {
		s.pos = len(s.text)
		return span{}, false
	}
	s.pos = t.end
	if s.parts {
		s.pos = t.start
	}
	return t, true
}

// scan reads the token that starts at i.
func (s *scanner) scan(i int) span {
	c := s.text[i]
	if c == '<' {
		if end, ok := s.tag(i); ok {
			return span{kindTag, i, end}
		}
	}
	if s.skipping {
		return s.blank(i)
	}
	switch c {
	case '-', '+':
		if t, ok := s.signed(i); ok {
			return t
		}
	case '&':
		if end, ok := s.entity(i); ok {
			return span{kindEntity, i, end}
		}
	case '~', '/', '.':
		if end, ok := s.path(i); ok {
			return span{kindFile, i, end}
		}
	default:
		switch k, _ := classAt(s.text, i); k {
		case charLetter:
			return s.asciiWord(i)
		case charDigit:
			return s.number(i)
		case charAlpha:
			return s.word(i)
		}
	}
	return s.blank(i)
}

// blank takes the character at i, whatever it is, and goes on to the next one that could start a token. It does not
// stop at "~" and ".": those start a path only where a token has just ended.
func (s *scanner) blank(i int) span {
	_, size := classAt(s.text, i)
	end := i + size
	for end < len(s.text) {
		c := s.text[end]
		if c == '<' || !s.skipping && asciiBits[c]&isStop != 0 {
			break
		}
		k, size := classAt(s.text, end)
		if k == charAlpha && !s.skipping {
			break
		}
		end += size
	}
	return span{kindBlank, i, end}
}

// at reports whether a character with one of the bits stands at i.
func (s *scanner) at(i int, bits uint8) bool {
	return i < len(s.text) && asciiBits[s.text[i]]&bits != 0
}

// is reports whether the byte c stands at i.
func (s *scanner) is(i int, c byte) bool {
	return i < len(s.text) && s.text[i] == c
}

// skip is the end of the run of characters with one of the bits that starts at i.
func (s *scanner) skip(i int, bits uint8) int {
	for s.at(i, bits) {
		i++
	}
	return i
}

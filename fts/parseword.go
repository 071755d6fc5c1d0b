package fts

// asciiWord reads the token that starts with a letter. Letters alone may turn out to be the start of a host, a file, an
// address, a protocol or a hyphenated word.
func (s *scanner) asciiWord(start int) span {
	i := s.skip(start, isLetter)
	if i == len(s.text) {
		return span{kindASCIIWord, start, i}
	}
	switch s.text[i] {
	case '.':
		if t, ok := s.host(start, i); ok {
			return t
		}
		if end, ok := s.fileDot(i); ok {
			return span{kindFile, start, end}
		}
	case '_':
		if t, ok := s.host(start, i); ok {
			return t
		}
	case '-':
		if t, ok := s.host(start, i); ok {
			return t
		}
		if t, ok := s.hyphenated(start, i, wordShape{}); ok {
			return t
		}
	case '@':
		if end, ok := s.hostName(i + 1); ok {
			return span{kindEmail, start, end}
		}
	case ':':
		if s.is(i+1, '/') && s.is(i+2, '/') {
			return span{kindProtocol, start, i + 3}
		}
	case '/':
		if end, ok := s.fileSlash(i); ok {
			return span{kindFile, start, end}
		}
	default:
		if s.at(i, isDigit) {
			if t, ok := s.host(start, i); ok {
				return t
			}
		}
		if k, _ := classAt(s.text, i); k != charOther {
			return s.word(start)
		}
	}
	return span{kindASCIIWord, start, i}
}

// word reads the token that starts with a word of more than ASCII letters. One with digits may still be the start of a
// file or the local part of an address.
func (s *scanner) word(start int) span {
	end, shape := s.run(start)
	if end == len(s.text) {
		return span{shape.word(), start, end}
	}
	switch c := s.text[end]; {
	case c == '-':
		if t, ok := s.hyphenated(start, end, shape); ok {
			return t
		}
	case c == '@' && shape.digits:
		if to, ok := s.hostName(end + 1); ok {
			return span{kindEmail, start, to}
		}
	case c == '/' && shape.digits:
		if to, ok := s.fileSlash(end); ok {
			return span{kindFile, start, to}
		}
	case c == '.' && shape.digits:
		if to, ok := s.fileDot(end); ok {
			return span{kindFile, start, to}
		}
	}
	return span{shape.word(), start, end}
}

// wordShape is what decides the type of a word: whether it has digits, and whether it has anything but ASCII.
type wordShape struct{ digits, wide, letters bool }

func (w wordShape) pick(ascii, wide, num kind) kind {
	switch {
	case w.digits:
		return num
	case w.wide:
		return wide
	}
	return ascii
}

func (w wordShape) word() kind { return w.pick(kindASCIIWord, kindWord, kindNumword) }

// run is the end and the shape of the letters, digits and marks from i on.
func (s *scanner) run(i int) (int, wordShape) {
	var w wordShape
	for i < len(s.text) {
		k, size := classAt(s.text, i)
		switch k {
		case charLetter:
			w.letters = true
		case charDigit:
			w.digits = true
		case charAlpha, charMark:
			w.wide = true
		default:
			return i, w
		}
		i += size
	}
	return i, w
}

// hyphenated reads on from the hyphen at i after a word of the given shape. Every further part starts with a letter or
// digit and is more than a number: "covid-19" is a word and a negative number. The word is given whole, and the scanner
// then gives its parts.
func (s *scanner) hyphenated(start, i int, shape wordShape) (span, bool) {
	end := i
	for s.is(end, '-') && end+1 < len(s.text) {
		if k, _ := classAt(s.text, end+1); k == charOther || k == charMark {
			break
		}
		to, w := s.run(end + 1)
		if !w.letters && !w.wide {
			break
		}
		shape.digits = shape.digits || w.digits
		shape.wide = shape.wide || w.wide
		end = to
	}
	if end == i {
		return span{}, false
	}
	s.parts = true
	return span{shape.pick(kindASCIIHword, kindHword, kindNumhword), start, end}, true
}

// part reads a part of a hyphenated word, or the hyphen before one. It knows no end of the whole: a number that follows
// ("foo-bar-1") is reached through its hyphen, too, and so is a number without a sign.
func (s *scanner) part(i int) (span, bool) {
	if s.text[i] == '-' {
		if i+1 == len(s.text) {
			return span{}, false
		}
		k, _ := classAt(s.text, i+1)
		return span{kindBlank, i, i + 1}, k != charOther
	}
	if k, _ := classAt(s.text, i); k == charOther || k == charMark {
		return span{}, false
	}
	end, w := s.run(i)
	return span{w.pick(kindHwordASCIIPart, kindHwordPart, kindHwordNumPart), i, end}, w.letters || w.wide
}

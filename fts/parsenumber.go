package fts

// number reads the token that starts with a digit: a number, a version, or the start of a word, host or file.
func (s *scanner) number(start int) span {
	i := s.skip(start, isDigit)
	if i == len(s.text) {
		return span{kindUinteger, start, i}
	}
	switch c := s.text[i]; {
	case c == '.':
		if t, ok := s.host(start, i); ok {
			return t
		}
		if s.at(i+1, isDigit) {
			return s.decimal(start, s.skip(i+1, isDigit))
		}
	case c == '-', c == '_':
		if t, ok := s.host(start, i); ok {
			return t
		}
	case c == '@':
		if end, ok := s.hostName(i + 1); ok {
			return span{kindEmail, start, end}
		}
	case c == '/':
		if end, ok := s.fileSlash(i); ok {
			return span{kindFile, start, end}
		}
	default:
		if end, ok := s.exponent(i); ok {
			return span{kindSfloat, start, end}
		}
		if s.at(i, isLetter) {
			if t, ok := s.host(start, i); ok {
				return t
			}
		}
		if k, _ := classAt(s.text, i); k != charOther {
			return s.word(start)
		}
	}
	return span{kindUinteger, start, i}
}

// decimal reads on from i after "1.5": a float, with an exponent, or a version of three groups and more.
func (s *scanner) decimal(start, i int) span {
	if end, ok := s.exponent(i); ok {
		return span{kindSfloat, start, end}
	}
	k := kindFloat
	for s.is(i, '.') && s.at(i+1, isDigit) {
		i = s.skip(i+1, isDigit)
		k = kindVersion
	}
	return span{k, start, i}
}

// exponent is the end of "e5", "E-10", "e+3" at i.
func (s *scanner) exponent(i int) (int, bool) {
	if !s.is(i, 'e') && !s.is(i, 'E') {
		return 0, false
	}
	i++
	if s.is(i, '+') || s.is(i, '-') {
		i++
	}
	end := s.skip(i, isDigit)
	return end, end > i
}

// signed reads a number with the sign at start. A version has no sign: before "1.2.3" it is a blank.
func (s *scanner) signed(start int) (span, bool) {
	i := s.skip(start+1, isDigit)
	if i == start+1 {
		return span{}, false
	}
	k := kindInteger
	if s.is(i, '.') && s.at(i+1, isDigit) {
		k, i = kindFloat, s.skip(i+1, isDigit)
		if s.is(i, '.') && s.at(i+1, isDigit) {
			return span{}, false
		}
	}
	if end, ok := s.exponent(i); ok {
		return span{kindSfloat, start, end}, true
	}
	return span{k, start, i}, true
}

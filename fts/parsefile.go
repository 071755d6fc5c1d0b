package fts

// path reads a file name that starts with "/", "~", "./" or "../".
func (s *scanner) path(i int) (int, bool) {
	switch {
	case s.text[i] == '/':
		return s.fileFrom(i + 1)
	case s.text[i] == '.' && s.at(i+1, isNameStart): // ".x" is a file behind a slash only
		return 0, false
	}
	return s.fileFrom(i)
}

// fileFrom is the end of the file name whose next step starts at i. A step is a name, perhaps behind "~" or ".", or one
// of "~", "." and "..", and steps are joined by slashes. A file name can end behind a name or "..", and the last such place
// counts.
func (s *scanner) fileFrom(i int) (int, bool) {
	from, end := i, -1
	for {
		if s.noPath.holds(i) {
			return end, end >= 0
		}
		next := i
		switch {
		case s.is(i, '.') && s.is(i+1, '.'):
			next += 2
			if next == len(s.text) || s.text[next] == '/' || spaceAt(s.text, next) > 0 {
				end = next
			}
		case s.is(i, '.'), s.is(i, '~'):
			next++
			fallthrough
		default:
			if s.at(next, isNameStart) {
				next = s.fileName(next)
				end = next
			}
		}
		if next == i || !s.is(next, '/') {
			s.noPath = dead{max(from, end), i + 1}
			return end, end >= 0
		}
		i = next + 1
	}
}

// fileDot is the end of the file name that goes on with a dot at i: "a.b", "x1.y".
func (s *scanner) fileDot(i int) (int, bool) {
	if !s.at(i+1, isNameStart) {
		return 0, false
	}
	return s.fileTail(s.fileName(i + 1)), true
}

// fileSlash is the end of the file name that goes on with a slash at i: "src/core".
func (s *scanner) fileSlash(i int) (int, bool) {
	return s.fileFrom(i + 1)
}

// fileTail is the end of the file name that is complete up to i and may go on with a slash.
func (s *scanner) fileTail(i int) int {
	if s.is(i, '/') {
		if end, ok := s.fileFrom(i + 1); ok {
			return end
		}
	}
	return i
}

// fileName is the end of the letters, digits, "_" and "-" from i on, with dots inside.
func (s *scanner) fileName(i int) int {
	for {
		i = s.skip(i, isName)
		if !s.is(i, '.') || !s.at(i+1, isNameStart) {
			return i
		}
		i++
	}
}

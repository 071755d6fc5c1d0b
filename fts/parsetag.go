package fts

import "strings"

// tag is the end of the tag, comment or declaration that opens at i. What stands between the angle brackets is not looked
// at closely: "<Node>" in code is a tag, and "a<b" is none only for want of a ">" before the first odd character.
func (s *scanner) tag(i int) (int, bool) {
	i++
	switch {
	case s.is(i, '/') && s.at(i+1, isLetter):
		return s.tagName(i, i+1)
	case s.is(i, '!') && s.is(i+1, '-') && s.is(i+2, '-'):
		return s.comment(i + 3)
	case s.is(i, '!') && (s.is(i+1, 'D') || s.is(i+1, 'd')), s.is(i, '?') && (s.is(i+1, 'x') || s.is(i+1, 'X')):
		return s.attributes(i + 2)
	case s.at(i, isLetter), s.is(i, ':'), s.is(i, '_'):
		return s.tagName(i, i)
	}
	return 0, false
}

// tagName is the end of a tag whose name, with a "/" for an end tag, starts at start and has been read up to i.
// PostgreSQL turns the skipping of scripts and styles on and off as soon as it has read the name, and leaves it so even
// when the rest turns out to be no tag.
func (s *scanner) tagName(start, i int) (int, bool) {
	for i < len(s.text) {
		k, size := classAt(s.text, i)
		c := s.text[i]
		switch space := spaceAt(s.text, i); {
		case space > 0:
			s.skipScript(s.text[start:i])
			return s.attributes(i + space)
		case c == '>':
			s.skipScript(s.text[start:i])
			return i + 1, true
		case c == '/':
			return i + 2, s.is(i+1, '>')
		case k == charOther && c != ':' && c != '_' && c != '.' && c != '-', k == charMark:
			return 0, false
		}
		i += size
	}
	return 0, false
}

func (s *scanner) skipScript(name string) {
	switch {
	case strings.EqualFold(name, "script"), strings.EqualFold(name, "style"):
		s.skipping = true
	case strings.EqualFold(name, "/script"), strings.EqualFold(name, "/style"):
		s.skipping = false
	}
}

// attributes is the end of the tag whose attributes go on at i. In quotes everything is allowed, and a backslash
// takes the next character with it. Where that is the last character of the text, PostgreSQL gives up the text from the
// tag on.
func (s *scanner) attributes(i int) (int, bool) {
	var quote byte
	for i < len(s.text) {
		c := s.text[i]
		switch {
		case quote != 0:
			if c == '\\' && i+1 < len(s.text) {
				_, size := classAt(s.text, i+1)
				i += size
				s.lost = i+1 == len(s.text)
			} else if c == quote {
				quote = 0
			}
		case c == '>':
			return i + 1, true
		case c == '\'', c == '"':
			quote = c
		case asciiBits[c]&isTagChar == 0:
			space := spaceAt(s.text, i)
			if space == 0 {
				return 0, false
			}
			i += space - 1
		}
		i++
	}
	return 0, false
}

// comment is the end of the comment whose text starts at i.
func (s *scanner) comment(i int) (int, bool) {
	if i >= s.noCommentAt {
		return 0, false
	}
	n := strings.Index(s.text[i:], "-->")
	if n < 0 {
		s.noCommentAt = i
		return 0, false
	}
	return i + n + len("-->"), true
}

// entity is the end of "&name;", "&#12;" or "&#x1f;" at i.
func (s *scanner) entity(i int) (int, bool) {
	i++
	switch {
	case s.is(i, '#') && (s.is(i+1, 'x') || s.is(i+1, 'X')) && s.at(i+2, isHex):
		i = s.skip(i+2, isHex)
	case s.is(i, '#') && s.at(i+1, isDigit):
		i = s.skip(i+1, isDigit)
	case s.at(i, isLetter), s.is(i, ':'), s.is(i, '_'):
		i = s.entityName(i)
	default:
		return 0, false
	}
	return i + 1, s.is(i, ';')
}

func (s *scanner) entityName(i int) int {
	for i < len(s.text) {
		k, size := classAt(s.text, i)
		if c := s.text[i]; k == charMark || k == charOther && c != ':' && c != '_' && c != '.' && c != '-' {
			break
		}
		i += size
	}
	return i
}

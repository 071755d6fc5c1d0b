package fts

// label says what the label of a host name that is being read can become.
type label uint8

const (
	labelInner label = iota // no end of a name: behind "-" or "_", or with a digit in it
	labelTop1               // one letter behind a dot
	labelTop                // two or more letters behind a dot: the name may end here
)

// hostLabels follows a host name from i, which is in or just behind its first label: labels of ASCII letters and digits,
// joined by a single ".", "-" or "_". stop is the first character that does not belong to it. end is the last place where
// a name may end, at most stop, or -1 when there is none.
func (s *scanner) hostLabels(i int, known dead) (end, stop int) {
	end = -1
	at := labelInner
	for {
		for ; s.at(i, isAlnum); i++ {
			switch {
			case s.text[i] <= '9':
				at = labelInner
			case at == labelTop1:
				at = labelTop
			}
		}
		if at == labelTop {
			end = i
		}
		if !s.is(i, '.') && !s.is(i, '-') && !s.is(i, '_') || !s.at(i+1, isAlnum) || known.holds(i) {
			return end, i
		}
		at = labelInner
		if s.text[i] == '.' && s.at(i+1, isLetter) {
			at = labelTop1
		}
		i += 2
	}
}

// host reads on from i, in or just behind the first label of what may be a host name, an e-mail address (an "@" with a
// host behind it follows) or a URL (a path follows). The URL is given whole; its host and its path are queued.
func (s *scanner) host(start, i int) (span, bool) {
	end, stop := s.hostLabels(i, s.noHost)
	if s.is(stop, '@') {
		if to, ok := s.hostName(stop + 1); ok {
			return span{kindEmail, start, to}, true
		}
	}
	if !s.noHost.holds(stop) {
		s.noHost = dead{max(i, end), stop}
	}
	if end < 0 {
		return span{}, false
	}
	if end == stop {
		end = s.port(end)
		if s.is(end, '/') && s.at(end+1, isURLChar) {
			to := s.skip(end+1, isURLChar)
			s.queue = append(s.queue[:0], span{kindHost, start, end}, span{kindURLPath, end, to})
			return span{kindURL, start, to}, true
		}
	}
	return span{kindHost, start, end}, true
}

// hostName is the end of the host that starts at i, behind the "@" of an address. PostgreSQL asks its whole parser what
// stands there, so "1e5.com" is none: a number comes first.
func (s *scanner) hostName(i int) (int, bool) {
	if !s.at(i, isAlnum) {
		return 0, false
	}
	if s.at(i, isDigit) {
		i = s.skip(i, isDigit)
		if _, ok := s.exponent(i); ok {
			return 0, false
		}
	}
	end, stop := s.hostLabels(i, dead{})
	if end == stop {
		end = s.port(end)
	}
	return end, end >= 0
}

// port is the end of ":8080" at i, or i.
func (s *scanner) port(i int) int {
	if s.is(i, ':') && s.at(i+1, isDigit) {
		return s.skip(i+1, isDigit)
	}
	return i
}

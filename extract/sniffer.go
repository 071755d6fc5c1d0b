package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// sniffer passes a file on and remembers what tells broken files apart, so
// that the error can name the cause and not only an offset. It drops a UTF-8
// byte order mark, which the JSON decoder would refuse.
type sniffer struct {
	r     io.Reader
	limit int64

	n        int64  // bytes read
	head     []byte // bytes held back until the byte order mark is decided
	started  bool
	text     bool // something other than white space was read
	utf16    bool
	nul      bool
	badUTF8  bool
	conflict bool
	tooLarge bool
	tail     []byte // bytes of a character cut by the end of a block
	markers  int    // "<" or ">" counted from the start of a line, -1 elsewhere
	marker   byte
	err      error // of the reader, when not io.EOF
}

func newSniffer(r io.Reader, limit int64) *sniffer { return &sniffer{r: r, limit: limit} }

func (s *sniffer) Read(p []byte) (int, error) {
	if !s.started {
		s.started = true
		var head [3]byte
		n, err := io.ReadFull(s.r, head[:])
		s.head = head[:n]
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = nil // the next Read tells again
		}
		if err != nil {
			s.err = err
			return 0, err
		}
		s.n = int64(n)
		s.utf16 = n >= 2 && (head[0] == 0xFF && head[1] == 0xFE || head[0] == 0xFE && head[1] == 0xFF)
		s.head = bytes.TrimPrefix(s.head, []byte("\xEF\xBB\xBF"))
	}
	if len(s.head) > 0 {
		n := copy(p, s.head)
		s.head = s.head[n:]
		s.look(p[:n])
		return n, nil
	}
	n, err := s.r.Read(p)
	s.n += int64(n)
	if s.n > s.limit {
		s.tooLarge = true
		return 0, errors.New("file is too large")
	}
	s.look(p[:n])
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

func (s *sniffer) look(p []byte) {
	if !s.nul {
		s.nul = bytes.IndexByte(p, 0) >= 0
	}
	if !s.text {
		s.text = len(bytes.TrimSpace(p)) > 0
	}
	if !s.conflict {
		s.lookForMarkers(p)
	}
	if !s.badUTF8 {
		s.lookForUTF8(p)
	}
}

// lookForMarkers finds lines that begin as Git marks a conflict. No JSON text
// has a line break inside a string, so such a line is never content.
func (s *sniffer) lookForMarkers(p []byte) {
	const length = 7 // of Git's markers
	for len(p) > 0 {
		if s.markers < 0 {
			i := bytes.IndexByte(p, '\n')
			if i < 0 {
				return
			}
			p = p[i+1:]
			s.markers = 0
			continue
		}
		c := p[0]
		p = p[1:]
		switch {
		case (c == '<' || c == '>') && (s.markers == 0 || c == s.marker):
			s.marker = c
			s.markers++
			if s.markers == length {
				s.conflict = true
				return
			}
		case c == '\n':
			s.markers = 0
		default:
			s.markers = -1
		}
	}
}

func (s *sniffer) lookForUTF8(p []byte) {
	if len(s.tail) > 0 {
		p = append(s.tail, p...)
		s.tail = nil
	}
	if utf8.Valid(p) {
		return
	}
	for i := max(0, len(p)-utf8.UTFMax+1); i < len(p); i++ {
		if utf8.RuneStart(p[i]) && !utf8.FullRune(p[i:]) {
			s.tail = bytes.Clone(p[i:])
			p = p[:i]
			break
		}
	}
	s.badUTF8 = !utf8.Valid(p)
}

// lookAhead reads on behind an error, which may lie at the first byte of what
// tells its cause.
func (s *sniffer) lookAhead() {
	const enough = 64 << 10
	_, _ = io.CopyN(io.Discard, s, enough) // how it ends is in s.err
}

// problem says what is wrong with the file, given how reading ended; nil when
// nothing is.
func (s *sniffer) problem(err error) error {
	var syntax *json.SyntaxError
	var format *FormatError
	switch {
	case s.err != nil:
		return fmt.Errorf("read graph: %w", s.err)
	case s.tooLarge:
		return &FormatError{fmt.Sprintf("graph.json is larger than %d MiB", s.limit>>20), "it holds more than one repository, or generated code", "extract fewer folders"}
	case s.utf16:
		return &FormatError{"graph.json is UTF-16, not UTF-8", "a shell such as PowerShell wrote it", "save it as UTF-8"}
	case !s.text:
		return &FormatError{"graph.json is empty", "a write was interrupted", fixRebuild}
	case s.conflict:
		return &FormatError{"graph.json has Git conflict markers", "a merge left both sides in it", "resolve the merge, then write it again from the source"}
	case s.nul:
		return &FormatError{"graph.json has NUL bytes", "a crash left an unwritten block, or it is not a text file", fixRebuild}
	case s.badUTF8:
		return &FormatError{"graph.json is not valid UTF-8", "it was written in another encoding", "save it as UTF-8"}
	case err == nil:
		return nil
	case errors.As(err, &format):
		return format
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return &FormatError{"graph.json ends in the middle", "a write was interrupted", fixRebuild}
	case errors.As(err, &syntax):
		return &FormatError{fmt.Sprintf("graph.json is not JSON at byte %d", syntax.Offset), oneLine(syntax.Error()), fixName}
	}
	return &FormatError{"graph.json cannot be read", oneLine(err.Error()), fixName}
}

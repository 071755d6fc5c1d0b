package page

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

type decoded struct {
	text     string // valid UTF-8 without NUL, \r and a leading byte order mark
	original string // the same, with its line ends, NUL and damage
	encoding string // of a file that is not UTF-8
	binary   bool
	warnings []Warning
}

const utf8Mark = "\xef\xbb\xbf"

// decode makes text of a file's bytes. Only a byte order mark can announce
// UTF-16; bytes that are not UTF-8 are taken for damage in a UTF-8 file if it has
// as many sound multi-byte characters, and for Windows-1252 (the superset of
// Latin-1 that editors write) if not.
func decode(src []byte) decoded {
	var d decoded
	switch {
	case bytes.HasPrefix(src, []byte{0xff, 0xfe}):
		d.utf16(src[2:], func(b []byte) uint16 { return uint16(b[0]) | uint16(b[1])<<8 })
	case bytes.HasPrefix(src, []byte{0xfe, 0xff}):
		d.utf16(src[2:], func(b []byte) uint16 { return uint16(b[1]) | uint16(b[0])<<8 })
	default:
		d.utf8(src)
	}
	if d.encoding != "" {
		d.original = d.text
	}
	if looksBinary(d.text) {
		return decoded{binary: true, warnings: []Warning{{0, "the content is binary, not text"}}}
	}
	if i := strings.IndexByte(d.text, 0); i >= 0 {
		// CommonMark 2.3: U+0000 is replaced by U+FFFD.
		d.warn(i, fmt.Sprintf("%d NUL in the text, shown as U+FFFD", strings.Count(d.text, "\x00")))
		d.text = strings.ReplaceAll(d.text, "\x00", "\uFFFD")
	}
	d.text = unifyNewlines(d.text)
	return d
}

// warn adds a warning about the byte at offset i of d.text.
func (d *decoded) warn(i int, text string) {
	d.warnings = append(d.warnings, Warning{lineAt(d.text, i), text})
}

func (d *decoded) utf8(src []byte) {
	body := bytes.TrimPrefix(src, []byte(utf8Mark))
	d.original = string(body)
	if utf8.Valid(body) {
		d.text = d.original
		return
	}
	first, bad, good := -1, 0, 0
	for i := 0; i < len(body); {
		r, n := utf8.DecodeRune(body[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			if first < 0 {
				first = i
			}
			bad++
		case n > 1:
			good++
		}
		i += n
	}
	at := first + len(src) - len(body)
	var what string
	if good >= bad {
		d.text = strings.ToValidUTF8(string(body), "\uFFFD")
		what = fmt.Sprintf("byte %d is not UTF-8; %d such bytes, shown as U+FFFD", at, bad)
	} else {
		d.text, d.encoding = fromWindows1252(body), "Windows-1252"
		what = fmt.Sprintf("byte %d is not UTF-8; the file is read as Windows-1252", at)
	}
	d.warnings = append(d.warnings, Warning{lineAt(string(body[:first]), first), what})
}

func fromWindows1252(b []byte) string {
	var s strings.Builder
	s.Grow(len(b) + len(b)/8)
	for _, c := range b {
		s.WriteRune(charmap.Windows1252.DecodeByte(c))
	}
	return s.String()
}

func (d *decoded) utf16(b []byte, unit func([]byte) uint16) {
	d.encoding = "UTF-16"
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = unit(b[2*i:])
	}
	d.text = string(utf16.Decode(units))
	if i := strings.IndexRune(d.text, utf8.RuneError); i >= 0 {
		d.warn(i, "half a surrogate pair in the UTF-16 text, shown as U+FFFD")
	}
	if len(b)%2 == 1 {
		d.text += "\uFFFD"
		d.warn(len(d.text), "the UTF-16 text ends in half a character, shown as U+FFFD")
	}
}

// looksBinary says whether more than a twentieth of the first 64 KiB are control
// characters that no text uses. Random bytes hold a tenth of them. Fewer than
// eight prove nothing: a short note with a stray NUL is still a note.
func looksBinary(s string) bool {
	s = s[:min(len(s), 64<<10)]
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= ' ' && c != 0x7f, c >= '\t' && c <= '\r', c == 0x1b:
		default:
			n++
		}
	}
	return n >= 8 && n*20 > len(s)
}

// unifyNewlines turns the three line endings of CommonMark 2.1 into \n.
func unifyNewlines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// lineAt returns the 1-based line of offset i, whatever the line endings.
func lineAt(s string, i int) int {
	return 1 + strings.Count(unifyNewlines(s[:i]), "\n")
}

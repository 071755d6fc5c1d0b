package extract

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeText makes UTF-8 without NUL of a file: UTF-16 by its byte order mark, else UTF-8, else Windows' Latin-1. Lines stay lines.
func decodeText(raw []byte) []byte {
	switch {
	case bytes.HasPrefix(raw, []byte{0xFF, 0xFE}):
		return fromUTF16(raw[2:], func(b []byte) uint16 { return uint16(b[0]) | uint16(b[1])<<8 })
	case bytes.HasPrefix(raw, []byte{0xFE, 0xFF}):
		return fromUTF16(raw[2:], func(b []byte) uint16 { return uint16(b[1]) | uint16(b[0])<<8 })
	}
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	if bytes.IndexByte(raw, 0) >= 0 {
		raw = bytes.ReplaceAll(raw, []byte{0}, []byte{' '})
	}
	if utf8.Valid(raw) {
		return raw
	}
	out := make([]byte, 0, len(raw)+len(raw)/8)
	for _, b := range raw {
		switch {
		case b < 0x80:
			out = append(out, b)
		case b < 0xA0 && windows1252[b-0x80] != 0:
			out = utf8.AppendRune(out, windows1252[b-0x80])
		default:
			out = utf8.AppendRune(out, rune(b))
		}
	}
	return out
}

func fromUTF16(raw []byte, unit func([]byte) uint16) []byte {
	units := make([]uint16, len(raw)/2)
	for i := range units {
		if units[i] = unit(raw[2*i:]); units[i] == 0 {
			units[i] = ' '
		}
	}
	return []byte(string(utf16.Decode(units)))
}

// windows1252 are the characters that Windows has where Latin-1 has control codes.
var windows1252 = [32]rune{
	'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
}

package embed

import "unicode"

// The classes of characters that BertNormalizer and BertPreTokenizer of Hugging Face tokenizers go by. That library
// (0.23.3, asked about every code point) takes general categories from a table of Unicode 8, but white space, lower case
// and canonical decompositions from newer ones; the tables below bring Go's Unicode 15 back to it. It matters: a mark that
// the library does not know as a mark stays in its word and makes the word unknown.

// isRemoved tells the characters that clean_text drops: NUL, the replacement character, and the categories Cc, Cf, Co.
// Tab, line feed and carriage return are kept, as white space. U+0085, U+000B and U+000C are dropped, not white space.
func isRemoved(r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return false
	case r < 0x20 || r >= 0x7f && r < 0xa0 || r == unicode.ReplacementChar:
		return true
	case r < 0xad:
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Co) && !unicode.Is(formatAfter8, r)
}

// isMark tells the non-spacing marks that strip_accents drops.
func isMark(r rune) bool {
	if r < 0x300 {
		return false
	}
	return unicode.Is(unicode.Mn, r) && !unicode.Is(marksAfter8, r) || r == hanunooPamudpod
}

// isPunct tells the characters that are a word of their own: every ASCII character that is no letter, digit, space or
// control character, and the categories P*.
func isPunct(r rune) bool {
	if r < 0x80 {
		return '!' <= r && r <= '/' || ':' <= r && r <= '@' || '[' <= r && r <= '`' || '{' <= r && r <= '~'
	}
	return unicode.IsPunct(r) && !unicode.Is(punctAfter8, r) || r == canadianChi || r == sharadaSandhi
}

// isIdeograph tells the characters that handle_chinese_chars puts spaces around. The gap from U+2B820 to U+2B91F is the
// library's.
func isIdeograph(r rune) bool {
	return r >= 0x3400 && (r <= 0x4dbf ||
		0x4e00 <= r && r <= 0x9fff ||
		0xf900 <= r && r <= 0xfaff ||
		0x20000 <= r && r <= 0x2a6df ||
		0x2a700 <= r && r <= 0x2b81f ||
		0x2b920 <= r && r <= 0x2ceaf ||
		0x2f800 <= r && r <= 0x2fa1f)
}

// lower is the lower case of r; of the pairs that came with Unicode 16 it knows the two whose lower case is an old letter.
func lower(r rune) rune {
	switch r {
	case 0xa7cb:
		return 0x0264
	case 0xa7dc:
		return 0x019b
	}
	return unicode.ToLower(r)
}

// Characters whose category changed after Unicode 8: from Mn to Mc, from Po to So, from Po to Mn.
const (
	hanunooPamudpod = 0x1734
	canadianChi     = 0x166d
	sharadaSandhi   = 0x111c9
)

// marksAfter8 are the characters of category Mn that Unicode 8 did not have, or had in another category.
var marksAfter8 = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x07fd, 0x07fd, 1}, {0x0898, 0x089f, 1}, {0x08ca, 0x08e1, 1}, {0x09fe, 0x09fe, 1}, {0x0afa, 0x0aff, 1},
		{0x0b55, 0x0b55, 1}, {0x0c04, 0x0c04, 1}, {0x0c3c, 0x0c3c, 1}, {0x0d00, 0x0d00, 1}, {0x0d3b, 0x0d3c, 1},
		{0x0d81, 0x0d81, 1}, {0x0eba, 0x0eba, 1}, {0x0ece, 0x0ece, 1}, {0x180f, 0x180f, 1}, {0x1885, 0x1886, 1},
		{0x1abf, 0x1ace, 1}, {0x1df6, 0x1dfb, 1}, {0xa82c, 0xa82c, 1}, {0xa8c5, 0xa8c5, 1}, {0xa8ff, 0xa8ff, 1},
		{0xa9bd, 0xa9bd, 1},
	},
	R32: []unicode.Range32{
		{0x10d24, 0x10d27, 1}, {0x10eab, 0x10eac, 1}, {0x10efd, 0x10eff, 1}, {0x10f46, 0x10f50, 1}, {0x10f82, 0x10f85, 1},
		{0x11070, 0x11070, 1}, {0x11073, 0x11074, 1}, {0x110c2, 0x110c2, 1}, {0x111c9, 0x111c9, 1}, {0x111cf, 0x111cf, 1},
		{0x1123e, 0x1123e, 1}, {0x11241, 0x11241, 1}, {0x1133b, 0x1133b, 1}, {0x11438, 0x1143f, 1}, {0x11442, 0x11444, 1},
		{0x11446, 0x11446, 1}, {0x1145e, 0x1145e, 1}, {0x1182f, 0x11837, 1}, {0x11839, 0x1183a, 1}, {0x1193b, 0x1193c, 1},
		{0x1193e, 0x1193e, 1}, {0x11943, 0x11943, 1}, {0x119d4, 0x119d7, 1}, {0x119da, 0x119db, 1}, {0x119e0, 0x119e0, 1},
		{0x11a01, 0x11a0a, 1}, {0x11a33, 0x11a38, 1}, {0x11a3b, 0x11a3e, 1}, {0x11a47, 0x11a47, 1}, {0x11a51, 0x11a56, 1},
		{0x11a59, 0x11a5b, 1}, {0x11a8a, 0x11a96, 1}, {0x11a98, 0x11a99, 1}, {0x11c30, 0x11c36, 1}, {0x11c38, 0x11c3d, 1},
		{0x11c3f, 0x11c3f, 1}, {0x11c92, 0x11ca7, 1}, {0x11caa, 0x11cb0, 1}, {0x11cb2, 0x11cb3, 1}, {0x11cb5, 0x11cb6, 1},
		{0x11d31, 0x11d36, 1}, {0x11d3a, 0x11d3a, 1}, {0x11d3c, 0x11d3d, 1}, {0x11d3f, 0x11d45, 1}, {0x11d47, 0x11d47, 1},
		{0x11d90, 0x11d91, 1}, {0x11d95, 0x11d95, 1}, {0x11d97, 0x11d97, 1}, {0x11ef3, 0x11ef4, 1}, {0x11f00, 0x11f01, 1},
		{0x11f36, 0x11f3a, 1}, {0x11f40, 0x11f40, 1}, {0x11f42, 0x11f42, 1}, {0x13440, 0x13440, 1}, {0x13447, 0x13455, 1},
		{0x16f4f, 0x16f4f, 1}, {0x16fe4, 0x16fe4, 1}, {0x1cf00, 0x1cf2d, 1}, {0x1cf30, 0x1cf46, 1}, {0x1e000, 0x1e006, 1},
		{0x1e008, 0x1e018, 1}, {0x1e01b, 0x1e021, 1}, {0x1e023, 0x1e024, 1}, {0x1e026, 0x1e02a, 1}, {0x1e08f, 0x1e08f, 1},
		{0x1e130, 0x1e136, 1}, {0x1e2ae, 0x1e2ae, 1}, {0x1e2ec, 0x1e2ef, 1}, {0x1e4ec, 0x1e4ef, 1}, {0x1e944, 0x1e94a, 1},
	},
}

// punctAfter8 are the characters of the categories P* that Unicode 8 did not have.
var punctAfter8 = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x061d, 0x061d, 1}, {0x09fd, 0x09fd, 1}, {0x0a76, 0x0a76, 1}, {0x0c77, 0x0c77, 1}, {0x0c84, 0x0c84, 1},
		{0x1b7d, 0x1b7e, 1}, {0x2e43, 0x2e4f, 1}, {0x2e52, 0x2e5d, 1},
	},
	R32: []unicode.Range32{
		{0x10ead, 0x10ead, 1}, {0x10f55, 0x10f59, 1}, {0x10f86, 0x10f89, 1}, {0x1144b, 0x1144f, 1}, {0x1145a, 0x1145b, 1},
		{0x1145d, 0x1145d, 1}, {0x11660, 0x1166c, 1}, {0x116b9, 0x116b9, 1}, {0x1183b, 0x1183b, 1}, {0x11944, 0x11946, 1},
		{0x119e2, 0x119e2, 1}, {0x11a3f, 0x11a46, 1}, {0x11a9a, 0x11a9c, 1}, {0x11a9e, 0x11aa2, 1}, {0x11b00, 0x11b09, 1},
		{0x11c41, 0x11c45, 1}, {0x11c70, 0x11c71, 1}, {0x11ef7, 0x11ef8, 1}, {0x11f43, 0x11f4f, 1}, {0x11fff, 0x11fff, 1},
		{0x12ff1, 0x12ff2, 1}, {0x16e97, 0x16e9a, 1}, {0x16fe2, 0x16fe2, 1}, {0x1e95e, 0x1e95f, 1},
	},
}

// formatAfter8 are the characters of category Cf that Unicode 8 did not have.
var formatAfter8 = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0890, 0x0891, 1}, {0x08e2, 0x08e2, 1},
	},
	R32: []unicode.Range32{
		{0x110cd, 0x110cd, 1}, {0x13430, 0x1343f, 1},
	},
}

package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// SlugOf returns the slug of a slash-separated relative path: without the
// markdown extension, each segment in lower case without accents, with '-' for
// white space, and with letters, marks and digits of every script and '.', '_'
// and '-' kept (GBrain's rule). A segment of which nothing would be left, such as
// an emoji, is spelled by its code points (u1f525): no name vanishes, and "." and
// ".." never come out. The result is never empty.
func SlugOf(relPath string) string {
	name, _ := cutExt(relPath)
	var segments []string
	for segment := range strings.SplitSeq(name, "/") {
		if segment != "" {
			segments = append(segments, slugSegment(segment))
		}
	}
	if len(segments) == 0 {
		return "untitled"
	}
	return strings.Join(segments, "/")
}

// cutExt takes a markdown extension, in any case, off a path.
func cutExt(file string) (name string, ok bool) {
	ext := path.Ext(file)
	switch strings.ToLower(ext) {
	case ".md", ".mdx", ".markdown":
		return file[:len(file)-len(ext)], true
	}
	return file, false
}

func slugSegment(segment string) string {
	if slug, ok := plainSegment(segment); ok {
		return slug
	}
	return anySegment(segment)
}

func anySegment(segment string) string {
	bare := strings.Map(func(r rune) rune {
		if isAccent(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(segment))
	var b strings.Builder
	readable := false
	for _, r := range norm.NFC.String(bare) {
		switch {
		case r == '-' || unicode.IsSpace(r) || unicode.Is(unicode.Zs, r):
			if !strings.HasSuffix(b.String(), "-") {
				b.WriteByte('-')
			}
		case unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, unicode.Me):
			// Invisible, or the frame around a keycap emoji.
		case unicode.In(r, unicode.L, unicode.N):
			readable = true
			b.WriteRune(r)
		case unicode.Is(unicode.M, r) || r == '_' || r == '.':
			readable = readable || r == '_'
			b.WriteRune(r)
		}
	}
	if slug := strings.Trim(b.String(), "-"); readable && slug != "" {
		return slug
	}
	return spellOut(segment)
}

// plainSegment is anySegment of a segment of ASCII that holds a letter or digit, as most do.
func plainSegment(segment string) (slug string, ok bool) {
	b := make([]byte, 0, len(segment))
	for i := range len(segment) {
		switch c := segment[i]; {
		case c >= utf8.RuneSelf:
			return "", false
		case 'A' <= c && c <= 'Z':
			b, ok = append(b, c|0x20), true
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			b, ok = append(b, c), true
		case c == '_' || c == '.':
			b = append(b, c)
		case c == '-' || c == ' ' || '\t' <= c && c <= '\r':
			if n := len(b); n == 0 || b[n-1] != '-' {
				b = append(b, '-')
			}
		}
	}
	return string(bytes.Trim(b, "-")), ok
}

// isAccent says whether a decomposed name loses r: the combining diacritical
// marks and the Hebrew points, but not the marks that other scripts need.
func isAccent(r rune) bool {
	return r >= 0x300 && r <= 0x36f || r >= 0x591 && r <= 0x5c7 && unicode.Is(unicode.Mn, r)
}

// spellOut names a segment by its code points, or by its hash if there are many.
func spellOut(segment string) string {
	if utf8.RuneCountInString(segment) > 8 {
		return "u-" + pathHash(segment)[:12]
	}
	var codes []string
	for _, r := range segment {
		codes = append(codes, fmt.Sprintf("u%x", r))
	}
	return strings.Join(codes, "-")
}

// pathHash returns the SHA-256 of a path in hex.
func pathHash(p string) string {
	sum := sha256.Sum256([]byte(p))
	return hex.EncodeToString(sum[:])
}

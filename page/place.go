package page

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"
)

// What a slug may be in bytes, so that every file system takes its file: most allow 255 for a name, with the extension and a
// suffix that tells two apart, and a path of 1,024 (macOS).
const (
	maxSegment = 200
	maxSlug    = 1000
)

// checkPlace says why the file of a slug could not be written, or would be left out when it is read in; the error wraps ErrSlug.
func checkPlace(slug string) error {
	if len(slug) > maxSlug {
		return fmt.Errorf("%w: it is longer than %d bytes", ErrSlug, maxSlug)
	}
	segments := strings.Split(slug, "/")
	for i, s := range segments {
		switch {
		case len(s) > maxSegment:
			return fmt.Errorf("%w: a part of it is longer than %d bytes", ErrSlug, maxSegment)
		case isHidden(s):
			return fmt.Errorf("%w: %q begins with a dot, so an import leaves it out", ErrSlug, s)
		case i+1 < len(segments) && s == nodeModules:
			return fmt.Errorf("%w: an import leaves out folders called %s", ErrSlug, nodeModules)
		}
	}
	return nil
}

// placeOf is the path of a slug's file without the extension: the slug, or where checkPlace refuses that, one with parts of it
// cut short. It depends on the slug alone.
func placeOf(slug string) string {
	if checkPlace(slug) == nil {
		return slug
	}
	segments := strings.Split(slug, "/")
	for i, s := range segments {
		if len(s) > maxSegment || isHidden(s) || s == nodeModules {
			segments[i] = shortened(s, maxSegment/2)
		}
	}
	if short := strings.Join(segments, "/"); len(short) <= maxSlug {
		return short
	}
	return path.Join("long", shortened(path.Base(slug), maxSegment/2)+"-"+pathHash(slug)[:12])
}

// shortened is at most n bytes of a name and the start of its hash.
func shortened(s string, n int) string {
	hash := pathHash(s)[:12]
	s = strings.TrimLeft(s, ".")
	if n = min(n, len(s)); n < len(s) {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
	}
	return s[:n] + "-" + hash
}

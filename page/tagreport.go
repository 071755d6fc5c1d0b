package page

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"brain/db"
)

// TagTwins are two tags that may be meant to be one.
type TagTwins struct {
	Keep  TagCount `json:"keep"` // the more frequent
	Other TagCount `json:"other"`
	Why   string   `json:"why"` // case, spelling, plural or typo
}

// CheckTags finds tags that differ in case, in hyphens, underscores and spaces, by a plural s, or, from five letters up, by
// one letter. What comes up oftenest comes first.
func CheckTags(tx *db.Tx) ([]TagTwins, error) {
	tags, err := AllTags(tx)
	if err != nil {
		return nil, err
	}
	return tagTwins(tags), nil
}

func tagTwins(tags []TagCount) []TagTwins {
	out := []TagTwins{}
	seen := map[[2]string]bool{}
	// The surest reason first; a pair is told once.
	for _, reason := range []struct {
		why  string
		keys func(tag string) []string
	}{
		{"case", func(t string) []string { return []string{strings.ToLower(t)} }},
		{"spelling", func(t string) []string { return []string{joinedTag(t)} }},
		{"plural", func(t string) []string { return []string{singular(joinedTag(t))} }},
		{"typo", nearTags},
	} {
		groups := map[string][]TagCount{}
		for _, t := range tags {
			for _, key := range reason.keys(t.Tag) {
				if !slices.Contains(groups[key], t) {
					groups[key] = append(groups[key], t)
				}
			}
		}
		for _, g := range groups {
			for i, a := range g {
				for _, b := range g[i+1:] {
					if reason.why == "typo" && !oneSlip(joinedTag(a.Tag), joinedTag(b.Tag)) {
						continue
					}
					pair := [2]string{min(a.Tag, b.Tag), max(a.Tag, b.Tag)}
					if seen[pair] {
						continue
					}
					seen[pair] = true
					if a.Pages > b.Pages || a.Pages == b.Pages && a.Tag < b.Tag {
						out = append(out, TagTwins{a, b, reason.why})
					} else {
						out = append(out, TagTwins{b, a, reason.why})
					}
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b TagTwins) int {
		return cmp.Or(cmp.Compare(b.Keep.Pages+b.Other.Pages, a.Keep.Pages+a.Other.Pages), strings.Compare(a.Keep.Tag, b.Keep.Tag), strings.Compare(a.Other.Tag, b.Other.Tag))
	})
	return out
}

// joinedTag is a tag without case and what parts its words.
func joinedTag(t string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, t)
}

// singular drops the plural of an English word; both forms of a pair go through it.
func singular(t string) string {
	switch {
	case strings.HasSuffix(t, "ies") && len(t) > 4:
		return t[:len(t)-3] + "y"
	case strings.HasSuffix(t, "sses"), strings.HasSuffix(t, "xes"), strings.HasSuffix(t, "ches"), strings.HasSuffix(t, "shes"):
		return t[:len(t)-2]
	case strings.HasSuffix(t, "s") && !strings.HasSuffix(t, "ss") && len(t) > 3:
		return t[:len(t)-1]
	}
	return t
}

// nearTags are keys of which two tags that are one slip apart share one: the tag itself and the tag without each of its
// letters. Short tags, and those that end in different numbers, are different words more often than not.
func nearTags(tag string) []string {
	r := []rune(joinedTag(tag))
	if len(r) < 5 || len(r) > 40 || strings.ContainsFunc(tag, unicode.IsDigit) {
		return nil
	}
	keys := []string{string(r)}
	for i := range r {
		keys = append(keys, string(r[:i])+string(r[i+1:]))
	}
	return keys
}

// oneSlip says whether one letter more, less or other, or two neighbours exchanged, makes a of b.
func oneSlip(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	switch len(y) - len(x) {
	case 0:
		return i == len(x) || slices.Equal(x[i+1:], y[i+1:]) || i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && slices.Equal(x[i+2:], y[i+2:])
	case 1:
		return slices.Equal(x[i:], y[i+1:])
	}
	return false
}

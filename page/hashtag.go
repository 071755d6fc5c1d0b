package page

import (
	"strings"
	"unicode"

	"brain/pattern"
)

var hashtag = pattern.Lazy(`(?m)(?:^|[\s\p{Zs}])#([\p{L}\p{M}\p{N}_/-]+)`)

// Hashtags lists the #tags in the text of a page, in order, each once: what
// follows white space, has a letter in it, and is not in code or a comment.
// They are no Tags: those are the frontmatter's.
func Hashtags(p Page) []string {
	if p.Binary {
		return nil
	}
	_, body, _ := cutFrontmatter(decode(p.Source).text)
	var tags []string
	text := maskCode(body)
	for at := 0; at < len(text); {
		m := hashtag().FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		tag := strings.Trim(text[at+m[2]:at+m[3]], "/")
		if strings.ContainsFunc(tag, func(r rune) bool { return unicode.IsLetter(r) || r == '_' }) {
			tags = append(tags, tag)
		}
		at += m[3]
	}
	return cleanTags(tags)
}

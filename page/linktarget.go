package page

import (
	"net/url"
	"path"
	"strings"

	"brain/pattern"
)

// linkTarget makes the Target of a link as it is written in the page at file; ok
// is false for what is no page: a place in this one, another site, an attachment.
func linkTarget(file, kind, written string) (target string, ok bool) {
	target, _, _ = strings.Cut(written, "#")
	target = strings.TrimSpace(target)
	if kind == LinkMarkdown {
		if scheme().MatchString(target) {
			return "", false
		}
		if plain, err := url.PathUnescape(target); err == nil {
			target = strings.TrimSpace(plain)
		}
	}
	target = cleanName(target)
	if vault, note, ok := strings.Cut(strings.TrimPrefix(target, vaultScheme), "/"); ok && strings.HasPrefix(target, vaultScheme) {
		note, _ = cutExt(path.Clean(note))
		return vaultScheme + vault + "/" + note, vault != "" && note != "." && !strings.HasPrefix(note, "../") && note != ".."
	}
	if strings.Contains(target, "://") || wikiAttached().MatchString(target) || kind == LinkMarkdown && otherAttached().MatchString(target) {
		return "", false
	}
	if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") || strings.HasPrefix(target, "/") {
		if !strings.HasPrefix(target, "/") {
			target = path.Join(path.Dir(file), target)
		}
		// What leads out of the folder is taken to begin at it, as GBrain does.
		target = path.Join("/", strings.TrimLeft(target, "/"))
	} else if target != "" {
		target = path.Clean(target)
	}
	target, _ = cutExt(target)
	return target, target != "" && target != "/" && target != "." && target != ".."
}

// cleanName makes what a file says clean text on one line.
func cleanName(s string) string { return oneLine(strings.ToValidUTF8(s, "\uFFFD")) }

// vaultScheme begins the name of a note of a certain vault in Dendron: dendron://vault/note.
const vaultScheme = "dendron://"

// isDendron says whether a page is a note that Dendron has made: it gives each an id and two times in milliseconds.
func isDendron(p Page) bool {
	if f, ok := p.Frontmatter.Fields.Get("id"); !ok || f.Text == "" {
		return false
	}
	for _, key := range []string{"created", "updated"} {
		f, _ := p.Frontmatter.Fields.Get(key)
		if _, ok := epoch(f.Text); !ok {
			return false
		}
	}
	return true
}

var widths = pattern.Lazy(`^\d+(?:x\d+)?$`)

// wikiName is what a link [[inner]] names. Behind a bar is the text to be shown, but in Dendron that is before it; there too a
// picture's width is behind, and so is a text with spaces behind a name without.
func wikiName(inner string, textFirst bool) string {
	left, right, both := strings.Cut(inner, "|")
	left = strings.TrimSuffix(left, `\`)
	name, _, _ := strings.Cut(right, "#")
	name = strings.TrimSpace(name)
	if !both || !textFirst || name == "" || widths().MatchString(name) || wikiAttached().MatchString(left) || strings.Contains(name, " ") && !strings.Contains(strings.TrimSpace(left), " ") {
		return left
	}
	return right
}

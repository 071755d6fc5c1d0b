package page

import (
	"net/url"
	"path"
	"strings"
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

package page

import (
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Taken says that what somebody calls a page to be written is spelled otherwise than the page that has its slug: c# is not c++.
type Taken struct {
	Name string
	Page Stored
}

// Error names both.
func (e *Taken) Error() string {
	return e.Name + " has the slug of another page, " + e.Page.Slug + " (" + e.Page.Title + ")"
}

// calls says whether a name means a page that has its slug: it is spelled like the slug, but for case, spaces and accents, or
// like the page's title or path.
func calls(name string, old Stored) bool {
	name, _ = cutExt(name)
	file, _ := cutExt(old.Path)
	return spelledAsSlug(name) == old.Slug || fold(path.Base(name)) == fold(old.Title) || old.Path != "" && fold(name) == fold(file)
}

// spelledAsSlug is SlugOf for names that need no letter left out.
func spelledAsSlug(name string) string {
	bare := strings.Map(func(r rune) rune {
		if isAccent(r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(name)))
	segments := strings.Split(norm.NFKC.String(bare), "/")
	for i, s := range segments {
		segments[i] = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == ' ' }), "-")
	}
	return strings.Join(segments, "/")
}

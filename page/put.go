package page

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"brain/db"
)

// ErrSlug says that a text cannot be the slug of a page.
var ErrSlug = errors.New("not a slug")

// ErrNoText says that a page would have become empty.
var ErrNoText = errors.New("the text is empty")

// CheckSlug makes a slug of what somebody calls a page to be written, by the one rule that files go by too: SlugOf. It
// refuses what looks like a way out of the tree or hides what it is. The error wraps ErrSlug.
func CheckSlug(name string) (string, error) {
	lower := strings.ToLower(name)
	switch {
	case strings.TrimSpace(name) == "":
		return "", fmt.Errorf("%w: it is empty", ErrSlug)
	case strings.HasPrefix(name, "/"):
		return "", fmt.Errorf("%w: %q begins with /", ErrSlug, name)
	case strings.Contains(name, `\`) || strings.Contains(lower, "%2e") || strings.Contains(lower, "%2f") || strings.Contains(lower, "%5c"):
		return "", fmt.Errorf("%w: %q holds a backslash or an escaped path", ErrSlug, name)
	case strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar
	}):
		return "", fmt.Errorf("%w: %q holds characters that cannot be seen", ErrSlug, name)
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "." || part == ".." {
			return "", fmt.Errorf("%w: %q leads out of its folder", ErrSlug, name)
		}
	}
	return SlugOf(name), nil
}

// PutInput is a page to be written whole.
type PutInput struct {
	Slug       string // as CheckSlug takes it
	Source     []byte // markdown, with or without frontmatter
	AllowEmpty bool   // else a text without any word is refused
}

// Put writes a page. A page that is there, be it of a file or not, or deleted, takes the new text and keeps its place; tags
// and links that commands have added stay unless the text lists its own. Equal text is Skipped. A new slug must be one that an
// export can write and an import reads. Errors wrap ErrSlug or
// ErrNoText, or are *Taken.
func Put(tx *db.Tx, in PutInput, windows Windows) (Saved, error) {
	slug, err := CheckSlug(in.Slug)
	if err != nil {
		return Saved{}, err
	}
	old, err := Find(tx, slug)
	isNew := errors.Is(err, ErrNoPage)
	switch {
	case isNew:
		err = checkPlace(slug)
	case err == nil && in.Slug != slug && !calls(in.Slug, old):
		err = &Taken{in.Slug, old}
	}
	if err != nil {
		return Saved{}, err
	}
	old.Slug = slug
	d := rewrite(old, in.Source, "put")
	switch {
	case isNew:
		d.Old = nil
	case old.Deleted && old.FileHash == "":
		d.Root = 0 // its file is gone, and the next import of the folder must leave it alone
	}
	if d.Page.CompiledTruth == "" && d.Page.Timeline == "" && !in.AllowEmpty {
		return Saved{}, fmt.Errorf("put %s: %w", slug, ErrNoText)
	}
	odd := d.Page.Warnings
	out, err := Save(tx, d, windows)
	out.Warnings = append(odd, out.Warnings...)
	return out, err
}

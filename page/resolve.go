package page

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// A Name is what a page is linked by.
type Name struct {
	Slug    string
	Path    string // as AssignSlugs was given it; empty for a page from no file
	Title   string
	Aliases []string
}

// Aliases are the other names that a page's frontmatter gives it.
func Aliases(p Page) []string {
	var out []string
	for _, key := range []string{"aliases", "alias"} {
		f, ok := p.Frontmatter.Fields.Get(key)
		if !ok {
			continue
		}
		switch v := f.Value.(type) {
		case string:
			for name := range strings.SplitSeq(v, ",") {
				out = append(out, oneLine(name))
			}
		case []any:
			for _, name := range scalars(v, nil) {
				out = append(out, oneLine(name))
			}
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// Names finds the pages that links lead to.
type Names struct {
	slugs map[string]bool
	// Each from a spelling to the slugs of the pages that have it.
	paths, folded, files, bases, titles, aliases map[string][]string
	folders                                      map[string]string // of the pages, by slug
}

// NewNames makes an index of pages.
func NewNames(names []Name) *Names {
	n := &Names{map[string]bool{}, map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string]string{}}
	for _, name := range names {
		n.slugs[name.Slug] = true
		add := func(m map[string][]string, key string) {
			if key != "" && !slices.Contains(m[key], name.Slug) {
				m[key] = append(m[key], name.Slug)
			}
		}
		n.folders[name.Slug] = folderOf(cmp.Or(name.Path, name.Slug))
		if name.Path != "" {
			file, _ := cutExt(name.Path)
			add(n.paths, norm.NFC.String(file))
			add(n.folded, fold(file))
			add(n.files, fold(path.Base(file)))
			add(n.bases, path.Base(SlugOf(name.Path)))
		}
		add(n.bases, path.Base(name.Slug))
		add(n.titles, fold(name.Title))
		for _, alias := range name.Aliases {
			add(n.aliases, fold(alias))
		}
	}
	return n
}

// fold is how names are compared: in one case, composed, letters of other looks as those that they stand for.
func fold(s string) string {
	if s = oneLine(s); isASCII(s) {
		return strings.ToLower(s)
	}
	return norm.NFC.String(strings.ToLower(plainLetters(s)))
}

// ResolveTarget finds the page that a link in the page at from (a path as those of
// the names) leads to. It looks for the path or slug that is named (of a
// markdown link from the page's folder first, of a property in its Folders),
// then for the one page of that file name, then for the one with that title or
// alias; of several for the one that shares most of its folders with the page.
// Several that fit equally well are returned as such: then the first result is
// empty. Both are empty if no page fits.
func (n *Names) ResolveTarget(from string, l Link) (slug string, several []string) {
	target := l.Target
	if vaulted, ok := strings.CutPrefix(target, vaultScheme); ok {
		// A vault is mostly called as its folder is, and a note is mostly in one vault.
		l.Target = vaulted
		if slug, several = n.ResolveTarget(from, l); slug != "" {
			return slug, nil
		}
		_, l.Target, _ = strings.Cut(vaulted, "/")
		return n.ResolveTarget(from, l)
	}
	if anchored := strings.TrimPrefix(target, "/"); anchored != target {
		return one(n.at(anchored))
	}
	here := path.Dir(from)
	// [[source:dir/slug]] is GBrain's way to name a page of another root.
	places := []string{target}
	if root, rest, ok := strings.Cut(target, ":"); ok && !strings.Contains(rest, ":") && strings.Contains(rest, "/") {
		places = append(places, root+"/"+rest, rest)
	}
	switch l.Kind {
	case LinkMarkdown:
		places = append([]string{path.Join(here, target)}, places...)
	case LinkFrontmatter:
		for i := len(l.Folders) - 1; i >= 0 && !strings.Contains(target, "/"); i-- {
			places = append([]string{l.Folders[i] + "/" + target}, places...)
		}
	}
	for _, place := range places {
		if found := n.at(place); len(found) > 0 {
			return one(found)
		}
	}
	base := path.Base(target)
	for _, found := range [][]string{n.files[fold(base)], n.bases[path.Base(SlugOf(target))], n.titles[fold(target)], n.aliases[fold(target)]} {
		found = slices.DeleteFunc(slices.Clone(found), func(slug string) bool {
			return base != target && !isBelow(slug, path.Dir(target))
		})
		if len(found) > 0 {
			return one(n.nearest(folderOf(from), found))
		}
	}
	return "", nil
}

// nearest are those of several pages in the folder here, else those that share most of its folders with it. Without a folder in
// common none is nearer than another.
func (n *Names) nearest(here string, found []string) []string {
	if len(found) < 2 {
		return found
	}
	most, out := 1, found
	for _, slug := range found {
		shared := 0
		for i := range min(len(here), len(n.folders[slug])) {
			if here[i] != n.folders[slug][i] {
				break
			}
			if here[i] == '/' {
				shared += 2
			}
		}
		if n.folders[slug] == here {
			shared++
		}
		switch {
		case shared > most:
			most, out = shared, []string{slug}
		case shared == most && most > 1:
			out = append(out, slug)
		}
	}
	return out
}

// folderOf is the folder of a path as they are compared: empty, or with / behind each part.
func folderOf(file string) string {
	if dir := path.Dir(file); dir != "." {
		return fold(dir) + "/"
	}
	return ""
}

// isBelow says whether the folder of a slug ends in dir.
func isBelow(slug, dir string) bool {
	folder := "/" + path.Dir(slug)
	return strings.HasSuffix(folder, "/"+SlugOf(dir))
}

// at gives the pages at a path: spelled so, spelled so but for case, or with its
// slug; a folder stands for its index or README.
func (n *Names) at(place string) []string {
	place = norm.NFC.String(path.Clean(place))
	for _, p := range []string{place, place + "/index", place + "/README"} {
		if found := n.paths[p]; len(found) > 0 {
			return found
		}
		if found := n.folded[fold(p)]; len(found) > 0 {
			return found
		}
		for _, slug := range []string{p, SlugOf(p)} {
			if n.slugs[slug] {
				return []string{slug}
			}
		}
	}
	return nil
}

func one(found []string) (string, []string) {
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	return "", slices.Sorted(slices.Values(found))
}

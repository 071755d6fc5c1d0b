package page

import (
	"cmp"
	"slices"
)

// A Collision is a path that could not have its own slug.
type Collision struct {
	Path   string
	Wanted string // SlugOf(Path)
	Got    string // Wanted, '-', and the start of the path's SHA-256
	With   string // the path that has Wanted; empty for a page that came from no file
}

// AssignSlugs gives every path a slug of its own and returns them by path, with
// the collisions in the order of their paths. taken holds the slugs that exist
// already, each with the path it was given to: those stay, whoever comes later.
// Of new paths that want one slug, the one that is spelled like it has it, else
// the first in byte order; the others get a suffix that depends on their path
// only. So the order of paths does not matter, and neither do the other paths,
// but for the question who has the plain slug.
func AssignSlugs(paths []string, taken map[string]string) (map[string]string, []Collision) {
	owner := make(map[string]string, len(taken)+len(paths)) // slug → path
	slugs := make(map[string]string, len(paths))            // path → slug
	kept := make(map[string]string, len(taken))
	for slug, p := range taken {
		owner[slug] = p
		if old, ok := kept[p]; p != "" && (!ok || slug < old) {
			kept[p] = slug
		}
	}
	type claim struct{ path, slug string }
	var claims []claim
	for _, p := range paths {
		if slug, ok := kept[p]; ok {
			slugs[p] = slug
		} else {
			claims = append(claims, claim{p, SlugOf(p)})
		}
	}
	spelledAlike := func(c claim) int {
		if name, _ := cutExt(c.path); name == c.slug {
			return 0
		}
		return 1
	}
	slices.SortFunc(claims, func(a, b claim) int {
		return cmp.Or(cmp.Compare(spelledAlike(a), spelledAlike(b)), cmp.Compare(a.path, b.path))
	})
	claims = slices.Compact(claims)

	var losers []claim
	for _, c := range claims {
		if _, ok := owner[c.slug]; ok {
			losers = append(losers, c)
			continue
		}
		owner[c.slug], slugs[c.path] = c.path, c.slug
	}
	// Every plain slug is given out by now, so no suffix can take one from a
	// file that is named like it.
	slices.SortFunc(losers, func(a, b claim) int { return cmp.Compare(a.path, b.path) })
	var collisions []Collision
	for _, c := range losers {
		got := suffixed(c.slug, c.path, owner)
		owner[got], slugs[c.path] = c.path, got
		collisions = append(collisions, Collision{c.path, c.slug, got, owner[c.slug]})
	}
	return slugs, collisions
}

// suffixed appends as much of the path's hash as makes the slug free: four hex
// digits unless another path has them too.
func suffixed(slug, p string, owner map[string]string) string {
	hash := pathHash(p)
	for n := 4; ; n += 4 {
		got := slug + "-" + hash[:min(n, len(hash))]
		if _, ok := owner[got]; !ok {
			return got
		}
		if n >= len(hash) {
			// Only a file that bears the whole hash in its name leads here.
			slug, n = got, 0
		}
	}
}

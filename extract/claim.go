package extract

import (
	"crypto/sha1"
	"encoding/hex"
	"strconv"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// claim is what a node brings when ids are given out. [MakeID] maps different
// names to one id: Server and server, a file svc/server.go and a type Server in
// svc, a/b.go and a_b.go. Graphify merges some of these nodes; here each gets an
// id of its own.
type claim struct {
	base string // the id that Graphify's rule gives
	rank int    // among nodes with the same base, the only one of the lowest rank keeps it
	name string // as the source writes it

	// who tells the node from all others by what it is, where the same may be
	// declared in several files (build tags), file tells them apart, and within
	// a file their order does.
	who, file string

	// path is the file that base is made of, "" where it is made of something else. Nodes of different files that would get the same
	// id for it all get one that begins with their file's whole name: a.py and a.js, a/b.py and a_b.py.
	path string
	// yields says that the node repeats one of another file: a method of C++ that is written outside of its class. The other one keeps base.
	yields bool
	// final says that base tells the name from all others of its file already.
	final bool
}

// spread gives the nodes of different files different bases, as Graphify does: the file's whole name before the base, and where that
// is not enough, a hash of the file's path behind it.
func spread(claims []claim) {
	base, yielded := sharedBases(claims)
	if len(base)+len(yielded) == 0 {
		return
	}
	for i := range claims {
		if c := &claims[i]; c.path != "" && (base[c.base] || c.yields && yielded[c.base]) {
			c.base = MakeID(c.path, c.base)
		}
	}
	base, _ = sharedBases(claims)
	for i := range claims {
		if c := &claims[i]; c.path != "" && base[c.base] {
			c.base = joinID(c.base, hash(c.path, 6))
		}
	}
}

// sharedBases are the bases that are made of several files, and those that are so by claims that yield alone.
func sharedBases(claims []claim) (shared, yielded map[string]bool) {
	first := make(map[string]int32, len(claims)) // the first claim of a base, one that does not yield if there is one
	shared, yielded = map[string]bool{}, map[string]bool{}
	for i := range claims {
		c := &claims[i]
		if c.path == "" || c.base == "" {
			continue
		}
		f, ok := first[c.base]
		if !ok {
			first[c.base] = int32(i)
			continue
		}
		before := &claims[f]
		if before.yields && !c.yields {
			first[c.base] = int32(i)
		}
		switch {
		case before.path == c.path:
		case !before.yields && !c.yields:
			shared[c.base] = true
		default:
			yielded[c.base] = true
		}
	}
	return shared, yielded
}

// assignIDs gives each claim its id. The result depends on the set of claims,
// and on their order only within one who and file.
//
// A claim that cannot keep its base appends a hash: of its name, as Graphify
// does; where that does not tell it from another, a longer one of what it is.
// A name that lost a combining mark or had no letter at all always gets the
// hash, so that its id does not change when a look-alike appears.
func assignIDs(claims []claim) []string {
	spread(claims)
	keys := identities(claims)
	type holder struct{ rank, claims int } // the lowest rank of a base, and how many have it
	best := make(map[string]holder, len(claims))
	ranks := make([]int, len(claims))
	hashed := make([]bool, len(claims)) // whatever the others are
	for i := range claims {
		c := &claims[i]
		hashed[i] = c.base == "" || !c.final && lossy(c.name)
		if hashed[i] {
			continue
		}
		ranks[i] = c.rank<<8 | min(keys[i].ordinal, 1)
		switch h, ok := best[c.base]; {
		case !ok || ranks[i] < h.rank:
			best[c.base] = holder{ranks[i], 1}
		case ranks[i] == h.rank:
			best[c.base] = holder{h.rank, h.claims + 1}
		}
	}

	ids := make([]string, len(claims))
	length := make([]int, len(claims)) // of the appended hash, 0 for none
	for i := range claims {
		c := &claims[i]
		ids[i] = c.base
		if h := best[c.base]; hashed[i] || ranks[i] > h.rank || h.claims > 1 {
			length[i] = 6
			ids[i] = joinID(c.base, hash(c.name, 6))
		}
	}
	for {
		count := make(map[string]int, len(ids))
		for _, id := range ids {
			count[id]++
		}
		changed := false
		for i := range ids {
			if count[ids[i]] > 1 && length[i] > 0 && length[i] < 2*sha1.Size {
				length[i] += 2
				ids[i] = joinID(claims[i].base, hash(keys[i].text, length[i]))
				changed = true
			}
		}
		if !changed {
			return ids
		}
	}
}

type identity struct {
	text    string
	ordinal int // among the same in one file, from 0
}

func identities(claims []claim) []identity {
	byWho := make(map[string]int, len(claims))
	for i := range claims {
		byWho[claims[i].who]++
	}
	type place struct{ who, file string }
	byFile := map[place]int{} // of those that are not alone
	for i := range claims {
		if c := &claims[i]; byWho[c.who] > 1 {
			byFile[place{c.who, c.file}]++
		}
	}
	out := make([]identity, len(claims))
	next := map[place]int{}
	for i := range claims {
		c := &claims[i]
		out[i].text = c.who
		if byWho[c.who] == 1 {
			continue
		}
		k := place{c.who, c.file}
		out[i].ordinal = next[k]
		next[k]++
		out[i].text += "\x00" + c.file
		if byFile[k] > 1 {
			out[i].text += "\x00" + strconv.Itoa(out[i].ordinal)
		}
	}
	return out
}

func joinID(base, suffix string) string {
	if base == "" {
		return suffix
	}
	return base + "_" + suffix
}

func hash(s string, n int) string {
	sum := sha1.Sum([]byte(s))
	return hex.EncodeToString(sum[:])[:n]
}

// lossy reports whether MakeID drops what makes the name itself: combining
// marks, or everything.
func lossy(name string) bool {
	word := false
	for _, r := range norm.NFKC.String(name) { // composes what can be composed
		if unicode.IsMark(r) {
			return true
		}
		word = word || isWord(r)
	}
	return !word
}

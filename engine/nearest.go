package engine

// longestName is how long a word may be that is taken for a name: the time of a comparison grows with the product of the lengths.
const longestName = 64

// Nearest gives the name that was probably meant, or "": the one with the fewest edits, if those are few for its length.
func Nearest(word string, names []string) string {
	if len(word) > longestName {
		return ""
	}
	best, like := 1<<30, ""
	for _, n := range names {
		if d := edits(word, n); d < best {
			best, like = d, n
		}
	}
	if best > max(1, len(like)/3) {
		return ""
	}
	return like
}

// edits is the Damerau-Levenshtein distance (optimal string alignment) of two short words, in bytes: typing errors are
// mostly a letter too many, too few, wrong or swapped with its neighbour.
func edits(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

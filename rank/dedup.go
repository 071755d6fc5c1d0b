package rank

import "math"

// Dropped is a row that a layer took out of a ranking, and the row above it that it gave way to.
type Dropped[T any] struct {
	Row, For T
	Cosine   float64 // of the two vectors, where that was the reason
}

// PerKey keeps the first n rows of each key, in order: of a source, its best chunks. A row that is dropped gave way to the
// first of its key. n below 1 keeps all.
func PerKey[T any, K comparable](list []T, n int, key func(T) K) (kept []T, dropped []Dropped[T]) {
	if n < 1 {
		return list, nil
	}
	count, first := map[K]int{}, map[K]T{}
	for _, row := range list {
		k := key(row)
		if count[k]++; count[k] > n {
			dropped = append(dropped, Dropped[T]{Row: row, For: first[k]})
			continue
		}
		if count[k] == 1 {
			first[k] = row
		}
		kept = append(kept, row)
	}
	return kept, dropped
}

// Unlike keeps the rows whose vector has no cosine above the limit with that of a row kept before: what says the same again
// is dropped. Rows without a vector (nil, zero, or of another length) are like none.
func Unlike[T any](list []T, limit float64, vector func(T) []float32) (kept []T, dropped []Dropped[T]) {
	type direction struct {
		v      []float32
		length float64
	}
	var above []direction // of kept
next:
	for _, row := range list {
		v := vector(row)
		d := direction{v, math.Sqrt(product(v, v))}
		for i, k := range above {
			if len(k.v) != len(v) {
				continue
			}
			// Without a length it is NaN, which is above no limit.
			if c := product(v, k.v) / (d.length * k.length); c > limit {
				dropped = append(dropped, Dropped[T]{Row: row, For: kept[i], Cosine: c})
				continue next
			}
		}
		kept, above = append(kept, row), append(above, d)
	}
	return kept, dropped
}

// product is the inner product of two vectors of one length.
func product(a, b []float32) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64 // four sums, which need not wait for one another
	for len(a) >= 4 {
		s0 += float64(a[0]) * float64(b[0])
		s1 += float64(a[1]) * float64(b[1])
		s2 += float64(a[2]) * float64(b[2])
		s3 += float64(a[3]) * float64(b[3])
		a, b = a[4:], b[4:]
	}
	for i, x := range a {
		s0 += float64(x) * float64(b[i])
	}
	return s0 + s1 + s2 + s3
}

// CapShare gives the first n rows of a ranking in which no kind has more than its share of n, rounded up, as long as rows of
// other kinds are there to take the places: where they are not, the places go to the rows that were passed over, behind the
// others. dropped are the rows that were passed over for good though they were among the first n.
func CapShare[T any, K comparable](list []T, n int, share float64, kind func(T) K) (kept []T, dropped []T) {
	n = min(max(n, 0), len(list))
	most := int(math.Ceil(share * float64(n)))
	count := map[K]int{}
	type placed struct {
		row T
		at  int
	}
	var passed []placed
	for i, row := range list {
		if len(kept) == n {
			break
		}
		if k := kind(row); count[k] < most {
			count[k]++
			kept = append(kept, row)
			continue
		}
		passed = append(passed, placed{row, i})
	}
	for _, p := range passed {
		switch {
		case len(kept) < n:
			kept = append(kept, p.row)
		case p.at < n:
			dropped = append(dropped, p.row)
		}
	}
	return kept, dropped
}

package vec

import (
	"cmp"
	"math"
	"slices"
)

// Rows are vectors of one dimension, side by side.
type Rows struct {
	Dim  int
	Data []float32 // Dim numbers a row
}

// Len is the number of rows.
func (r Rows) Len() int {
	if r.Dim < 1 {
		return 0
	}
	return len(r.Data) / r.Dim
}

// At is row i.
func (r Rows) At(i int) []float32 { return r.Data[i*r.Dim : (i+1)*r.Dim] }

// NearPairs yields every pair of a row of a and a row of b whose [CosineDistance] is below the limit, by ascending i,
// then j. It is exact. Rows of different dimensions have no distance, so there are no pairs of them.
//
// Most pairs are dismissed after a part of the dimensions: by Cauchy and Schwarz, the rest of two normalised rows adds
// no more to their inner product than the lengths of the two rests multiplied. What cannot be dismissed is measured as
// CosineDistance does it.
func NearPairs(a, b Rows, limit float64, yield func(i, j int, distance float64)) {
	if a.Dim != b.Dim || a.Len() == 0 || b.Len() == 0 || !(limit > 0) {
		return // no distance is below 0
	}
	head := largestDimensions(a, b)
	outlinesA, outlinesB := outline(a, head), outline(b, head)
	squaresB := make([]float32, b.Len())
	for j := range squaresB {
		squaresB[j] = squares(b.At(j))
	}
	least := float32(1 - limit - boundError(a.Dim))
	var near []int
	for i := range a.Len() {
		near = outlinesB.atLeast(near[:0], outlinesA.at(i), outlinesA.rest[i], least)
		row := a.At(i)
		squaresA := squares(row)
		for k := 0; k < len(near); k += 4 {
			four := near[k:min(k+4, len(near))]
			at := func(lane int) []float32 { return b.At(four[min(lane, len(four)-1)]) }
			dots := dot4(row, at(0), at(1), at(2), at(3))
			for lane, j := range four {
				if d := distance(dots[lane], squaresA, squaresB[j]); d < limit {
					yield(i, j, d)
				}
			}
		}
	}
}

// boundError is more than the bound of [outlines.atLeast] and the similarity that [CosineDistance] computes can be apart
// by rounding, for rows that have an outline. With u = 2^-24 and n dimensions, a float32 sum of products is within n·u
// of the product of the lengths; the similarity is made of three such sums, two of them under a root (2n·u), and the
// bound of a shorter one (n·u at most) and a few single roundings (16u). The fourth n is for the terms in u².
func boundError(dim int) float64 { return 4 * float64(dim+16) / (1 << 24) }

// outlines are the heads of normalised rows, the numbers of a few dimensions, and the lengths of the rests.
type outlines struct {
	width int
	heads []float32 // width numbers a row, and three more rows of zeros
	rest  []float32
}

func (o outlines) at(i int) []float32 { return o.heads[i*o.width : (i+1)*o.width] }

// atLeast appends the rows whose inner product with the row of the given outline might be at least that large.
func (o outlines) atLeast(near []int, head []float32, rest, least float32) []int {
	for j := 0; j < len(o.rest); j += 4 {
		dots := dot4(head, o.at(j), o.at(j+1), o.at(j+2), o.at(j+3))
		for lane, r := range o.rest[j:min(j+4, len(o.rest))] {
			if bound := dots[lane] + float32(rest*r); !(bound < least) { // NaN, from ∞·0, dismisses nothing
				near = append(near, j+lane)
			}
		}
	}
	return near
}

// outline takes the given dimensions of the normalised rows as heads. Rows whose sums of squares are so small or large
// that float32 may underflow or overflow with them have an unknown rest: nothing dismisses them. Rows of zeros, and
// rows with NaN, have neither head nor rest: they are near nothing.
func outline(rows Rows, dims []int) outlines {
	n, width := rows.Len(), len(dims)
	o := outlines{width, make([]float32, (n+3)*width), make([]float32, n)}
	inHead := make([]bool, rows.Dim)
	for _, d := range dims {
		inHead[d] = true
	}
	for i := range n {
		row := rows.At(i)
		length, ok := lengthOf(row)
		if !ok {
			if length != 0 {
				o.rest[i] = float32(math.Inf(1))
			}
			continue
		}
		head := o.at(i)
		for k, d := range dims {
			head[k] = float32(float64(row[d]) / length)
		}
		var rest float64
		for d, x := range row {
			if !inHead[d] {
				rest += float64(float64(x) * float64(x))
			}
		}
		o.rest[i] = float32(math.Sqrt(rest) / length)
	}
	return o
}

// lengthOf is the Euclidean length of a row; ok is false if sums of products with it may leave the range in which
// float32 is precise, and the length is 0 then if the row is near nothing.
func lengthOf(row []float32) (length float64, ok bool) {
	const tiny, huge = 1.0 / (1 << 60), 1 << 120
	var sum float64
	for _, x := range row {
		sum += float64(float64(x) * float64(x))
	}
	if math.IsNaN(sum) {
		return 0, false
	}
	return math.Sqrt(sum), tiny < sum && sum < huge
}

// largestDimensions are the dimensions, a quarter of all, in which the normalised rows have the largest squares, so that
// the rests are short.
func largestDimensions(a, b Rows) []int {
	weight := make([]float64, a.Dim)
	for _, rows := range []Rows{a, b} {
		for i := range rows.Len() {
			row := rows.At(i)
			if length, ok := lengthOf(row); ok {
				for d, x := range row {
					weight[d] += math.Pow(float64(x)/length, 2)
				}
			}
		}
	}
	dims := make([]int, a.Dim)
	for d := range dims {
		dims[d] = d
	}
	slices.SortStableFunc(dims, func(d, e int) int { return cmp.Compare(weight[e], weight[d]) })
	return dims[:(a.Dim+3)/4]
}

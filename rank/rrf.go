package rank

import (
	"cmp"
	"math/bits"
	"slices"
)

// rrfK is the constant k of reciprocal rank fusion.
const rrfK = 60

// Score is the RRF score of a row as PostgreSQL's numeric computes it: an exact decimal, hi:lo / 10^scale. The zero
// value is the numeric 0 of a row that is in no list.
//
// Two scores of the same value can differ in scale, so compare with [Score.Cmp], not with ==.
type Score struct {
	hi, lo uint64 // below 10^36 (the largest is 2/61 at scale 36), so 128 bits always suffice
	scale  uint8  // 0, 20, 24, 28, 32 or 36
}

// RRF is `COALESCE(1.0/(60+textRank), 0) + COALESCE(1.0/(60+vectorRank), 0)` in numeric. Ranks count from 1; a rank
// below 1 means that the row is not in that list. The sum has the larger scale of its two terms.
func RRF(textRank, vectorRank int) Score {
	return reciprocal(textRank).add(reciprocal(vectorRank))
}

// reciprocal is 1.0/(60+rank), rounded half up; 0 for a rank below 1.
//
// The scale is that of PostgreSQL's select_div_scale: at least 16 significant digits, counted in base-10000 digits.
// For 1.0 over an n-digit divisor (base 10000) it is 16 + 4n: 20 decimals below 10,000, 24 below 10^8, 28 below 10^12,
// and so on to 36 for the largest bigint.
func reciprocal(rank int) Score {
	if rank < 1 {
		return Score{}
	}
	den := uint64(rank) + rrfK
	scale := uint8(16)
	for d := den; d > 0; d /= 10_000 {
		scale += 4
	}
	hi, lo := pow10(scale)
	var s Score
	var rem uint64
	s.scale = scale
	s.hi, rem = hi/den, hi%den
	s.lo, rem = bits.Div64(rem, lo, den)
	if rem >= den-rem { // 2·rem ≥ den, without the overflow
		s = s.add(Score{lo: 1, scale: scale})
	}
	return s
}

// pow10 is 10^n for n of 18 to 36, as 128 bits.
func pow10(n uint8) (hi, lo uint64) {
	p := uint64(1)
	for ; n > 18; n-- {
		p *= 10
	}
	return bits.Mul64(p, 1e18)
}

func (s Score) add(t Score) Score {
	s, t = s.rescale(t.scale), t.rescale(s.scale)
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, t.lo, 0)
	s.hi, _ = bits.Add64(s.hi, t.hi, carry)
	return s
}

// rescale is s with at least the given scale.
func (s Score) rescale(scale uint8) Score {
	if s.hi == 0 && s.lo == 0 {
		return Score{scale: max(s.scale, scale)}
	}
	for s.scale < scale {
		over, lo := bits.Mul64(s.lo, 10_000)
		s.hi, s.lo = s.hi*10_000+over, lo
		s.scale += 4
	}
	return s
}

// Cmp is -1, 0 or +1 as s is below, equal to or above t.
func (s Score) Cmp(t Score) int {
	if s.scale != t.scale {
		s, t = s.rescale(t.scale), t.rescale(s.scale)
	}
	if c := cmp.Compare(s.hi, t.hi); c != 0 {
		return c
	}
	return cmp.Compare(s.lo, t.lo)
}

// String is the score as PostgreSQL prints it, with all its decimals: "0.01639344262295081967"; "0" for the zero value.
func (s Score) String() string {
	if s.scale == 0 {
		return "0"
	}
	buf := []byte("0.000000000000000000000000000000000000"[:2+s.scale])
	// s < 10^36, so both halves of the division by 10^18 fit.
	high, low := bits.Div64(s.hi, s.lo, 1e18)
	i := len(buf)
	for range 18 {
		i--
		buf[i] = '0' + byte(low%10)
		low /= 10
	}
	for ; high > 0; high /= 10 {
		i--
		buf[i] = '0' + byte(high%10)
	}
	return string(buf)
}

// Fused is one row of the fused list. A rank is 1 for the first row of its list and 0 where the row is not in it.
type Fused struct {
	ID                   int64
	TextRank, VectorRank int
	Score                Score
}

// Fuse joins two lists of ids, each in rank order and each naming an id at most once, into one list of all their ids:
// the highest [RRF] score first, equal scores by ascending id.
func Fuse(text, vector []int64) []Fused {
	textRank := make(map[int64]int, len(text))
	for i, id := range text {
		textRank[id] = i + 1
	}
	// The vector list names every row with an embedding and the text list usually few: what only the vector list has
	// is in order already (scores of different ranks in one list are never equal), so only the rest is sorted.
	inText := make([]Fused, 0, len(text))
	vectorOnly := make([]Fused, 0, len(vector))
	for i, id := range vector {
		row := Fused{ID: id, TextRank: textRank[id], VectorRank: i + 1}
		row.Score = RRF(row.TextRank, row.VectorRank)
		if row.TextRank == 0 {
			vectorOnly = append(vectorOnly, row)
			continue
		}
		delete(textRank, id)
		inText = append(inText, row)
	}
	for id, r := range textRank {
		inText = append(inText, Fused{ID: id, TextRank: r, Score: RRF(r, 0)})
	}
	slices.SortFunc(inText, compareFused)
	return mergeSorted(inText, vectorOnly)
}

func compareFused(a, b Fused) int {
	if c := b.Score.Cmp(a.Score); c != 0 {
		return c
	}
	return cmp.Compare(a.ID, b.ID)
}

// mergeSorted is the merge of two lists that are sorted by compareFused.
func mergeSorted(a, b []Fused) []Fused {
	out := make([]Fused, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if compareFused(a[0], b[0]) <= 0 {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

package fts

import "math"

// The normalisations that the flags of Rank and RankCD add up, applied in this order.
const (
	NormLogLength  = 1 << iota // divide by the logarithm of 1 + the number of positions (Rank: base 2, RankCD: natural)
	NormLength                 // divide by the number of positions
	NormExtent                 // divide by the mean harmonic distance of the matches (RankCD only)
	NormLexemes                // divide by the number of lexemes
	NormLogLexemes             // divide by 1 + the base-2 logarithm of the number of lexemes
	NormSelf                   // divide by itself + 1
)

// Rank is PostgreSQL's ts_rank(w, v, q, flags): how often, and for AND and phrases how near to one another, the lexemes
// of the query stand in the vector. It does not ask whether the query matches. All arithmetic is that of the server
// (float4 with float8 in between), so results are equal bit for bit.
func Rank(w Weights, v Vector, q Query, flags int) float32 {
	if len(v) == 0 || q.Empty() {
		return 0
	}
	var rank float32
	switch root := q.nodes[len(q.nodes)-1].kind; {
	case (root == andNode || root == phraseNode) && len(q.operands) > 1:
		rank = rankNear(&w, v, q)
	default:
		rank = rankCount(&w, v, q)
	}
	if flags&NormLogLength != 0 {
		rank = float32(float64(rank) / (math.Log(float64(v.positions()+1)) / math.Ln2))
	}
	if flags&NormLength != 0 {
		rank /= float32(v.positions())
	}
	if flags&NormLexemes != 0 {
		rank /= float32(len(v))
	}
	if flags&NormLogLexemes != 0 {
		rank = float32(float64(rank) / (math.Log(float64(len(v)+1)) / math.Ln2))
	}
	if flags&NormSelf != 0 {
		rank /= rank + 1
	}
	return rank
}

// positions is the length of the text as rankings see it: a lexeme without positions counts as one.
func (v Vector) positions() int {
	sum := 0
	for i := range v {
		sum += max(len(v[i].Pos), 1)
	}
	return sum
}

// noPosition stands for the positions of a lexeme that has none.
var noPosition = []Pos{MaxPos}

// rankCount ranks an OR or a single lexeme: the mean over the lexemes of the query, found or not, of a sum of weights
// that fades with the square of the occurrence, its greatest weight counting first.
func rankCount(w *Weights, v Vector, q Query) float32 {
	const limit = 1.64493406685 // the sum of 1/j²
	var rank float32
	for _, o := range q.operands {
		n := &q.nodes[o]
		for i, end := v.find(n.lexeme, n.prefix); i < end; i++ {
			pos := v[i].Pos
			if len(pos) == 0 {
				pos = noPosition
			}
			var sum float32
			best, bestAt := float32(-1), 0
			for j, p := range pos {
				weight := w[p.Weight()]
				sum += weight / float32((j+1)*(j+1))
				if weight > best {
					best, bestAt = weight, j
				}
			}
			sum = best + sum - best/float32((bestAt+1)*(bestAt+1))
			rank = float32(float64(rank) + float64(sum)/limit)
		}
	}
	return rank / float32(len(q.operands))
}

// rankNear ranks an AND or a phrase of several lexemes: every pair of their positions raises the rank, the more the
// nearer they are. Without any pair it is 1e-20.
func rankNear(w *Weights, v Vector, q Query) float32 {
	// Most queries have few lexemes, and Rank is called for every row of an answer: keep these on the stack.
	var few [16][]Pos
	found := few[:0]
	rank := float32(-1)
	for _, o := range q.operands {
		n := &q.nodes[o]
		first, end := v.find(n.lexeme, n.prefix)
		for i := first; i < end; i++ {
			for _, other := range found {
				rank = addPairs(w, rank, v[i].Pos, other)
			}
		}
		// Of the lexemes with a prefix, later words of the query are paired with the last one only.
		if first < end {
			found = append(found, v[end-1].Pos)
		}
	}
	if rank < 0 {
		return 1e-20
	}
	return rank
}

// addPairs adds the pairs of the positions of two lexemes to rank, which is negative as long as there was no pair.
func addPairs(w *Weights, rank float32, a, b []Pos) float32 {
	// A lexeme without positions is at MaxPos, and never at the same position as another.
	apart := len(a) == 0 || len(b) == 0
	if len(a) == 0 {
		a = noPosition
	}
	if len(b) == 0 {
		b = noPosition
	}
	near, tabled := 0, *w == DefaultWeights
	for _, p := range a {
		// A far pair weighs at most 1e-15. From farRank on that is less than half the distance to the next float4, so
		// far pairs change nothing and only the window of near ones is visited. Positions ascend.
		for near < len(b) && b[near].At() < p.At()-farDistance {
			near++
		}
		for k := 0; k < len(b); k++ {
			if rank >= farRank {
				k = max(k, near)
				if k == len(b) || b[k].At() > p.At()+farDistance {
					break
				}
			}
			r := b[k]
			distance := p.At() - r.At()
			if distance < 0 {
				distance = -distance
			}
			if distance == 0 {
				if !apart {
					continue
				}
				distance = maxDistance
			}
			distance = min(distance, farDistance+1)
			var weight float32
			if tabled {
				weight = defaultPairs[p.Weight()][r.Weight()][distance]
			} else {
				weight = pairWeight(w, p.Weight(), r.Weight(), distance)
			}
			if rank < 0 {
				rank = weight
			} else {
				rank = float32(1 - float64((1-float64(rank))*(1-float64(weight))))
			}
		}
	}
	return rank
}

const (
	farDistance = 100  // pairs farther apart than this are far
	farRank     = 1e-6 // a rank that far pairs cannot change
)

// nearness of two words by the distance between them; the last entry is that of all far pairs.
var nearness = func() (t [farDistance + 2]float32) {
	for d := range t {
		t[d] = float32(1 / (1.005 + float64(0.05*math.Exp(float64(float64(d)/1.5)-2))))
	}
	t[farDistance+1] = 1e-30
	return t
}()

// defaultPairs is pairWeight for DefaultWeights, which nearly every ranking uses.
var defaultPairs = func() (t [4][4][farDistance + 2]float32) {
	for a := range t {
		for b := range t[a] {
			for d := range t[a][b] {
				t[a][b][d] = pairWeight(&DefaultWeights, Weight(a), Weight(b), d)
			}
		}
	}
	return t
}()

// pairWeight is what a pair of positions weighs.
func pairWeight(w *Weights, a, b Weight, distance int) float32 {
	return float32(math.Sqrt(float64(float32(float32(w[a]*w[b]) * nearness[distance]))))
}

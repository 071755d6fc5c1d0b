package rank

import (
	"fmt"
	"math"
	"strconv"
)

// Candidate is what brain-cli 3.4.0 knows of a memory when it ranks it. A rank is 0 for the first row of its list and -1
// where the memory is not in it.
type Candidate struct {
	ID       int64
	Words    int     // rank in the keyword list
	Meaning  int     // rank in the semantic list
	Sim      float64 // cosine similarity of its best chunk, where Meaning is not -1
	AgeDays  int     // whole days since it was made
	Accesses int64   // how often it was read
}

// Explanation is a score and what it is made of.
type Explanation struct {
	Words, Meaning int // as in Candidate
	Sim            float64
	RRFWords       float64 // what the keyword list adds, of at most ½
	RRFMeaning     float64 // what the semantic list adds, of at most ½
	RRF            float64
	Recency        float64 // of at most 0.05
	Access         float64 // of at most 0.03
	Final          float64
}

// The numbers of brain-cli's score.
const (
	seedK         = 60
	recencyWeight = 0.05
	recencyDays   = 365
	accessWeight  = 0.01
	accessMax     = 0.03
)

// Seed is brain-cli 3.4.0's score: reciprocal rank fusion of both lists in float64, divided by the most that two lists can
// give, so that 1 is first in both, and two small tie-breakers for what is new and what was read before:
//
//	(1/(61+words) + 1/(61+meaning)) / (2/61) + 0.05·e^(-days/365) + min(0.03, 0.01·ln(1+accesses))
func Seed(c Candidate) Explanation {
	e := Explanation{Words: c.Words, Meaning: c.Meaning}
	const most = 2.0 / (seedK + 1)
	if c.Words >= 0 {
		e.RRFWords = 1 / float64(seedK+c.Words+1) / most
	}
	if c.Meaning >= 0 {
		e.RRFMeaning = 1 / float64(seedK+c.Meaning+1) / most
		e.Sim = c.Sim
	}
	e.RRF = e.RRFWords + e.RRFMeaning
	e.Recency = recencyWeight * math.Exp(-float64(max(c.AgeDays, 0))/recencyDays)
	e.Access = min(accessMax, accessWeight*math.Log(1+float64(max(c.Accesses, 0))))
	e.Final = e.RRF + e.Recency + e.Access
	return e
}

// Rounded is the explanation with the four digits behind the point that brain-cli shows.
func (e Explanation) Rounded() Explanation {
	for _, x := range []*float64{&e.Sim, &e.RRFWords, &e.RRFMeaning, &e.RRF, &e.Recency, &e.Access, &e.Final} {
		*x = Round(*x, 4)
	}
	return e
}

// Line is the explanation as brain-cli prints it, ranks from 1:
// fts=#1 sem=- sim=- rrf=0.500+0.000 rec=+0.050 acc=+0.000 = 0.550
func (e Explanation) Line() string {
	place := func(rank int) string {
		if rank < 0 {
			return "-"
		}
		return "#" + strconv.Itoa(rank+1)
	}
	r := e.Rounded()
	sim := "-"
	if r.Meaning >= 0 {
		sim = fmt.Sprintf("%.3f", r.Sim)
	}
	return fmt.Sprintf("fts=%s sem=%s sim=%s rrf=%.3f+%.3f rec=+%.3f acc=+%.3f = %.3f",
		place(r.Words), place(r.Meaning), sim, r.RRFWords, r.RRFMeaning, r.Recency, r.Access, r.Final)
}

// Round rounds x to so many digits behind the point as Python's round does: correctly, from the number's exact binary
// value, halves to the even digit.
func Round(x float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', digits, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}

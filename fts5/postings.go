package fts5

// Holder is a row that holds a token, or tokens one behind the other.
type Holder struct {
	Row    int64
	Weight float32 // the sum of the weights of the columns, once for each place
	Times  int32   // in how many places; 0 says that the row was deleted
}

// Postings are the rows that hold a token, ascending.
type Postings struct {
	Holders []Holder
	places  *places // where they hold it, if that was asked for
}

// places are lists of places, one after the other.
type places struct {
	data []byte
	ends []int
}

// at is the list of row i.
func (p *places) at(i int) []byte {
	from := 0
	if i > 0 {
		from = p.ends[i-1]
	}
	return p.data[from:p.ends[i]]
}

func (p *places) add(list []byte) {
	p.data = append(p.data, list...)
	p.ends = append(p.ends, len(p.data))
}

// Newest joins the postings of a token in several segments, the newest first: what a newer one says of a row holds. Rows that were
// deleted are left out. What is given may be used for what is made.
func Newest(list []*Postings) *Postings {
	out := &Postings{}
	for i := len(list) - 1; i >= 0; i-- {
		switch p := list[i]; {
		case len(p.Holders) == 0:
		case len(out.Holders) == 0:
			out = p
		case out.Holders[len(out.Holders)-1].Row < p.Holders[0].Row:
			out.append(p)
		default:
			out = newer(p, out)
		}
	}
	for _, h := range out.Holders {
		if h.Times == 0 {
			return out.living()
		}
	}
	return out
}

// append adds postings of later rows.
func (p *Postings) append(later *Postings) {
	p.Holders = append(p.Holders, later.Holders...)
	if p.places != nil {
		for i := range later.Holders {
			p.places.add(later.places.at(i))
		}
	}
}

// one adds row i of other postings.
func (p *Postings) one(from *Postings, i int) {
	p.Holders = append(p.Holders, from.Holders[i])
	if p.places != nil {
		p.places.add(from.places.at(i))
	}
}

// like makes room for so many postings, with places as p has them.
func (p *Postings) like(n int) *Postings {
	out := &Postings{Holders: make([]Holder, 0, n)}
	if p.places != nil {
		out.places = &places{}
	}
	return out
}

// newer joins the postings of two segments, the newer one first.
func newer(a, b *Postings) *Postings {
	out := a.like(len(a.Holders) + len(b.Holders))
	i, k := 0, 0
	for i < len(a.Holders) || k < len(b.Holders) {
		switch {
		case k == len(b.Holders) || i < len(a.Holders) && a.Holders[i].Row < b.Holders[k].Row:
			out.one(a, i)
			i++
		case i == len(a.Holders) || b.Holders[k].Row < a.Holders[i].Row:
			out.one(b, k)
			k++
		default:
			out.one(a, i)
			i, k = i+1, k+1
		}
	}
	return out
}

// living leaves out the rows that were deleted.
func (p *Postings) living() *Postings {
	out := p.like(len(p.Holders))
	for i, h := range p.Holders {
		if h.Times > 0 {
			out.one(p, i)
		}
	}
	return out
}

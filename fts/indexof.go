package fts

import (
	"cmp"
	"slices"
	"strings"
)

// IndexOf is what an index keeps of a text: packed is that of its vector (Vector.Index), and tokens are those of Vector.IndexText, in
// order of appearance. No vector is made for it: that would sort the lexemes, and half of the work is that.
func IndexOf(text string) (packed Packed, tokens string) {
	b := gather(text)
	defer b.done()
	var t strings.Builder
	letters := 0
	for _, w := range b.words {
		letters += len(w) + 1
	}
	t.Grow(letters)
	for i, w := range b.words {
		if i > 0 {
			t.WriteByte(' ')
		}
		writeIndexToken(&t, w)
	}
	if packed = b.pack(); packed == nil {
		v, _, _ := ToVector(text)
		packed = v.Index()
	}
	return packed, t.String()
}

// numberedWord is a word by its number in layout 3, and where its positions stand.
type numberedWord struct {
	number   uint32
	from, to int32
}

// pack is the words in layout 3, nil where two have one number.
func (b *gatherer) pack() Packed {
	list := b.numbered[:0]
	at := int32(0)
	for n, w := range b.words {
		list = append(list, numberedWord{lexemeNumber(w), at, at})
		at += b.counts[n]
	}
	places := slices.Grow(b.places[:0], int(at))[:at]
	b.numbered, b.places = list, places
	for _, o := range b.occurs {
		w := &list[o.word]
		places[w.to] = o.pos
		w.to++
	}
	slices.SortFunc(list, func(a, b numberedWord) int { return cmp.Compare(a.number, b.number) })
	out := append(make(Packed, 0, 1+5*len(list)+len(places)), packedHash)
	for i, w := range list {
		if i > 0 && list[i-1].number == w.number {
			return nil
		}
		out = appendNumbered(out, w.number, places[w.from:w.to])
	}
	return out
}

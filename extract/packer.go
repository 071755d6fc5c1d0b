package extract

import "encoding/binary"

// packer writes values into bytes or reads them back, so that one description of a type serves both. Numbers are varints; a text is
// written once, then by its number. Bytes that nothing wrote are told by ok, never by a panic.
type packer struct {
	reading bool
	out     []byte
	in      string
	at      int
	failed  bool
	numbers map[string]uint64 // of the texts that were written
	empty   uint64            // number of the empty text, which most are
	texts   []string          // that were read
}

func newPacker() *packer { return &packer{numbers: map[string]uint64{}} }

// begin forgets what was written.
func (p *packer) begin() {
	if len(p.numbers) > maxRoom { // a large map takes long to clear
		p.numbers = map[string]uint64{}
	}
	clear(p.numbers)
	p.out, p.empty = p.out[:0], 0
}

func newUnpacker(b []byte) *packer { return &packer{reading: true, in: string(b)} }

// ok says whether all that was asked for could be read, and nothing is left.
func (p *packer) ok() bool { return !p.failed && p.at == len(p.in) }

func (p *packer) uint(v *uint64) {
	if !p.reading {
		p.out = binary.AppendUvarint(p.out, *v)
		return
	}
	*v = 0
	for shift := 0; shift < 64 && p.at < len(p.in); shift += 7 {
		b := p.in[p.at]
		p.at++
		*v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return
		}
	}
	p.failed = true
}

// packNumber packs a number of any kind; small ones of either sign are short.
func packNumber[T ~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](p *packer, v *T) {
	n := int64(*v)
	u := uint64(n)<<1 ^ uint64(n>>63)
	p.uint(&u)
	if p.reading {
		*v = T(int64(u>>1) ^ -int64(u&1))
	}
}

func (p *packer) bool(v *bool) {
	var n uint64
	if *v {
		n = 1
	}
	p.uint(&n)
	*v = n == 1
}

func (p *packer) text(v *string) {
	if !p.reading {
		if *v == "" && p.empty != 0 {
			p.out = binary.AppendUvarint(p.out, p.empty)
			return
		}
		if n, ok := p.numbers[*v]; ok {
			p.out = binary.AppendUvarint(p.out, n)
			return
		}
		p.numbers[*v] = uint64(len(p.numbers) + 1)
		if *v == "" {
			p.empty = p.numbers[""]
		}
		p.out = binary.AppendUvarint(p.out, 0)
		p.out = binary.AppendUvarint(p.out, uint64(len(*v)))
		p.out = append(p.out, *v...)
		return
	}
	*v = ""
	var n uint64
	if p.uint(&n); n > 0 {
		if n > uint64(len(p.texts)) {
			p.failed = true
			return
		}
		*v = p.texts[n-1]
		return
	}
	if p.uint(&n); p.failed || n > uint64(len(p.in)-p.at) {
		p.failed = true
		return
	}
	*v = p.in[p.at : p.at+int(n)]
	p.at += int(n)
	p.texts = append(p.texts, *v)
}

// packList packs a list, whose elements take a byte at least; an empty one is read as nil.
func packList[T any](p *packer, v *[]T, each func(*packer, *T)) {
	n := uint64(len(*v))
	p.uint(&n)
	if p.reading {
		*v = nil
		if p.failed || n > uint64(len(p.in)-p.at) {
			p.failed = true
			return
		}
		if n > 0 {
			*v = make([]T, n)
		}
	}
	for i := range *v {
		each(p, &(*v)[i])
	}
}

func packText(p *packer, v *string) { p.text(v) }

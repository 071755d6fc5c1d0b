package fts

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

func TestUnpackRefusesDamagedData(t *testing.T) {
	v, _, _ := ToVector("cats and dogs and " + strings.Repeat("x", 200))
	whole := v.Pack()
	for n := range whole {
		if cut := whole[:n]; n > 1 {
			if v, err := cut.Unpack(); err == nil && string(v.Pack()) == string(whole) {
				t.Errorf("Unpack of %d of %d bytes gives the whole", n, len(whole))
			}
		}
	}
	for name, p := range map[string]Packed{
		"nothing":                    {},
		"another version":            {9, 1, 1, 'a', 4},
		"no lexeme":                  {1, 0, 1, 4},
		"not sorted":                 {1, 1, 1, 'b', 4, 1, 1, 'a', 4},
		"twice":                      {1, 1, 1, 'a', 4, 1, 1, 'a', 4},
		"position 0":                 {1, 1, 1, 'a', 0},
		"position 16384":             {1, 1, 3, 'a', 0x80, 0x80, 4},
		"position cut":               {1, 1, 1, 'a', 0x84},
		"lexeme beyond end":          {1, 5, 0, 'a'},
		"position beyond end":        {1, 1, 9, 'a', 4},
		"front: shares with nothing": {2, 0x11, 2, 'a', 4},
		"front: no lexeme":           {2, 0x00, 2, 4},
		"front: not sorted":          {2, 0x01, 2, 'b', 4, 0x01, 2, 'a', 4},
		"front: position beyond":     {2, 0x01, 9, 'a', 4},
		"front: copy of nothing":     {2, 0x01, 3, 1, 1, 'a', 4},
		"front: copy beyond":         {2, 0x01, 2, '/', 4, 0x01, 3, 1, 2, 'a', 4},
		"front: copy from before":    {2, 0x01, 2, '/', 4, 0x01, 3, 2, 1, 'a', 4},
		"front: endless length":      {2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		"front: number cut":          {2, 0x0f, 0x80},
		"front: a large copy":        append(append(Packed{2, 0x0f, 0xf2, 0x03, 2, '/'}, strings.Repeat("b", 512)...), 4, 0x01, 3, 0x81, 4, 0x81, 4, 'z', 4),
		"endless length":             {1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	} {
		if v, err := p.Unpack(); err == nil {
			t.Errorf("%s: Unpack gives %v", name, v)
		}
		if v := p.Select([]string{"a"}); name != "twice" && !strings.HasSuffix(name, "not sorted") && len(v) != 0 {
			t.Errorf("%s: Select gives %v", name, v)
		}
	}
}

// packPlain is layout 1, which older files hold.
func packPlain(v Vector) Packed {
	p := Packed{packedPlain}
	for _, lex := range v {
		var pos []byte
		before := 0
		for _, q := range lex.Pos {
			pos = binary.AppendUvarint(pos, uint64(q.At()-before)<<2|uint64(q.Weight()))
			before = q.At()
		}
		p = binary.AppendUvarint(p, uint64(len(lex.Text)))
		p = binary.AppendUvarint(p, uint64(len(pos)))
		p = append(append(p, lex.Text...), pos...)
	}
	return p
}

var packable = []string{
	"", "cats and dogs", "see https://example.org/some/path/to.html and http://example.org/some/path/to.html or example.com/some/path",
	"a/b/c.md ./x/y /usr/lib/x /usr/lib/y", strings.Repeat("run runs running ", 300), strings.Repeat("x", 200) + " " + strings.Repeat("x", 700) + " " + strings.Repeat("x", 701),
	"example.org/" + strings.Repeat("p", 600) + " example.org/" + strings.Repeat("q", 480), "日本語 日本 語 é ez", "example.org/a example.org/abcdef abcdefghijklmnop abcdefghijklmnopqrstuvwxyzabcdefghijklm",
}

func TestBothLayoutsGiveTheVector(t *testing.T) {
	for _, text := range packable {
		v, _, _ := ToVector(text)
		for _, p := range []Packed{packPlain(v), v.Pack()} {
			got, err := p.Unpack()
			if err != nil || sameVector(v, got) != "" {
				t.Errorf("%.40q in layout %d: %v %s", text, p[0], err, sameVector(v, got))
			}
			for _, lex := range v {
				if got := p.Select([]string{lex.Text}); sameVector(Vector{lex}, got) != "" {
					t.Errorf("%.40q in layout %d: %.40q gives %v", text, p[0], lex.Text, got)
				}
			}
		}
	}
	links, _, _ := ToVector("https://example.org/some/long/path/one https://example.org/some/long/path/two")
	if plain, front := len(packPlain(links)), len(links.Pack()); front > plain*5/8 {
		t.Errorf("links take %d bytes instead of %d", front, plain)
	}
}

func TestSelectAllocatesOnlyForWhatItFinds(t *testing.T) {
	p := benchVector().Pack()
	if n := testing.AllocsPerRun(100, func() { p.Select([]string{"nothing", "of", "this"}) }); n != 0 {
		t.Errorf("%v allocations for nothing", n)
	}
	if n := testing.AllocsPerRun(100, func() { p.Select([]string{"klexeme50"}) }); n != 2 {
		t.Errorf("%v allocations for one lexeme, want 2", n)
	}
}

// benchVector has 100 lexemes.
func benchVector() Vector {
	words := make([]string, 100)
	for i := range words {
		words[i] = fmt.Sprint(string(rune('a'+i%20)), "lexeme", i)
	}
	v, _, _ := ToVector(strings.Join(words, " "))
	return v
}

func BenchmarkSelect(b *testing.B) {
	want := []string{"dlexeme43", "llexeme31", "missing"}
	for name, p := range map[string]Packed{"plain": packPlain(benchVector()), "front": benchVector().Pack()} {
		b.Run(name, func(b *testing.B) {
			if got := p.Select(want); len(got) != 2 {
				b.Fatal(got)
			}
			b.ReportAllocs()
			for b.Loop() {
				p.Select(want)
			}
		})
	}
}

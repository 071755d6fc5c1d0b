package fts

import (
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
		"nothing":             {},
		"another version":     {9, 1, 1, 'a', 4},
		"no lexeme":           {1, 0, 1, 4},
		"not sorted":          {1, 1, 1, 'b', 4, 1, 1, 'a', 4},
		"twice":               {1, 1, 1, 'a', 4, 1, 1, 'a', 4},
		"position 0":          {1, 1, 1, 'a', 0},
		"position 16384":      {1, 1, 3, 'a', 0x80, 0x80, 4},
		"position cut":        {1, 1, 1, 'a', 0x84},
		"lexeme beyond end":   {1, 5, 0, 'a'},
		"position beyond end": {1, 1, 9, 'a', 4},
		"endless length":      {1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	} {
		if v, err := p.Unpack(); err == nil {
			t.Errorf("%s: Unpack gives %v", name, v)
		}
		if v := p.Select([]string{"a"}); name != "twice" && name != "not sorted" && len(v) != 0 {
			t.Errorf("%s: Select gives %v", name, v)
		}
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
	p := benchVector().Pack()
	want := []string{"dlexeme43", "llexeme31", "missing"}
	if got := p.Select(want); len(got) != 2 {
		b.Fatal(got)
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Select(want)
	}
}

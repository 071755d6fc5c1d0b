package fts

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// genLexeme draws lexemes from few characters, so that they are often equal or prefixes of one another.
func genLexeme() *rapid.Generator[string] {
	return rapid.StringOfN(rapid.RuneFrom([]rune("ab'\\ :,A1é日\ue000\ue061\ue080")), 1, 6, -1)
}

// genVector draws vectors as ToVector, SetWeight and Strip make them, of up to 12 lexemes with up to 255 positions.
func genVector() *rapid.Generator[Vector] {
	return rapid.Custom(func(t *rapid.T) Vector {
		words := rapid.SliceOfNDistinct(genLexeme(), 0, 12, rapid.ID[string]).Draw(t, "words")
		sort.Strings(words)
		var v Vector
		for _, w := range words {
			limit := rapid.SampledFrom([]int{1, 3, maxPositions}).Draw(t, "limit")
			at := rapid.SliceOfNDistinct(rapid.IntRange(1, MaxPos), 0, limit, rapid.ID[int]).Draw(t, "at")
			sort.Ints(at)
			lex := Lexeme{Text: w}
			for _, p := range at {
				lex.Pos = append(lex.Pos, NewPos(p, rapid.SampledFrom([]Weight{WeightD, WeightC, WeightB, WeightA}).Draw(t, "weight")))
			}
			v = append(v, lex)
		}
		return v
	})
}

func sameVector(want, got Vector) string { return cmp.Diff(want, got, cmpopts.EquateEmpty()) }

func TestParseVectorReadsString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genVector().Draw(t, "v")
		got, err := ParseVector(want.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameVector(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestUnpackReversesPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genVector().Draw(t, "v")
		got, err := want.Pack().Unpack()
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameVector(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// filter is what Select does, in the plain way.
func filter(v Vector, want []string) Vector {
	return slices.DeleteFunc(slices.Clone(v), func(lex Lexeme) bool { return !slices.Contains(want, lex.Text) })
}

func TestSelectIsAFilter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVector().Draw(t, "v")
		want := rapid.SliceOfN(genLexeme(), 0, 5).Draw(t, "strangers")
		for _, lex := range v {
			for range rapid.IntRange(0, 2).Draw(t, "times") {
				want = append(want, lex.Text)
			}
		}
		sort.Strings(want)
		if diff := sameVector(filter(v, want), v.Pack().Select(want)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAnIndexGivesTheLexemesThatAreThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVector().Draw(t, "v")
		if rapid.Bool().Draw(t, "as of a text") {
			for _, lex := range v {
				for i, q := range lex.Pos {
					lex.Pos[i] = NewPos(q.At(), 0)
				}
			}
			v = slices.DeleteFunc(v, func(lex Lexeme) bool { return len(lex.Pos) == 0 })
		}
		var want []string
		for _, lex := range v {
			for range rapid.IntRange(0, 2).Draw(t, "times") {
				want = append(want, lex.Text)
			}
		}
		if diff := sameVector(filter(v, want), v.Index().Select(want)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestLexemesOfOneNumberAreKeptAsTheyAre(t *testing.T) {
	numbers := map[uint32]string{}
	for i := 0; ; i++ {
		b := strconv.Itoa(i)
		a, ok := numbers[lexemeNumber(b)]
		numbers[lexemeNumber(b)] = b
		if !ok {
			continue
		}
		v := Vector{{a, []Pos{NewPos(1, 0)}}, {b, []Pos{NewPos(2, 0)}}}
		if a > b {
			v[0], v[1] = v[1], v[0]
		}
		if got, err := v.Index().Unpack(); err != nil || sameVector(v, got) != "" {
			t.Errorf("%v comes back as %v (%v)", v, got, err)
		}
		return
	}
}

func TestConcatShiftsTheSecondVector(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genVector().Draw(t, "a"), genVector().Draw(t, "b")
		got := Concat(a, b)
		checkVector(t, got)
		// Words of either are words of both together, and a's own positions come first.
		for _, lex := range a {
			i, ok := slices.BinarySearchFunc(got, lex.Text, func(l Lexeme, s string) int { return strings.Compare(l.Text, s) })
			if !ok || !slices.Equal(got[i].Pos[:len(lex.Pos)], lex.Pos) {
				t.Errorf("%q of %v is not in %v", lex.Text, a, got)
			}
		}
		if diff := sameVector(a, Concat(a, nil)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(Concat(a, b).Strip(), Concat(a.Strip(), b.Strip()), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
	})
}

// checkVector fails unless v is sorted and its positions ascend within PostgreSQL's limits.
func checkVector(t interface{ Errorf(string, ...any) }, v Vector) {
	for i, lex := range v {
		if i > 0 && v[i-1].Text >= lex.Text {
			t.Errorf("%q stands before %q", v[i-1].Text, lex.Text)
		}
		if lex.Text == "" || len(lex.Pos) > maxStoredPositions {
			t.Errorf("%q has %d positions", lex.Text, len(lex.Pos))
		}
		for j, p := range lex.Pos {
			if p.At() < 1 || j > 0 && lex.Pos[j-1].At() >= p.At() {
				t.Errorf("positions of %q are %v", lex.Text, lex.Pos)
			}
		}
	}
}

func FuzzToVector(f *testing.F) {
	f.Add("The quick-brown foxes' site is fox.example.com/a?b, x@y.zz 1.5e3 <b>é</b>")
	f.Add("İi ẞ Σσς ss's \x00\xff\ue041 " + strings.Repeat("y", 2047))
	f.Fuzz(func(t *testing.T, text string) {
		v, _, _ := ToVector(text)
		checkVector(t, v)
		count := 0
		for _, tok := range analyze(text) {
			i, ok := slices.BinarySearchFunc(v, tok.lexeme, func(l Lexeme, s string) int { return strings.Compare(l.Text, s) })
			if !ok {
				t.Fatalf("%q is missing in %v", tok.lexeme, v)
			}
			if slices.Contains(v[i].Pos, NewPos(tok.pos, WeightD)) {
				count++
			} else if len(v[i].Pos) < maxPositions {
				t.Errorf("position %d of %q is missing in %v", tok.pos, tok.lexeme, v)
			}
		}
		for _, lex := range v {
			count -= len(lex.Pos)
		}
		if count < 0 {
			t.Errorf("%v has %d positions too many", v, -count)
		}
		if got, err := v.Pack().Unpack(); err != nil || sameVector(v, got) != "" {
			t.Errorf("packing %v gives %v, %v", v, got, err)
		}
		if got, err := ParseVector(v.String()); err != nil || sameVector(v, got) != "" {
			t.Errorf("the text form of %v gives %v, %v", v, got, err)
		}
		if n := len(strings.Fields(v.IndexText())); n != len(v) {
			t.Errorf("%d lexemes have %d index tokens: %v", len(v), n, v)
		}
	})
}

func FuzzParseVector(f *testing.F) {
	for _, seed := range []string{"", `'a''b\\c':1A,2b d\ e:3*4 :f`, "a:1 a:1B a", "a:0", "'a", `a\`, "a:99999999999999999999,2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := ParseVector(s)
		if err != nil {
			return
		}
		checkVector(t, v)
		again, err := ParseVector(v.String())
		if err != nil || sameVector(v, again) != "" {
			t.Errorf("ParseVector(%q) = %v, read again %v, %v", s, v, again, err)
		}
	})
}

func FuzzPacked(f *testing.F) {
	v, _, _ := ToVector("the cat sat on the cats' mat and a foo-bar")
	f.Add([]byte(v.Pack()), "cat")
	f.Add([]byte(v.Index()), "cat")
	f.Add([]byte{}, "")
	f.Add([]byte{1, 1, 3, 'a', 4, 0xff, 0xff}, "a")
	f.Add([]byte{1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 1}, "a")
	f.Fuzz(func(t *testing.T, p []byte, word string) {
		selected := Packed(p).Select([]string{word})
		if len(p) > 0 && p[0] == packedHash {
			return // it does not know its lexemes
		}
		v, err := Packed(p).Unpack()
		if err != nil {
			return
		}
		if diff := sameVector(filter(v, []string{word}), selected); diff != "" {
			t.Error(diff)
		}
		if got, err := v.Pack().Unpack(); err != nil || sameVector(v, got) != "" {
			t.Errorf("packing %v gives %v, %v", v, got, err)
		}
	})
}

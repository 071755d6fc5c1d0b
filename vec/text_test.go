package vec

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func ExampleParse() {
	v, err := Parse("[1, 2.50, -3e-2]")
	fmt.Println(Format(v), err)
	_, err = Parse("[1, two]")
	fmt.Println(err)
	// Output:
	// [1,2.5,-0.03] <nil>
	// parse vector: "[1, two]" is not like [1,2,3]: no number at dimension 2
}

func TestNumbersAreReadAsStrtofDoes(t *testing.T) {
	for in, want := range map[string]string{
		"[1]":                             "[1]",
		" \t\n\v\f\r[ 1 ,\t2 ] \n":        "[1,2]",
		"[-0,+0,.5,5.,1e2,1E+2,1e-2]":     "[-0,0,0.5,5,100,100,0.01]",
		"[0x10,0X1p-3,-0x.8,0x1.8P1]":     "[16,0.125,-0.5,3]",
		"[1e-46,1e-45,-1e-400]":           "[0,1e-45,-0]", // too small is zero
		"[3.4028235e38]":                  "[3.4028235e+38]",
		"[16777217,0.1,123456,1234567]":   "[1.6777216e+07,0.1,123456,1.234567e+06]",
		"[0.0001,0.00001,100000,1000000]": "[0.0001,1e-05,100000,1e+06]",
	} {
		v, err := Parse(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got := Format(v); got != want {
			t.Errorf("%q is %s, want %s", in, got, want)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for in, want := range map[string]string{
		"":                      `parse vector: "" is not like [1,2,3]: no "[" at the start`,
		"[":                     `parse vector: "[" is not like [1,2,3]: no number at dimension 1`,
		"[ ]":                   "parse vector: it has no dimension, at least 1 is needed",
		"[,1]":                  `parse vector: "[,1]" is not like [1,2,3]: no number at dimension 1`,
		"[1,]":                  `parse vector: "[1,]" is not like [1,2,3]: no number at dimension 2`,
		"[1 2]":                 `parse vector: "[1 2]" is not like [1,2,3]: neither "," nor "]" after dimension 1`,
		"[1_0]":                 `parse vector: "[1_0]" is not like [1,2,3]: neither "," nor "]" after dimension 1`,
		"[1e]":                  `parse vector: "[1e]" is not like [1,2,3]: neither "," nor "]" after dimension 1`,
		"[0x]":                  `parse vector: "[0x]" is not like [1,2,3]: neither "," nor "]" after dimension 1`,
		"[1.2.3]":               `parse vector: "[1.2.3]" is not like [1,2,3]: neither "," nor "]" after dimension 1`,
		"[- 1]":                 `parse vector: "[- 1]" is not like [1,2,3]: no number at dimension 1`,
		"[.]":                   `parse vector: "[.]" is not like [1,2,3]: no number at dimension 1`,
		"[1]x":                  `parse vector: "[1]x" is not like [1,2,3]: more after the "]"`,
		"[1][2]":                `parse vector: "[1][2]" is not like [1,2,3]: more after the "]"`,
		"[1,-nan]":              "parse vector: dimension 2: NaN is not allowed",
		"[inFinity]":            "parse vector: dimension 1: an infinite value is not allowed",
		"[-INF]":                "parse vector: dimension 1: an infinite value is not allowed",
		"[1,-3.5e38]":           `parse vector: dimension 2: "-3.5e38" is out of the range of float32`,
		"[0x1p128]":             `parse vector: dimension 1: "0x1p128" is out of the range of float32`,
		"[1\u00a0]":             `parse vector: "[1\u00a0]" is not like [1,2,3]: neither "," nor "]" after dimension 1`,
		strings.Repeat("é", 40): `parse vector: "` + strings.Repeat("é", 30) + `…" is not like [1,2,3]: no "[" at the start`,
		"[" + strings.Repeat("0,", MaxDimension) + "0]": "parse vector: it has more than 16000 dimensions",
	} {
		v, err := Parse(in)
		if err == nil {
			t.Errorf("%q is read as %v", in, v)
			continue
		}
		if diff := cmp.Diff(want, err.Error()); diff != "" {
			t.Errorf("%.40q (-want +got):\n%s", in, diff)
		}
	}
	if v := mustParse(t, "[0"+strings.Repeat(",0", MaxDimension-1)+"]"); len(v) != MaxDimension {
		t.Errorf("%d dimensions, want %d", len(v), MaxDimension)
	}
}

func TestNumbersArePrintedAsPostgreSQLDoesWhereGoDiffers(t *testing.T) {
	// What PostgreSQL 15.18 prints. Of the large ones, the shortest decimal that reads as the same number ends halfway to
	// the next; of the small ones, two decimals are equally near.
	for number, want := range map[float32]string{
		1.0 / 4096:       "[0.00024414062]", // not …063
		-1.0 / 16384:     "[-6.1035156e-05]",
		-49051552:        "[-4.9051552e+07]", // halfway: 49051550
		126003824:        "[1.26003824e+08]",
		-1990360064:      "[-1.9903601e+09]",
		1 << 24:          "[1.6777216e+07]",
		math.MaxFloat32:  "[3.4028235e+38]",
		9007199254740992: "[9.007199e+15]",
	} {
		if got := Format([]float32{number}); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestFormatOfNothing(t *testing.T) {
	if got := Format(nil); got != "[]" {
		t.Errorf("got %s", got)
	}
	if got := Format([]float32{float32(math.NaN()), float32(math.Inf(-1))}); got != "[NaN,-Inf]" {
		t.Errorf("got %s", got)
	}
}

func TestVectorsSurviveTextAndBytes(t *testing.T) {
	finite := rapid.Float32Range(-math.MaxFloat32, math.MaxFloat32)
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(finite, 1, 50).Draw(t, "v")
		got, err := Parse(Format(v))
		if err != nil {
			t.Fatal(err)
		}
		if !sameBits(v, got) {
			t.Fatalf("%v became %v in text", v, got)
		}
		got, err = FromBytes(Bytes(v))
		if err != nil {
			t.Fatal(err)
		}
		if !sameBits(v, got) {
			t.Fatalf("%v became %v in bytes", v, got)
		}
	})
}

func TestBytesAreLittleEndianFloat32(t *testing.T) {
	nan := math.Float32frombits(0x7fa00001) // no bit of a NaN is lost either
	want := []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x80, 1, 0, 0xa0, 0x7f}
	got := Bytes([]float32{1, float32(math.Copysign(0, -1)), nan})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if v, err := FromBytes(got); err != nil || !slices.Equal(Bytes(v), want) {
		t.Errorf("read back as %v, %v", v, err)
	}
	if v, err := FromBytes(nil); err != nil || len(v) != 0 {
		t.Errorf("no bytes are %v, %v", v, err)
	}
	if _, err := FromBytes(want[:5]); err == nil || err.Error() != "read vector: 5 bytes are no whole number of float32" {
		t.Errorf("5 bytes: error %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"[1,2]", "[0x1p-3, -.5e+2]", "[nan]", "[1e999]", " [ 0x ] ", "[1,2", "[1e-400,infinit]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Parse(s)
		if err != nil {
			return
		}
		again, err := Parse(Format(v))
		if err != nil || !sameBits(v, again) {
			t.Fatalf("%q is %v, but prints as %s, which is %v, %v", s, v, Format(v), again, err)
		}
	})
}

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

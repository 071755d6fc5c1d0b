package fts

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// The expected texts are PostgreSQL 15.18's.
func TestNumbersArePrintedAsPostgreSQLDoes(t *testing.T) {
	for f, want := range map[float32]string{
		0: "0", 1: "1", -0.25: "-0.25", 0.0001: "0.0001", 0.00001: "1e-05", 999999: "999999", 1e6: "1e+06", 1234567: "1.234567e+06",
		math.MaxFloat32: "3.4028235e+38", math.SmallestNonzeroFloat32: "1e-45", float32(math.Inf(-1)): "-Infinity",
		// two decimals are equally near: the even one
		1.0 / 4096: "0.00024414062", -1.0 / 16384: "-6.1035156e-05",
		// the shortest decimal that reads as the same number ends halfway to the next one
		49051552: "4.9051552e+07", 126003824: "1.26003824e+08", 1 << 24: "1.6777216e+07",
	} {
		if got := FormatFloat4(f); got != want {
			t.Errorf("float4 %v is printed %s, want %s", f, got, want)
		}
	}
	for f, want := range map[float64]string{
		0.1: "0.1", 123456789012345: "123456789012345", 1e15: "1e+15", 0.0001: "0.0001", 0.00001: "1e-05", math.Copysign(0, -1): "-0",
		math.NaN(): "NaN", math.Inf(1): "Infinity", 1e300: "1e+300", 5e-324: "5e-324", 1 << 53: "9.007199254740992e+15",
	} {
		if got := FormatFloat8(f); got != want {
			t.Errorf("float8 %v is printed %s, want %s", f, got, want)
		}
	}
}

func TestPrintedNumbersReadAsThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f4, f8 := rapid.Float32().Draw(t, "float4"), rapid.Float64().Draw(t, "float8")
		if back, err := strconv.ParseFloat(FormatFloat4(f4), 32); err != nil || float32(back) != f4 {
			t.Errorf("float4 %v reads as %v, %v", f4, back, err)
		}
		if back, err := strconv.ParseFloat(FormatFloat8(f8), 64); err != nil || back != f8 {
			t.Errorf("float8 %v reads as %v, %v", f8, back, err)
		}
	})
}

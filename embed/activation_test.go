package embed

import (
	"math"
	"testing"
)

func TestExpIsExactToFloat32(t *testing.T) {
	for x := -87.0; x <= 88; x += 0.00137 {
		want := math.Exp(float64(float32(x)))
		if got := float64(exp(float32(x))); math.Abs(got-want) > 3e-7*want {
			t.Fatalf("exp(%v) = %v, want %v", x, got, want)
		}
	}
	if got := exp(float32(math.Inf(-1))); got < 0 || got > 1e-37 {
		t.Errorf("exp(-Inf) = %v", got)
	}
}

func TestGELUIsExactToOneInAMillion(t *testing.T) {
	for x := -12.0; x <= 12; x += 0.00091 {
		v := []float32{float32(x)}
		gelu(v)
		want := x / 2 * (1 + math.Erf(x/math.Sqrt2))
		if math.Abs(float64(v[0])-want) > 1e-6*max(1, math.Abs(x)) {
			t.Fatalf("gelu(%v) = %v, want %v", x, v[0], want)
		}
	}
}

func TestSoftmaxSumsToOne(t *testing.T) {
	v := []float32{1e4, 1, -3, 1e4, 9999}
	softmax(v, 0.5)
	half := 1 / (2 + math.Exp(-0.5))
	for i, want := range []float64{half, 0, 0, half, half * math.Exp(-0.5)} {
		if math.Abs(float64(v[i])-want) > 1e-7 {
			t.Errorf("%d: %v, want %v", i, v[i], want)
		}
	}
}

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// constant is eight times the same float32 in memory.
func constant(name string, v float32) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 8 {
		DATA(4*i, U32(math.Float32bits(v)))
	}
	return m
}

// exponential holds the constants of exp; see exp in package embed.
type exponential struct {
	least, log2e, round, ln2hi, ln2lo Mem
	series                            []Mem // from the highest power down
}

var expConstants *exponential

func expOnce() *exponential {
	if expConstants == nil {
		expConstants = &exponential{
			least: constant("expLeast", -87),
			log2e: constant("expLog2e", math.Log2E),
			round: constant("expRound", 3<<22),
			ln2hi: constant("expLn2Hi", 0.693359375),
			ln2lo: constant("expLn2Lo", -2.12194440e-4),
		}
		for i, f := range []float32{1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1} {
			expConstants.series = append(expConstants.series, constant("expSeries"+string(rune('0'+i)), f))
		}
	}
	return expConstants
}

// exp replaces x by eˣ, at most e⁸⁸.
func (e *exponential) exp(x VecVirtual) {
	shifted, n, p := YMM(), YMM(), YMM()
	VMAXPS(e.least, x, x)
	VMOVUPS(e.log2e, shifted)
	VFMADD213PS(e.round, x, shifted)
	VSUBPS(e.round, shifted, n)
	VFNMADD231PS(e.ln2hi, n, x)
	VFNMADD231PS(e.ln2lo, n, x)
	VMOVUPS(e.series[0], p)
	for _, f := range e.series[1:] {
		VFMADD213PS(f, x, p)
	}
	VFMADD213PS(e.series[len(e.series)-1], x, p)
	VPSLLD(Imm(23), shifted, shifted)
	VPADDD(shifted, p, x)
}

// gelu writes the kernel of gelu in package embed: the same steps, eight numbers at a time.
func gelu() {
	e := expOnce()
	one := e.series[len(e.series)-1]
	p := constant("erfP", 0.3275911/math.Sqrt2)
	var a []Mem
	for i, v := range []float32{1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592} {
		a = append(a, constant("erfA"+string(rune('5'-i)), v))
	}
	minusHalf, half, sign := constant("minusHalf", -0.5), constant("half", 0.5), constant("signBit", float32(math.Copysign(0, -1)))

	TEXT("geluVector", NOSPLIT, "func(x *float32, n uintptr)")
	at, n := Load(Param("x"), GP64()), Load(Param("n"), GP64())
	Label("next")
	x, z, t, poly, power := YMM(), YMM(), YMM(), YMM(), YMM()
	VMOVUPS(Mem{Base: at}, x)
	VMOVUPS(sign, z)
	VANDNPS(x, z, z)
	VMULPS(p, z, t)
	VADDPS(one, t, t)
	ones := YMM()
	VMOVUPS(one, ones)
	VDIVPS(t, ones, t)
	VMULPS(z, z, power)
	VMULPS(minusHalf, power, power)
	e.exp(power)
	VMOVUPS(a[0], poly)
	for _, c := range a[1:] {
		VFMADD213PS(c, t, poly)
	}
	VMULPS(t, poly, poly)
	VMULPS(half, poly, poly)
	VMULPS(power, poly, poly) // (1 - erf)/2
	other := YMM()
	VSUBPS(poly, ones, other)
	// Where x has its sign bit set, poly stands; elsewhere 1 - poly.
	VBLENDVPS(x, poly, other, poly)
	VMULPS(x, poly, x)
	VMOVUPS(x, Mem{Base: at})
	ADDQ(Imm(32), at)
	SUBQ(Imm(8), n)
	JNE(LabelRef("next"))
	VZEROUPPER()
	RET()
}

// reduce leaves op over the eight numbers of y in each of them.
func reduce(op func(...Op), y VecVirtual) {
	t := YMM()
	VPERM2F128(Imm(1), y, y, t)
	op(t, y, y)
	VSHUFPS(Imm(0x4e), y, y, t)
	op(t, y, y)
	VSHUFPS(Imm(0xb1), y, y, t)
	op(t, y, y)
}

// softmax writes the kernel of softmax in package embed, for rows of eight numbers and more.
func softmax() {
	e := expOnce()
	TEXT("softmaxVector", NOSPLIT, "func(x *float32, stride, rows, n uintptr, scale float32)")
	row, rows := Load(Param("x"), GP64()), Load(Param("rows"), GP64())
	stride, n := Load(Param("stride"), GP64()), Load(Param("n"), GP64())
	scale := YMM()
	address, _ := Param("scale").Resolve()
	VBROADCASTSS(address.Addr, scale)
	i := GP64()
	at := Mem{Base: row, Index: i, Scale: 4}
	loop := func(label string, body func()) {
		XORQ(i, i)
		Label(label)
		body()
		ADDQ(Imm(8), i)
		CMPQ(i, n)
		JLT(LabelRef(label))
	}
	Label("row")
	top := YMM()
	VMOVUPS(Mem{Base: row}, top)
	loop("top", func() { VMAXPS(at, top, top) })
	reduce(func(o ...Op) { VMAXPS(o[0], o[1], o[2]) }, top)
	VMULPS(scale, top, top)
	sum := YMM()
	VXORPS(sum, sum, sum)
	loop("exp", func() {
		x := YMM()
		VMOVUPS(at, x)
		VFMSUB213PS(top, scale, x)
		e.exp(x)
		VMOVUPS(x, at)
		VADDPS(x, sum, sum)
	})
	reduce(func(o ...Op) { VADDPS(o[0], o[1], o[2]) }, sum)
	by := YMM()
	VMOVUPS(e.series[len(e.series)-1], by)
	VDIVPS(sum, by, by)
	loop("divide", func() {
		x := YMM()
		VMULPS(at, by, x)
		VMOVUPS(x, at)
	})
	ADDQ(stride, row)
	DECQ(rows)
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// addNorm writes the kernel of layerNorm in package embed: x = norm(x + y) a row, n a multiple of eight.
func addNorm() {
	TEXT("addNormVector", NOSPLIT, "func(x, y *float32, stride, rows, n uintptr, weight, bias *float32, epsilon, perN float32)")
	x, y := Load(Param("x"), GP64()), Load(Param("y"), GP64())
	rows, n := Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	stride := Load(Param("stride"), GP64())
	weight, bias := Load(Param("weight"), GP64()), Load(Param("bias"), GP64())
	broadcast := func(name string) VecVirtual {
		v := YMM()
		address, _ := Param(name).Resolve()
		VBROADCASTSS(address.Addr, v)
		return v
	}
	epsilon, perN := broadcast("epsilon"), broadcast("perN")
	one := YMM()
	VMOVUPS(expOnce().series[6], one)
	i := GP64()
	at := func(base Register) Mem { return Mem{Base: base, Index: i, Scale: 4} }
	loop := func(label string, body func()) {
		XORQ(i, i)
		Label(label)
		body()
		ADDQ(Imm(8), i)
		CMPQ(i, n)
		JLT(LabelRef(label))
	}
	add := func(o ...Op) { VADDPS(o[0], o[1], o[2]) }
	Label("row")
	mean := YMM()
	VXORPS(mean, mean, mean)
	loop("sum", func() {
		v := YMM()
		VMOVUPS(at(x), v)
		VADDPS(at(y), v, v)
		VMOVUPS(v, at(x))
		VADDPS(v, mean, mean)
	})
	reduce(add, mean)
	VMULPS(perN, mean, mean)
	variance := YMM()
	VXORPS(variance, variance, variance)
	loop("squares", func() {
		v := YMM()
		VMOVUPS(at(x), v)
		VSUBPS(mean, v, v)
		VFMADD231PS(v, v, variance)
	})
	reduce(add, variance)
	VFMADD213PS(epsilon, perN, variance)
	VSQRTPS(variance, variance)
	VDIVPS(variance, one, variance)
	loop("scale", func() {
		v := YMM()
		VMOVUPS(at(x), v)
		VSUBPS(mean, v, v)
		VMULPS(variance, v, v)
		w := YMM()
		VMOVUPS(at(weight), w)
		VFMADD213PS(at(bias), w, v)
		VMOVUPS(v, at(x))
	})
	ADDQ(stride, x)
	ADDQ(stride, y)
	DECQ(rows)
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// transpose writes a kernel that turns squares of 8×8 numbers, one under the other in from, side by side in to.
func transpose() {
	TEXT("transposeVector", NOSPLIT, "func(to *float32, toStride uintptr, from *float32, fromStride, squares, toSquare uintptr)")
	to, from := Load(Param("to"), GP64()), Load(Param("from"), GP64())
	toStride, fromStride := Load(Param("toStride"), GP64()), Load(Param("fromStride"), GP64())
	squares, toSquare := Load(Param("squares"), GP64()), Load(Param("toSquare"), GP64())
	Label("square")
	var in, mid, out [8]VecVirtual
	for i := range 8 {
		in[i] = YMM()
		VMOVUPS(Mem{Base: from}, in[i])
		ADDQ(fromStride, from)
	}
	for i := 0; i < 8; i += 2 {
		mid[i], mid[i+1] = YMM(), YMM()
		VUNPCKLPS(in[i+1], in[i], mid[i])
		VUNPCKHPS(in[i+1], in[i], mid[i+1])
	}
	for i := 0; i < 8; i += 4 {
		for j := range 2 {
			out[i+2*j], out[i+2*j+1] = YMM(), YMM()
			VSHUFPS(Imm(0x44), mid[i+j+2], mid[i+j], out[i+2*j])
			VSHUFPS(Imm(0xee), mid[i+j+2], mid[i+j], out[i+2*j+1])
		}
	}
	at := GP64()
	MOVQ(to, at)
	for i := range 8 {
		y := YMM()
		lanes := Imm(0x20)
		if i >= 4 {
			lanes = Imm(0x31)
		}
		VPERM2F128(lanes, out[4+i%4], out[i%4], y)
		VMOVUPS(y, Mem{Base: at})
		if i < 7 {
			ADDQ(toStride, at)
		}
	}
	ADDQ(toSquare, to)
	DECQ(squares)
	JNE(LabelRef("square"))
	VZEROUPPER()
	RET()
}

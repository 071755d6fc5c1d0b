package main

import (
	"fmt"
	"math"
)

// The constants, in the order of their place in memory, four of each.
const (
	expLeast = iota
	expLog2e
	expRound
	expLn2Hi
	expLn2Lo
	expSeries // seven, from the highest power down
	one       = expSeries + 6
	half      = expSeries + 7
	minusHalf = half + 1
	erfP      = minusHalf + 1
	erfA      = erfP + 1 // five, from the highest power down
)

var values = []float32{-87, math.Log2E, 3 << 22, 0.693359375, -2.12194440e-4,
	1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1, 0.5, -0.5,
	0.3275911 / math.Sqrt2, 1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592}

// regConstants is where their address is.
const regConstants = 25

func (a *assembler) constants() {
	a.text.WriteString("\n")
	for i, v := range values {
		for lane := range 4 {
			fmt.Fprintf(&a.text, "DATA constants<>+%d(SB)/4, $0x%08x\n", 16*i+4*lane, math.Float32bits(v))
		}
	}
	fmt.Fprintf(&a.text, "GLOBL constants<>(SB), RODATA|NOPTR, $%d\n", 16*len(values))
}

func (a *assembler) constant(i, v int) { a.get(regConstants, 16*i, v) }

// exp replaces x by eˣ, at most e⁸⁸, with V20 to V23 for itself; see exp in package embed.
func (a *assembler) exp(x int) {
	const shifted, n, p, q = 20, 21, 22, 23
	a.constant(expLeast, n)
	a.max(x, x, n)
	a.constant(expRound, shifted)
	a.constant(expLog2e, n)
	a.fma(shifted, x, n)
	a.constant(expRound, n)
	a.sub(n, shifted, n)
	a.constant(expLn2Hi, p)
	a.fms(x, n, p)
	a.constant(expLn2Lo, p)
	a.fms(x, n, p)
	from, to := p, q
	a.constant(expSeries, from)
	for i := 1; i <= 7; i++ {
		a.constant(min(expSeries+i, one), to)
		a.fma(to, from, x)
		from, to = to, from
	}
	a.vector("SHL 23", 0x4f375400, shifted, shifted, 0)
	a.addInt(x, from, shifted)
}

// loop repeats body for each four numbers of a row of R3; body's address is in the register that advances with R4.
func (a *assembler) loop(label string, rows []int, body func()) {
	for i, r := range rows {
		a.op("MOVD R%d, R%d", r, 8+i)
	}
	a.op("MOVD R3, R4")
	a.label(label)
	body()
	for i := range rows {
		a.op("ADD $16, R%d", 8+i)
	}
	a.op("SUBS $4, R4")
	a.op("BNE %s", label)
}

// sum leaves the sum of the numbers of v in each of them.
func (a *assembler) sum(v int) {
	a.pairs(v, v, v)
	a.pairs(v, v, v)
}

// gelu writes the kernel of gelu in package embed: the same steps, four numbers at a time.
func (a *assembler) gelu() {
	a.function("geluVector", "x *float32", "n uintptr")
	a.op("MOVD $constants<>(SB), R%d", regConstants)
	a.load("x", 0)
	a.load("n", 3)
	const x, z, t, poly, next, power, ones, sign = 0, 1, 2, 3, 4, 5, 6, 7
	a.constant(one, ones)
	a.loop("next", []int{0}, func() {
		a.get(8, 0, x)
		a.abs(z, x)
		a.constant(erfP, t)
		a.mul(t, z, t)
		a.add(t, t, ones)
		a.div(t, ones, t)
		a.constant(minusHalf, power)
		a.mul(z, z, z)
		a.mul(power, z, power)
		a.exp(power)
		from, to := poly, next
		a.constant(erfA, from)
		for i := 1; i < 5; i++ {
			a.constant(erfA+i, to)
			a.fma(to, from, t)
			from, to = to, from
		}
		a.mul(from, from, t)
		a.constant(half, to)
		a.mul(from, from, to)
		a.mul(from, from, power) // (1 - erf)/2
		a.sub(to, ones, from)
		// Where x has its sign bit set, that stands; elsewhere 1 less it.
		a.vector("SSHR 31", 0x4f210400, sign, x, 0)
		a.vector("BSL", 0x6e601c00, sign, from, to)
		a.mul(x, x, sign)
		a.put(x, 8, 0)
	})
	a.op("RET")
}

// softmax writes the kernel of softmax in package embed.
func (a *assembler) softmax() {
	a.function("softmaxVector", "x *float32", "stride uintptr", "rows uintptr", "n uintptr", "scale float32")
	a.op("MOVD $constants<>(SB), R%d", regConstants)
	a.load("x", 0)
	a.load("stride", 1)
	a.load("rows", 2)
	a.load("n", 3)
	const x, top, sum, scale = 0, 1, 2, 3
	a.broadcast("scale", scale)
	a.label("row")
	a.get(0, 0, top)
	a.loop("top", []int{0}, func() {
		a.get(8, 0, x)
		a.max(top, top, x)
	})
	a.vector("FMAXV", 0x6e30f800, top, top, 0)
	a.vector("DUP", 0x4e040400, top, top, 0)
	a.op("VEOR V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", sum)
	a.loop("exp", []int{0}, func() {
		a.get(8, 0, x)
		a.sub(x, x, top)
		a.mul(x, x, scale)
		a.exp(x)
		a.put(x, 8, 0)
		a.add(sum, sum, x)
	})
	a.sum(sum)
	a.constant(one, x)
	a.div(sum, x, sum)
	a.loop("divide", []int{0}, func() {
		a.get(8, 0, x)
		a.mul(x, x, sum)
		a.put(x, 8, 0)
	})
	a.op("ADD R1, R0")
	a.op("SUBS $1, R2")
	a.op("BNE row")
	a.op("RET")
}

// addNorm writes the kernel of layerNorm in package embed: x = norm(x + y) a row.
func (a *assembler) addNorm() {
	a.function("addNormVector", "x *float32", "y *float32", "stride uintptr", "rows uintptr", "n uintptr", "weight *float32",
		"bias *float32", "epsilon float32", "perN float32")
	a.op("MOVD $constants<>(SB), R%d", regConstants)
	a.load("x", 0)
	a.load("y", 5)
	a.load("stride", 1)
	a.load("rows", 2)
	a.load("n", 3)
	a.load("weight", 6)
	a.load("bias", 7)
	const x, y, mean, variance, epsilon, perN, ones, w, b = 0, 1, 2, 3, 4, 5, 6, 7, 16
	a.broadcast("epsilon", epsilon)
	a.broadcast("perN", perN)
	a.constant(one, ones)
	a.label("row")
	a.op("VEOR V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", mean)
	a.loop("sum", []int{0, 5}, func() {
		a.get(8, 0, x)
		a.get(9, 0, y)
		a.add(x, x, y)
		a.put(x, 8, 0)
		a.add(mean, mean, x)
	})
	a.sum(mean)
	a.mul(mean, mean, perN)
	a.op("VEOR V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", variance)
	a.loop("squares", []int{0}, func() {
		a.get(8, 0, x)
		a.sub(x, x, mean)
		a.fma(variance, x, x)
	})
	a.sum(variance)
	a.mul(variance, variance, perN)
	a.add(variance, variance, epsilon)
	a.sqrt(variance, variance)
	a.div(variance, ones, variance)
	a.loop("scale", []int{0, 6, 7}, func() {
		a.get(8, 0, x)
		a.sub(x, x, mean)
		a.mul(x, x, variance)
		a.get(9, 0, w)
		a.get(10, 0, b)
		a.fma(b, x, w)
		a.put(b, 8, 0)
	})
	a.op("ADD R1, R0")
	a.op("ADD R1, R5")
	a.op("SUBS $1, R2")
	a.op("BNE row")
	a.op("RET")
}

// transpose writes a kernel that turns squares of 8×8 numbers, one under the other in from, side by side in to.
func (a *assembler) transpose() {
	a.function("transposeVector", "to *float32", "toStride uintptr", "from *float32", "fromStride uintptr", "squares uintptr", "toSquare uintptr")
	const to, toStride, from, fromStride, squares, toSquare, at = 0, 1, 2, 3, 4, 5, 6
	for i, p := range []string{"to", "toStride", "from", "fromStride", "squares", "toSquare"} {
		a.load(p, i)
	}
	a.label("square")
	for r := range 8 { // row r in V(2r) and V(2r+1)
		a.get(from, 0, 2*r)
		a.get(from, 16, 2*r+1)
		a.op("ADD R%d, R%d", fromStride, from)
	}
	a.op("MOVD R%d, R%d", to, at)
	for right := range 2 { // four columns of from
		for lower := range 2 { // four rows of from
			r := func(i int) int { return 2*(4*lower+i) + right }
			const t = 24
			a.vector("ZIP1.4S", 0x4e803800, t, r(0), r(1))
			a.vector("ZIP2.4S", 0x4e807800, t+1, r(0), r(1))
			a.vector("ZIP1.4S", 0x4e803800, t+2, r(2), r(3))
			a.vector("ZIP2.4S", 0x4e807800, t+3, r(2), r(3))
			for i := range 4 {
				name, code := "ZIP1.2D", uint32(0x4ec03800)
				if i%2 == 1 {
					name, code = "ZIP2.2D", 0x4ec07800
				}
				a.vector(name, code, 16+4*lower+i, t+i/2, t+2+i/2)
			}
		}
		for i := range 4 {
			a.put(16+i, at, 0)
			a.put(20+i, at, 16)
			a.op("ADD R%d, R%d", toStride, at)
		}
	}
	a.op("ADD R%d, R%d", toSquare, to)
	a.op("SUBS $1, R%d", squares)
	a.op("BNE square")
	a.op("RET")
}

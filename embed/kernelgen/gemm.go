package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// weights are the kinds of the right factor.
type weights int

const (
	float32s weights = iota // c = a·b + bias
	int8s                   // c = a·b·scale + bias, scale by column
)

// unroll is how many steps of k a turn of the loop takes.
const unroll = 4

// gemm writes the kernel for some rows of a by groups of panels of b, each 16 columns. A number of c is one chain of fused
// multiply-adds in the order of k, whatever the shape of the kernel: so it does not depend on how rows are grouped.
// Kernels of few rows take several panels at a time: with fewer than eight chains the adder would wait for itself.
func gemm(w weights, rows, panels int) {
	kernel := "gemmFloat"
	if w == int8s {
		kernel = "gemmInt"
	}
	TEXT(name(kernel, rows, 16*panels), NOSPLIT,
		"func(c *float32, cStride uintptr, a *float32, aStride uintptr, b *byte, bStride, bPanel, k, groups uintptr, scale, bias *float32)")
	var aStride Register
	if rows > 1 {
		aStride = Load(Param("aStride"), GP64())
	}
	bBase := Load(Param("b"), GP64())
	bStride := Load(Param("bStride"), GP64())
	bPanel := Load(Param("bPanel"), GP64())
	groups := Load(Param("groups"), GP64())
	done := GP64() // bytes of c's row
	XORQ(done, done)

	group, steps, one, last := "group", "steps", "one", "store"
	Label(group)
	sums := make([][]VecVirtual, rows)
	for r := range sums {
		for range 2 * panels {
			s := YMM()
			VXORPS(s, s, s)
			sums[r] = append(sums[r], s)
		}
	}
	a0 := Load(Param("a"), GP64())
	aAt := lineAddresses(a0, aStride, rows)
	b0 := GP64()
	MOVQ(bBase, b0)
	bAt := lineAddresses(b0, bPanel, panels)
	k := Load(Param("k"), GP64())
	SUBQ(Imm(unroll), k)
	JL(LabelRef(one + "Check"))

	// What is fewer, rows or vectors of b, stays in registers for a step: with the sums they must fit the sixteen of AVX2.
	load := func(h int) VecVirtual {
		y := YMM()
		at := bAt.at(h / 2)
		if w == int8s {
			VPMOVSXBD(at.Offset(8*(h%2)), y)
			VCVTDQ2PS(y, y)
		} else {
			VMOVUPS(at.Offset(32*(h%2)), y)
		}
		return y
	}
	broadcast := func(r, i int) VecVirtual {
		x := YMM()
		VBROADCASTSS(aAt.at(r).Offset(4*i), x)
		return x
	}
	step := func(i int) {
		var held []VecVirtual
		if rows < 2*panels {
			for r := range rows {
				held = append(held, broadcast(r, i))
			}
			for h := range 2 * panels {
				y := load(h)
				for r, x := range held {
					VFMADD231PS(y, x, sums[r][h])
				}
			}
		} else {
			for h := range 2 * panels {
				held = append(held, load(h))
			}
			for r := range rows {
				x := broadcast(r, i)
				for h, y := range held {
					VFMADD231PS(y, x, sums[r][h])
				}
			}
		}
		bAt.advance(bStride)
	}
	Label(steps)
	for i := range unroll {
		step(i)
	}
	aAt.advance(Imm(4 * unroll))
	SUBQ(Imm(unroll), k)
	JGE(LabelRef(steps))

	Label(one + "Check")
	ADDQ(Imm(unroll), k)
	JE(LabelRef(last))
	Label(one)
	step(0)
	aAt.advance(Imm(4))
	DECQ(k)
	JNE(LabelRef(one))

	Label(last)
	c := Load(Param("c"), GP64())
	ADDQ(done, c)
	var cStride Register
	if rows > 1 {
		cStride = Load(Param("cStride"), GP64())
	}
	bias := Load(Param("bias"), GP64())
	var scaleAt Register
	if w == int8s {
		scaleAt = Load(Param("scale"), GP64())
	}
	for h := range 2 * panels {
		y := YMM()
		if w == int8s {
			VMOVUPS(Mem{Base: scaleAt, Index: done, Scale: 1, Disp: 32 * h}, y)
		} else {
			VMOVUPS(Mem{Base: bias, Index: done, Scale: 1, Disp: 32 * h}, y)
		}
		for r := range rows {
			if w == int8s {
				VFMADD213PS(Mem{Base: bias, Index: done, Scale: 1, Disp: 32 * h}, y, sums[r][h])
			} else {
				VADDPS(y, sums[r][h], sums[r][h])
			}
		}
	}
	for r := range rows {
		for h := range 2 * panels {
			VMOVUPS(sums[r][h], Mem{Base: c, Disp: 32 * h})
		}
		if r < rows-1 {
			ADDQ(cStride, c)
		}
	}
	ADDQ(U32(64*panels), done)
	for range panels {
		ADDQ(bPanel, bBase)
	}
	DECQ(groups)
	JNE(LabelRef(group))
	VZEROUPPER()
	RET()
}

// addresses are those of lines a stride apart: three a base register.
type addresses struct {
	bases  []Register
	stride Register
}

func lineAddresses(base, stride Register, rows int) *addresses {
	a := &addresses{bases: []Register{base}, stride: stride}
	for len(a.bases)*3 < rows {
		last := a.bases[len(a.bases)-1]
		next := GP64()
		LEAQ(Mem{Base: last, Index: stride, Scale: 2}, next)
		ADDQ(stride, next)
		a.bases = append(a.bases, next)
	}
	return a
}

func (a *addresses) at(i int) Mem {
	m := Mem{Base: a.bases[i/3]}
	if i%3 > 0 {
		m.Index, m.Scale = a.stride, uint8(i%3)
	}
	return m
}

func (a *addresses) advance(by Op) {
	for _, b := range a.bases {
		ADDQ(by, b)
	}
}

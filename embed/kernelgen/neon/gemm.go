package main

import "fmt"

// maxRows is how many rows of 16 columns have their sums in registers, beside the vectors that are multiplied: four numbers of
// each row, and 16 columns of a row of b.
const maxRows = 5

// The general registers of the kernels for products.
const (
	regC, regCStride  = 0, 1
	regA0             = 2 // and on, one a row
	regAStride        = 7
	regB0             = 8 // and on, one a panel
	regBStride        = 12
	regK, regGroups   = 13, 14
	regBase, regDone  = 15, 16
	regBPanel         = 17
	regScale, regBias = 19, 20
)

// gemm writes the kernel for some rows of a by groups of panels of b; see the generator for amd64. Its number of c is the same
// chain of fused multiply-adds.
func (a *assembler) gemm(integers bool, rows, panels int) {
	kind := "Float"
	if integers {
		kind = "Int"
	}
	a.function(fmt.Sprintf("gemm%s%dx%d", kind, rows, 16*panels), "c *float32", "cStride uintptr", "a *float32", "aStride uintptr",
		"b *byte", "bStride uintptr", "bPanel uintptr", "k uintptr", "groups uintptr", "scale *float32", "bias *float32")
	if rows > 1 {
		a.load("aStride", regAStride)
		a.load("cStride", regCStride)
	}
	a.load("b", regBase)
	a.load("bStride", regBStride)
	a.load("bPanel", regBPanel)
	a.load("groups", regGroups)
	a.op("MOVD $0, R%d", regDone)

	// V0 to V3 hold 16 columns of b, V4 and on the rows of a, the last ones the sums.
	const firstA = 4
	sum := func(r, v int) int { return 31 - r*4*panels - v }
	a.label("group")
	for r := range rows {
		for v := range 4 * panels {
			a.op("VEOR V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", sum(r, v))
		}
	}
	a.load("a", regA0)
	for r := 1; r < rows; r++ {
		a.op("ADD R%d, R%d, R%d", regAStride, regA0+r-1, regA0+r)
	}
	a.op("MOVD R%d, R%d", regBase, regB0)
	for p := 1; p < panels; p++ {
		a.op("ADD R%d, R%d, R%d", regBPanel, regB0+p-1, regB0+p)
	}
	a.load("k", regK)
	a.op("SUBS $4, R%d", regK)
	a.op("BLT rest")

	step := func(lane int) {
		for p := range panels {
			if integers {
				a.widen(regB0 + p)
			} else {
				for v := range 4 {
					a.get(regB0+p, 16*v, v)
				}
			}
			a.op("ADD R%d, R%d", regBStride, regB0+p)
			for r := range rows {
				for v := range 4 {
					a.fmaLane(sum(r, 4*p+v), v, firstA+r, lane)
				}
			}
		}
	}
	a.label("steps")
	for r := range rows {
		a.op("FMOVQ.P 16(R%d), F%d", regA0+r, firstA+r)
	}
	for lane := range 4 {
		step(lane)
	}
	a.op("SUBS $4, R%d", regK)
	a.op("BGE steps")
	a.label("rest")
	a.op("ADDS $4, R%d", regK)
	a.op("BEQ store")
	a.label("one")
	for r := range rows {
		a.op("FMOVS.P 4(R%d), F%d", regA0+r, firstA+r)
	}
	step(0)
	a.op("SUBS $1, R%d", regK)
	a.op("BNE one")

	a.label("store")
	a.load("c", regC)
	a.op("ADD R%d, R%d", regDone, regC)
	a.load("bias", regBias)
	a.op("ADD R%d, R%d", regDone, regBias)
	if integers {
		a.load("scale", regScale)
		a.op("ADD R%d, R%d", regDone, regScale)
	}
	for r := range rows {
		for v := range 4 * panels {
			const bias, scale = 0, 1
			a.get(regBias, 16*v, bias)
			if integers {
				a.get(regScale, 16*v, scale)
				a.fma(bias, sum(r, v), scale)
			} else {
				a.add(bias, sum(r, v), bias)
			}
			a.put(bias, regC, 16*v)
		}
		if r < rows-1 {
			a.op("ADD R%d, R%d", regCStride, regC)
		}
	}
	a.op("ADD $%d, R%d", 64*panels, regDone)
	for range panels {
		a.op("ADD R%d, R%d", regBPanel, regBase)
	}
	a.op("SUBS $1, R%d", regGroups)
	a.op("BNE group")
	a.op("RET")
}

// widen loads 16 8-bit integers and makes float32 of them, in V0 to V3.
func (a *assembler) widen(from int) {
	a.get(from, 0, 3)
	a.vector("SXTL.8H", 0x0f08a400, 1, 3, 0)
	a.vector("SXTL2.8H", 0x4f08a400, 3, 3, 0)
	for _, half := range []int{1, 3} {
		a.vector("SXTL.4S", 0x0f10a400, half-1, half, 0)
		a.vector("SXTL2.4S", 0x4f10a400, half, half, 0)
	}
	for v := range 4 {
		a.vector("SCVTF", 0x4e21d800, v, v, 0)
	}
}

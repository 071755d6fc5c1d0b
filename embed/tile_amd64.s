#include "textflag.h"

// func tile3x4(sums *[12]float32, a *float32, aStride uintptr, b *float32, bStride uintptr, k uintptr)
//
// Inner products of three rows of a with four rows of b over k numbers, k a multiple of 8 and at least 8; strides in bytes.
// Twelve accumulators of eight sums each stay in registers; their lanes are added at the end.
TEXT ·tile3x4(SB), NOSPLIT, $0-48
	MOVQ sums+0(FP), DI
	MOVQ a+8(FP), AX
	MOVQ aStride+16(FP), R8
	MOVQ b+24(FP), BX
	MOVQ bStride+32(FP), R9
	MOVQ k+40(FP), CX

	LEAQ (AX)(R8*1), R10 // second row of a
	LEAQ (R10)(R8*1), R11 // third
	LEAQ (BX)(R9*1), R12 // second row of b
	LEAQ (R12)(R9*1), R13
	LEAQ (R13)(R9*1), SI

	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	VXORPS Y8, Y8, Y8
	VXORPS Y9, Y9, Y9
	VXORPS Y10, Y10, Y10
	VXORPS Y11, Y11, Y11
	XORQ   DX, DX

loop:
	VMOVUPS (AX)(DX*4), Y12
	VMOVUPS (R10)(DX*4), Y13
	VMOVUPS (R11)(DX*4), Y14

	VMOVUPS     (BX)(DX*4), Y15
	VFMADD231PS Y15, Y12, Y0
	VFMADD231PS Y15, Y13, Y4
	VFMADD231PS Y15, Y14, Y8
	VMOVUPS     (R12)(DX*4), Y15
	VFMADD231PS Y15, Y12, Y1
	VFMADD231PS Y15, Y13, Y5
	VFMADD231PS Y15, Y14, Y9
	VMOVUPS     (R13)(DX*4), Y15
	VFMADD231PS Y15, Y12, Y2
	VFMADD231PS Y15, Y13, Y6
	VFMADD231PS Y15, Y14, Y10
	VMOVUPS     (SI)(DX*4), Y15
	VFMADD231PS Y15, Y12, Y3
	VFMADD231PS Y15, Y13, Y7
	VFMADD231PS Y15, Y14, Y11

	ADDQ $8, DX
	CMPQ DX, CX
	JLT  loop

	// Four accumulators of a row of a become four sums: two rounds of horizontal adds, then the upper half to the lower.
	VHADDPS      Y1, Y0, Y0
	VHADDPS      Y3, Y2, Y2
	VHADDPS      Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X12
	VADDPS       X12, X0, X0
	VMOVUPS      X0, (DI)
	VHADDPS      Y5, Y4, Y4
	VHADDPS      Y7, Y6, Y6
	VHADDPS      Y6, Y4, Y4
	VEXTRACTF128 $1, Y4, X12
	VADDPS       X12, X4, X4
	VMOVUPS      X4, 16(DI)
	VHADDPS      Y9, Y8, Y8
	VHADDPS      Y11, Y10, Y10
	VHADDPS      Y10, Y8, Y8
	VEXTRACTF128 $1, Y8, X12
	VADDPS       X12, X8, X8
	VMOVUPS      X8, 32(DI)
	VZEROUPPER
	RET

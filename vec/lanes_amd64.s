#include "textflag.h"

// Four columns of eight rows at DI, with R9 bytes from row to row and R10 three times that, as four registers of eight lanes,
// a lane a row: DI and R11, four rows on, are read by halves, so that two shuffles a column are enough.
#define COLUMNS \
	VMOVUPS (DI), X0 \
	VINSERTF128 $1, (R11), Y0, Y0 \
	VMOVUPS (DI)(R9*1), X1 \
	VINSERTF128 $1, (R11)(R9*1), Y1, Y1 \
	VMOVUPS (DI)(R9*2), X2 \
	VINSERTF128 $1, (R11)(R9*2), Y2, Y2 \
	VMOVUPS (DI)(R10*1), X3 \
	VINSERTF128 $1, (R11)(R10*1), Y3, Y3 \
	VUNPCKLPS Y1, Y0, Y4 \
	VUNPCKHPS Y1, Y0, Y5 \
	VUNPCKLPS Y3, Y2, Y6 \
	VUNPCKHPS Y3, Y2, Y7 \
	VSHUFPS $0x44, Y6, Y4, Y0 \
	VSHUFPS $0xEE, Y6, Y4, Y1 \
	VSHUFPS $0x44, Y7, Y5, Y2 \
	VSHUFPS $0xEE, Y7, Y5, Y3

// One column: its products with the query's number are added to DOTS, its squares to SQUARES. Each product is rounded before
// it is added, as Go does it.
#define ADD(at, column, DOTS, SQUARES) \
	VBROADCASTSS at(SI), Y8 \
	VMULPS column, Y8, Y9 \
	VADDPS Y9, DOTS, DOTS \
	VMULPS column, column, Y10 \
	VADDPS Y10, SQUARES, SQUARES

// func sums16(query *float32, n uintptr, rows *float32, stride uintptr, dots, squares *[16]float32)
TEXT ·sums16(SB), NOSPLIT, $0-48
	MOVQ query+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ rows+16(FP), R8
	MOVQ stride+24(FP), R9
	MOVQ dots+32(FP), AX
	MOVQ squares+40(FP), BX
	LEAQ (R9)(R9*2), R10
	LEAQ (R8)(R9*8), R12
	VXORPS Y12, Y12, Y12
	VXORPS Y13, Y13, Y13
	VXORPS Y14, Y14, Y14
	VXORPS Y15, Y15, Y15

next:
	CMPQ CX, $4
	JLT  done
	MOVQ R8, DI
	LEAQ (DI)(R9*4), R11
	COLUMNS
	ADD(0, Y0, Y12, Y13)
	ADD(4, Y1, Y12, Y13)
	ADD(8, Y2, Y12, Y13)
	ADD(12, Y3, Y12, Y13)
	MOVQ R12, DI
	LEAQ (DI)(R9*4), R11
	COLUMNS
	ADD(0, Y0, Y14, Y15)
	ADD(4, Y1, Y14, Y15)
	ADD(8, Y2, Y14, Y15)
	ADD(12, Y3, Y14, Y15)
	ADDQ $16, SI
	ADDQ $16, R8
	ADDQ $16, R12
	SUBQ $4, CX
	JMP  next

done:
	VMOVUPS Y12, (AX)
	VMOVUPS Y14, 32(AX)
	VMOVUPS Y13, (BX)
	VMOVUPS Y15, 32(BX)
	VZEROUPPER
	RET

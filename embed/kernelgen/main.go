// Command kernelgen writes the vector kernels of package embed.
//
// It is a module of its own, so that avo and what it needs stay out of the program's dependencies. Run it by
// `go generate ./embed`.
package main

import (
	"flag"
	"fmt"

	"github.com/mmcloughlin/avo/build"
)

func main() {
	// avo has -out, -stubs and -pkg.
	flag.Parse()
	build.ConstraintExpr("amd64")
	for _, weights := range []weights{float32s, int8s} {
		for rows := 1; rows <= maxRows; rows++ {
			gemm(weights, rows, 1)
		}
		for _, wide := range []struct{ rows, panels int }{{1, 4}, {2, 2}, {3, 2}} {
			gemm(weights, wide.rows, wide.panels)
		}
	}
	gelu()
	softmax()
	addNorm()
	transpose()
	build.Generate()
}

// maxRows is how many rows of 16 columns have their sums in registers, with four left for what is multiplied.
const maxRows = 6

// name is the name of a kernel for so many rows by so many columns.
func name(kernel string, rows, cols int) string { return fmt.Sprintf("%s%dx%d", kernel, rows, cols) }

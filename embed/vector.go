package embed

import "unsafe"

// panelCols is how many columns of a right factor are taken at a time.
const panelCols = 16

// padded is n up to a whole number of panels.
func padded(n int) int { return (n + panelCols - 1) / panelCols * panelCols }

// gemm is a kernel: c = a·b·scale + bias for some rows and columns, where a is rows of k float32. b is panels of 16 columns,
// each of k rows bStride apart; bPanel is the distance of two panels. scale and bias are one number a column; for b of float32
// there is no scale. All distances are bytes. The kernel goes on to the right groups times. Each number of c is one chain of
// fused multiply-adds in the order of k, so it does not depend on which kernel makes it.
type gemm func(c *float32, cStride uintptr, a *float32, aStride uintptr, b *byte, bStride, bPanel, k, groups uintptr, scale, bias *float32)

// tile is a kernel with the number of panels that it takes at a time.
type tile struct {
	gemm   gemm
	panels int
}

// tiles are the kernels for one kind of right factor; the index is the number of rows. With few rows wide ones keep more
// chains going than the adder is deep; where they are missing, or panels are left over, the narrow ones serve.
type tiles struct {
	narrow, wide []tile
}

// kernels are what a processor's vector instructions do for the encoder.
type kernels struct {
	float, int tiles
	// gelu replaces n numbers, a multiple of 8.
	gelu func(x *float32, n uintptr)
	// softmax replaces rows of n numbers, a multiple of 8, stride bytes apart.
	softmax func(x *float32, stride, rows, n uintptr, scale float32)
	// addNorm sets rows of n numbers, a multiple of 8, stride bytes apart, to the norm of x + y; perN is 1/n.
	addNorm func(x, y *float32, stride, rows, n uintptr, weight, bias *float32, epsilon, perN float32)
	// transpose turns squares of 8×8 numbers that stand one under the other, and puts the results toSquare bytes apart.
	transpose func(to *float32, toStride uintptr, from *float32, fromStride, squares, toSquare uintptr)
}

// vector is what there is for this processor; nil if nothing.
var vector = detectKernels()

const floatSize = unsafe.Sizeof(float32(0))

// factor is the right factor of a product: panels of 16 columns.
type factor struct {
	first         *byte
	stride, panel uintptr
	tiles         *tiles
}

// packedFloats takes list as panels of k rows, one after the other.
func (v *kernels) packedFloats(list []float32, k int) factor {
	return factor{(*byte)(unsafe.Pointer(unsafe.SliceData(list))), panelCols * floatSize, panelCols * floatSize * uintptr(k), &v.float}
}

// from is f without its first panels.
func (f factor) from(panel int) factor {
	f.first = (*byte)(unsafe.Add(unsafe.Pointer(f.first), uintptr(panel)*f.panel))
	return f
}

// multiply sets c to a·f·scale + bias, for as many panels as asked for; c's rows have room for whole panels. The caller
// has seen to it that f has so many panels of k rows.
func (f factor) multiply(c []float32, cStride int, a []float32, aStride, rows, k, panels int, scale, bias []float32) {
	if rows < 1 || k < 1 || panels < 1 {
		return
	}
	cols := panels * panelCols
	_, _, _ = c[(rows-1)*cStride+cols-1], a[(rows-1)*aStride+k-1], bias[cols-1]
	if scale == nil {
		scale = bias // not read
	}
	most := len(f.tiles.narrow) - 1
	for left := (rows + most - 1) / most; left > 0; left-- {
		n := (rows + left - 1) / left // tiles of equal height, or one row less
		t := f.tiles.narrow[n]
		if n < len(f.tiles.wide) && f.tiles.wide[n].panels <= panels {
			t = f.tiles.wide[n]
		}
		for p := 0; p < panels; {
			groups := (panels - p) / t.panels
			if groups == 0 {
				t = f.tiles.narrow[n]
				continue
			}
			t.gemm(&c[p*panelCols], uintptr(cStride)*floatSize, &a[0], uintptr(aStride)*floatSize,
				f.from(p).first, f.stride, f.panel, uintptr(k), uintptr(groups), &scale[p*panelCols], &bias[p*panelCols])
			p += groups * t.panels
		}
		if rows -= n; rows > 0 {
			c, a = c[n*cStride:], a[n*aStride:]
		}
	}
}

// blockBytes is how much of the right factor all rows of the left one pass over before the next part of it is taken: what
// fits the second cache. Packing 8-bit weights into panels before use, or blocks along k, gained nothing.
const blockBytes = 640 << 10

// dense is [dense.multiply] by vector instructions.
func (v *kernels) dense(d *dense, y, x []float32, xStride, rows int) {
	stride := len(d.bias)
	if d.ints == "" {
		f := v.packedFloats(d.floats, d.in)
		f.blocks(y, stride, x, xStride, rows, d.in, stride/panelCols, nil, d.bias)
		return
	}
	whole := d.out / panelCols
	f := factor{unsafe.StringData(d.ints), uintptr(d.out), panelCols, &v.int}
	f.blocks(y, stride, x, xStride, rows, d.in, whole, d.scale, d.bias)
	if at := whole * panelCols; at < stride {
		f = factor{unsafe.SliceData(d.tail), panelCols, 0, &v.int}
		f.multiply(y[at:], stride, x, xStride, rows, d.in, 1, d.scale[at:], d.bias[at:])
	}
}

// blocks is [factor.multiply], some panels at a time.
func (f factor) blocks(c []float32, cStride int, a []float32, aStride, rows, k, panels int, scale, bias []float32) {
	size := panelCols * k
	if f.panel != panelCols {
		size = int(f.panel)
	}
	block := max(blockBytes/size, 4)
	for p := 0; p < panels; p += block {
		at := p * panelCols
		s := scale
		if s != nil {
			s = s[at:]
		}
		f.from(p).multiply(c[at:], cStride, a, aStride, rows, k, min(block, panels-p), s, bias[at:])
	}
}

// attend is [bert.attend] by vector instructions.
func (v *kernels) attend(b *bert, first, n int, s *scratch) {
	width := b.hidden / b.heads
	stride, tokens := padded(b.hidden), padded(n)
	q, k, value, mixed := s.query[first*stride:], s.key[first*stride:], s.value[first*stride:], s.mixed[first*stride:]
	keys := v.packedFloats(s.headKey, width)
	values := v.packedFloats(s.headValue, n)
	valuePanels := padded(width) / panelCols
	n8 := (n + 7) / 8 * 8
	most := len(v.float.narrow) - 1
	for head := range b.heads {
		at := head * width
		v.packKeys(s.headKey, k[at:], stride, n, width)
		packValues(s.headValue, value[at:], stride, n, width)
		for row := 0; row < n; {
			left := (n - row + most - 1) / most
			rows := (n - row + left - 1) / left
			keys.multiply(s.scores, tokens, q[row*stride+at:], stride, rows, width, tokens/panelCols, nil, s.zeros)
			for r := range rows {
				for i := n; i < n8; i++ {
					s.scores[r*tokens+i] = minusInfinity
				}
			}
			v.softmax(&s.scores[0], uintptr(tokens)*floatSize, uintptr(rows), uintptr(n8), attentionScale(width))
			if width%panelCols == 0 {
				values.multiply(mixed[row*stride+at:], stride, s.scores, tokens, rows, n, valuePanels, nil, s.zeros)
			} else {
				values.multiply(s.headMixed, padded(width), s.scores, tokens, rows, n, valuePanels, nil, s.zeros)
				for r := range rows {
					copy(mixed[(row+r)*stride+at:][:width], s.headMixed[r*padded(width):])
				}
			}
			row += rows
		}
	}
}

// packKeys writes the transpose of n rows of keys as panels, with zeros for the columns beyond n.
func (v *kernels) packKeys(to, from []float32, stride, n, width int) {
	done := 0
	if width%8 == 0 {
		// Two halves of a panel: squares of eight tokens by eight numbers, whose transposes stand one under the other.
		for ; done+8 <= n; done += 8 {
			half := to[done/panelCols*panelCols*width+done%panelCols:]
			_, _ = half[(width-1)*panelCols+7], from[(done+7)*stride+width-1]
			for c := 0; c < width; c += 8 {
				v.transpose(&half[c*panelCols], panelCols*floatSize, &from[done*stride+c], uintptr(stride)*floatSize, 1, 0)
			}
		}
	}
	for ; done < padded(n); done++ {
		column := to[done/panelCols*panelCols*width+done%panelCols:]
		for i := range width {
			if done < n {
				column[i*panelCols] = from[done*stride+i]
			} else {
				column[i*panelCols] = 0
			}
		}
	}
}

// packValues writes n rows of values as panels, with zeros for the columns beyond width.
func packValues(to, from []float32, stride, n, width int) {
	for first := 0; first < width; first += panelCols {
		cols := min(panelCols, width-first)
		for r := range n {
			row := to[first*n+r*panelCols:][:panelCols]
			clear(row[copy(row, from[r*stride+first:][:cols]):])
		}
	}
}

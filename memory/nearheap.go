package memory

import "brain/vec"

// distances is a heap of vectors, the nearest first: of very many the first few hundred are asked for.
type distances []vec.Hit

// heapify puts any order in order.
func (h distances) heapify() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
}

// pop takes out the nearest.
func (h *distances) pop() vec.Hit {
	old := *h
	top, last := old[0], len(old)-1
	old[0] = old[last]
	*h = old[:last]
	h.down(0)
	return top
}

func (h distances) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && nearer(h[child+1], h[child]) {
			child++
		}
		if !nearer(h[child], h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}

// nearer orders by distance. Of rows that are equally far the later one comes first, as sqlite-vec 0.1.9 gives them to
// brain-cli (inside its blocks of 1,024 rows).
func nearer(a, b vec.Hit) bool {
	return a.Distance < b.Distance || a.Distance == b.Distance && a.ID > b.ID
}

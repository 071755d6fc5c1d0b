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
		if child+1 < len(h) && vec.Compare(h[child+1], h[child]) < 0 {
			child++
		}
		if vec.Compare(h[i], h[child]) <= 0 {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}

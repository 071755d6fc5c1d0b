package memory

import (
	"cmp"
	"slices"

	"brain/vec"
)

// nearestHits collects the nearest of very many vectors.
type nearestHits struct {
	most int  // how many are kept
	more bool // there were others
	heap []vec.Hit
}

// far says that a vector is none of the nearest.
func (n *nearestHits) far(h vec.Hit) bool {
	far := len(n.heap) == n.most && (n.most == 0 || !nearer(h, n.heap[0]))
	n.more = n.more || far
	return far
}

// add takes a vector that is not far.
func (n *nearestHits) add(h vec.Hit) {
	if len(n.heap) == n.most {
		n.more = true
		n.heap[0] = h
		n.down(0)
		return
	}
	n.heap = append(n.heap, h)
	if len(n.heap) == n.most {
		for i := len(n.heap)/2 - 1; i >= 0; i-- {
			n.down(i)
		}
	}
}

// down puts the heap, the farthest first, in order where entry i is too near for its place.
func (n *nearestHits) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(n.heap) {
			return
		}
		if child+1 < len(n.heap) && nearer(n.heap[child], n.heap[child+1]) {
			child++
		}
		if !nearer(n.heap[i], n.heap[child]) {
			return
		}
		n.heap[i], n.heap[child] = n.heap[child], n.heap[i]
		i = child
	}
}

// sorted gives those that were collected, the nearest first.
func (n *nearestHits) sorted() []vec.Hit {
	slices.SortFunc(n.heap, func(a, b vec.Hit) int {
		switch {
		case a.Distance < b.Distance:
			return -1
		case a.Distance > b.Distance:
			return 1
		}
		return cmp.Compare(b.ID, a.ID)
	})
	return n.heap
}

// nearer orders by distance. Of rows that are equally far the later one comes first, as sqlite-vec 0.1.9 gives them to
// brain-cli (inside its blocks of 1,024 rows).
func nearer(a, b vec.Hit) bool {
	return a.Distance < b.Distance || a.Distance == b.Distance && a.ID > b.ID
}

package arena

// This file imports nothing: what the package's tests import would have to be ready before the package's init.

const (
	Size    = size
	Largest = largest
)

var (
	Malloc  = malloc
	Free    = free
	Realloc = realloc
	SizeOf  = sizeOf
	Inside  = inside
	Pointer = pointer
)

// InUse is how many bytes of the block were taken and not given back.
func InUse() uintptr {
	block.Lock()
	defer block.Unlock()
	n := block.used
	for grains, p := range block.free {
		for ; p != 0; p = *word(p) {
			n -= uintptr(grains) * grain
		}
	}
	return n
}

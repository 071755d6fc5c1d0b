package vec

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"
)

// Bytes is a vector as sqlite-vec stores it: little-endian float32, one after the other.
func Bytes(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// FromBytes is the vector that [Bytes] wrote. It copies; b may be reused.
func FromBytes(b []byte) ([]float32, error) {
	if len(b)%4 != 0 {
		return nil, fmt.Errorf("read vector: %d bytes are no whole number of float32", len(b))
	}
	v := make([]float32, len(b)/4)
	decode(v, b)
	return v, nil
}

// decode fills v from the bytes of at least as many numbers.
func decode(v []float32, b []byte) {
	for k := range v {
		v[k] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*k:]))
	}
}

var littleEndian = func() bool {
	one := uint16(1)
	return *(*byte)(unsafe.Pointer(&one)) == 1
}()

// inPlace is the whole float32s of b without a copy, where the machine's byte order and the address of b allow it.
func inPlace(b []byte) (v []float32, ok bool) {
	p := unsafe.Pointer(unsafe.SliceData(b))
	if !littleEndian || uintptr(p)%unsafe.Alignof(float32(0)) != 0 {
		return nil, false
	}
	return unsafe.Slice((*float32)(p), len(b)/4), true
}

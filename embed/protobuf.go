package embed

import (
	"encoding/binary"
	"errors"
	"math"
)

var errProtobuf = errors.New("broken protocol buffer")

// message walks over the fields of an encoded protocol buffer message
// (https://protobuf.dev/programming-guides/encoding). Strings and nested messages are parts of the message, not copies.
type message struct {
	rest string
	err  error

	field int    // number of the field read last
	bits  uint64 // its value, if it is a number
	bytes string // its value, if it has a length: a string, a message, a packed list
	kind  int    // its wire type
}

// The wire types.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// next reads one field; false at the end of the message or at an error.
func (m *message) next() bool {
	if m.rest == "" || m.err != nil {
		return false
	}
	tag := m.varint()
	m.field, m.kind, m.bits, m.bytes = int(tag>>3), int(tag&7), 0, ""
	switch m.kind {
	case wireVarint:
		m.bits = m.varint()
	case wireFixed64:
		if b := m.take(8); b != "" {
			m.bits = binary.LittleEndian.Uint64([]byte(b))
		}
	case wireFixed32:
		if b := m.take(4); b != "" {
			m.bits = uint64(binary.LittleEndian.Uint32([]byte(b)))
		}
	case wireBytes:
		m.bytes = m.take(m.varint())
	default:
		m.err = errProtobuf
	}
	return m.err == nil
}

func (m *message) varint() (v uint64) {
	for i := 0; i < len(m.rest) && i < binary.MaxVarintLen64; i++ {
		v |= uint64(m.rest[i]&0x7f) << (7 * i)
		if m.rest[i] < 0x80 {
			m.rest = m.rest[i+1:]
			return v
		}
	}
	m.err = errProtobuf
	return 0
}

func (m *message) take(n uint64) string {
	if n > uint64(len(m.rest)) {
		m.err = errProtobuf
		return ""
	}
	b := m.rest[:n]
	m.rest = m.rest[n:]
	return b
}

// ints appends the field's numbers: one, or a packed list.
func (m *message) ints(list []int64) []int64 {
	if m.kind != wireBytes {
		return append(list, int64(m.bits))
	}
	packed := message{rest: m.bytes}
	for packed.rest != "" && packed.err == nil {
		list = append(list, int64(packed.varint()))
	}
	m.err = packed.err
	return list
}

// floats appends the field's float32 numbers: one, or a packed list.
func (m *message) floats(list []float32) []float32 {
	if m.kind != wireBytes {
		return append(list, math.Float32frombits(uint32(m.bits)))
	}
	numbers, err := float32s(m.bytes)
	m.err = err
	return append(list, numbers...)
}

// float32s reads little-endian numbers.
func float32s(raw string) ([]float32, error) {
	if len(raw)%4 != 0 {
		return nil, errProtobuf
	}
	list := make([]float32, len(raw)/4)
	for i := range list {
		r := raw[4*i:][:4]
		list[i] = math.Float32frombits(uint32(r[0]) | uint32(r[1])<<8 | uint32(r[2])<<16 | uint32(r[3])<<24)
	}
	return list, nil
}

package engine

import (
	"bytes"
	"context"
	"strconv"
	"strings"
)

// Decimal is a number that JSON shows with a decimal point, as brain-cli's Python does: 1.0, not 1.
type Decimal float64

// MarshalJSON writes the shortest decimal that is this number.
func (f Decimal) MarshalJSON() ([]byte, error) {
	s := strconv.FormatFloat(float64(f), 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return []byte(s), nil
}

// Afterwards is met by results that leave something to be written once the answer is out, such as that a memory was recalled:
// whoever gives the answer calls it then. It never fails, and waits for other writers for a moment only.
type Afterwards interface{ Afterwards(context.Context) }

// Verdict is met by results that are an answer and no success at once, such as the uid of the memory that was there already:
// the caller gives the answer, then ends with the error. It is nil where all is well.
type Verdict interface{ Verdict() error }

// object is a JSON object whose keys keep their order.
type object struct {
	keys   []string
	values []any
}

func (o *object) add(key string, value any) {
	o.keys, o.values = append(o.keys, key), append(o.values, value)
}

// MarshalJSON writes the keys in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, k := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := marshal(k)
		if err != nil {
			return nil, err
		}
		value, err := marshal(o.values[i])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// head is the first n characters of a text.
func head(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// Texted is met by results that have a form for reading other than their JSON: what is to be put before a model. It is "" where they
// have none this time.
type Texted interface{ Text() string }

package page

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Frontmatter is the block of properties at the head of a file.
type Frontmatter struct {
	Format string // "yaml", "toml", or "" if the file has no such block
	Raw    string // the lines between the fences as they were written, \n at the end of each
	Fields Object // what could be read of them, in order
}

// An Object is an ordered mapping with one Field a key.
type Object []Field

// A Field is one property. Value is nil, bool, json.Number, string, []any or
// Object. A number keeps its spelling (1.10 is not 1.1); dates, times and
// numbers that JSON cannot spell are strings as written.
type Field struct {
	Key   string
	Value any
	Text  string // a scalar as written, without quotes; empty for lists and mappings
	Line  int    // 1-based line of the key in the file
}

// Get returns the field of a key. The exact key wins, then the first that
// differs in case only: exports of some tools write Title and Tags.
func (o Object) Get(key string) (Field, bool) {
	for _, f := range o {
		if f.Key == key {
			return f, true
		}
	}
	for _, f := range o {
		if strings.EqualFold(f.Key, key) {
			return f, true
		}
	}
	return Field{}, false
}

// Map returns the object as maps all the way down, without its order.
func (o Object) Map() map[string]any {
	m := make(map[string]any, len(o))
	for _, f := range o {
		m[f.Key] = plain(f.Value)
	}
	return m
}

func plain(v any) any {
	switch v := v.(type) {
	case Object:
		return v.Map()
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	}
	return v
}

// MarshalJSON writes the object with its keys in order.
func (o Object) MarshalJSON() ([]byte, error) { return o.JSON(), nil }

// JSON returns the object as compact JSON with its keys in order; an empty
// object is {}.
func (o Object) JSON() []byte {
	var b bytes.Buffer
	writeJSON(&b, o)
	return b.Bytes()
}

func writeJSON(b *bytes.Buffer, v any) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		if v {
			b.WriteString("true")
		} else {
			b.WriteString("false")
		}
	case json.Number:
		b.WriteString(v.String())
	case string:
		writeJSONString(b, v)
	case []any:
		b.WriteByte('[')
		for i := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, v[i])
		}
		b.WriteByte(']')
	case Object:
		b.WriteByte('{')
		for i, f := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSONString(b, f.Key)
			b.WriteByte(':')
			writeJSON(b, f.Value)
		}
		b.WriteByte('}')
	}
}

// writeJSONString leaves <, > and & readable, which json.Marshal does not.
func writeJSONString(b *bytes.Buffer, s string) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	// A string always encodes, and a bytes.Buffer takes every write.
	_ = enc.Encode(s)
	b.Truncate(b.Len() - 1) // Encode's newline
}

// set puts f into o; a key that is there already takes the new value in its old
// place, and set reports it.
func (o *Object) set(f Field, index map[string]int) (replaced bool) {
	if i, ok := index[f.Key]; ok {
		(*o)[i] = f
		return true
	}
	index[f.Key] = len(*o)
	*o = append(*o, f)
	return false
}

package extract

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// object is what stands between the braces of a JSON object that is being written.
type object struct {
	json []byte
	keys []string
}

func (o *object) begin() { o.json, o.keys = o.json[:0], o.keys[:0] }

// key begins a value; the name of the key is plain.
func (o *object) key(name string) {
	if len(o.json) > 0 {
		o.json = append(o.json, ',')
	}
	o.keys = append(o.keys, name)
	o.json = append(o.json, '"')
	o.json = append(o.json, name...)
	o.json = append(o.json, '"', ':')
}

func (o *object) text(name, s string) {
	o.key(name)
	o.json = appendJSON(o.json, s)
}

// some adds a text that readers do not need where it is empty.
func (o *object) some(name, s string) {
	if s != "" {
		o.text(name, s)
	}
}

// raw adds a value that is JSON.
func (o *object) raw(name, value string) {
	o.key(name)
	o.json = append(o.json, value...)
}

// add adds what another object says.
func (o *object) add(other *object) {
	if len(other.json) == 0 {
		return
	}
	if len(o.json) > 0 {
		o.json = append(o.json, ',')
	}
	o.json = append(o.json, other.json...)
	o.keys = append(o.keys, other.keys...)
}

// line adds a source location that is a line.
func (o *object) line(n int64) {
	o.key("source_location")
	o.json = append(strconv.AppendInt(append(o.json, `"L`...), n, 10), '"')
}

// number adds a number that is there.
func (o *object) number(name string, v any) {
	n, ok := v.(float64)
	if !ok {
		return
	}
	o.key(name)
	if size := math.Abs(n); size == 0 || size >= 1e-6 && size < 1e21 { // JSON has no exponent there
		o.json = strconv.AppendFloat(o.json, n, 'f', -1, 64)
	} else {
		o.json = encodeJSON(o.json, n)
	}
}

// appendJSON appends a text as encoding/json writes it, without the escapes that HTML needs.
func appendJSON(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' {
				i++
				continue
			}
			b = append(b, s[from:i]...)
			if e := escapes[c]; e != 0 {
				b = append(b, '\\', e)
			} else {
				b = append(b, `\u00`...)
				b = append(b, hexDigits[c>>4], hexDigits[c&0xf])
			}
			i++
			from = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[from:i]...), `\ufffd`...)
			from = i + size
		case r == '\u2028' || r == '\u2029': // line breaks in JavaScript
			b = append(append(b, s[from:i]...), `\u202`...)
			b = append(b, hexDigits[r&0xf])
			from = i + size
		}
		i += size
	}
	return append(append(b, s[from:]...), '"')
}

const hexDigits = "0123456789abcdef"

// escapes are the letters of those characters below RuneSelf that have one.
var escapes = [utf8.RuneSelf]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

func encodeJSON(b []byte, v any) []byte {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return b
	}
	return buf.Bytes()[:buf.Len()-1] // without the line break
}

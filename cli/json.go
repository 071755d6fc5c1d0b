package cli

import (
	"bytes"
	"encoding/json"
	"io"
)

// writeJSON writes a value as Python writes it with an indent of 2: every character as it is, but for those that JSON must
// escape.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(plainSeparators(b.Bytes()))
	return err
}

// plainSeparators takes back that Go escapes U+2028 and U+2029, for the sake of old JavaScript.
func plainSeparators(b []byte) []byte {
	if !bytes.Contains(b, []byte(`\u202`)) {
		return b
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] != '\\':
			out = append(out, b[i])
		case bytes.HasPrefix(b[i:], []byte(`\u2028`)):
			out, i = append(out, "\u2028"...), i+5
		case bytes.HasPrefix(b[i:], []byte(`\u2029`)):
			out, i = append(out, "\u2029"...), i+5
		default:
			out, i = append(out, b[i], b[i+1]), i+1
		}
	}
	return out
}

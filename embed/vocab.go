package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// vocab is the vocabulary of a WordPiece model: the pieces that start a word and those that go on with one.
type vocab struct {
	*pieceTable
	longestPiece int // bytes of the longest of all
	size         int // one more than the highest number
}

// splitVocab reads the vocabulary out of a tokenizer.json and returns the rest of the file with {} in its place.
// encoding/json needs 12 ms for the 30,522 pieces of BERT, more than the encoder for a short question; a flat object of
// strings and numbers is simple enough to read in place, with keys that are parts of the file's text.
func splitVocab(file, prefix string) (v vocab, rest string, err error) {
	start, err := vocabStart(file)
	if err != nil {
		return vocab{}, "", err
	}
	// Commas are as many as pieces, and those in other places few.
	v.pieceTable = newPieceTable(strings.Count(file[start:], ",") + 1)
	in := jsonObject{text: file, at: start + 1}
	for in.next() {
		v.size = max(v.size, int(in.value)+1)
		key, suffix := strings.CutPrefix(in.key, prefix)
		v.longestPiece = max(v.longestPiece, len(key))
		v.add(tablePiece{key, in.value, suffix})
	}
	if in.err != nil {
		return vocab{}, "", fmt.Errorf("read vocabulary: %w", in.err)
	}
	return v, file[:start] + "{}" + file[in.at:], nil
}

// vocabStart finds the brace that opens the value of the key "vocab". A quotation mark inside a string has a backslash
// before it, so the key can't be mistaken for a part of another string.
func vocabStart(file string) (int, error) {
	const key = `"vocab"`
	for from := 0; ; {
		i := strings.Index(file[from:], key)
		if i < 0 {
			return 0, errors.New("read vocabulary: tokenizer has none")
		}
		from += i + len(key)
		after := strings.TrimLeft(file[from:], jsonSpace)
		if !strings.HasPrefix(after, ":") {
			continue
		}
		after = strings.TrimLeft(after[1:], jsonSpace)
		if !strings.HasPrefix(after, "{") {
			return 0, errors.New("read vocabulary: it is not an object")
		}
		return len(file) - len(after), nil
	}
}

const jsonSpace = " \t\r\n"

// jsonObject reads a flat JSON object whose values are whole numbers.
type jsonObject struct {
	text  string
	at    int // after the opening brace; at the end, after the closing one
	key   string
	value int32
	begun bool
	err   error
}

// next reads one key and its value; false at the end of the object or at an error.
func (o *jsonObject) next() bool {
	text, i := o.text, skipSpace(o.text, o.at)
	if i < len(text) && text[i] == '}' {
		o.at = i + 1
		return false
	}
	if o.begun {
		if i >= len(text) || text[i] != ',' {
			return o.fail(i)
		}
		i = skipSpace(text, i+1)
	}
	o.begun = true
	if i >= len(text) || text[i] != '"' {
		return o.fail(i)
	}
	end, escaped := stringEnd(text, i+1)
	if end < 0 {
		return o.fail(i)
	}
	o.key = text[i+1 : end]
	if escaped && json.Unmarshal([]byte(text[i:end+1]), &o.key) != nil {
		return o.fail(i)
	}
	i = skipSpace(text, end+1)
	if i >= len(text) || text[i] != ':' {
		return o.fail(i)
	}
	i = skipSpace(text, i+1)
	const digits = 9 // fewer than int32 holds
	start, value := i, int32(0)
	for ; i < len(text) && text[i]-'0' <= 9 && i-start < digits; i++ {
		value = value*10 + int32(text[i]-'0')
	}
	if i == start {
		return o.fail(i)
	}
	o.value, o.at = value, i
	return true
}

// stringEnd is where the closing quotation mark stands of the string whose text begins at i, or -1.
func stringEnd(text string, i int) (end int, escaped bool) {
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i, escaped
		case c == '\\':
			escaped = true
			i++
		case c < ' ': // JSON never has it
			return -1, escaped
		}
	}
	return -1, escaped
}

func skipSpace(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

func (o *jsonObject) fail(at int) bool {
	o.err = fmt.Errorf("byte %d: not a flat object of numbers", at)
	return false
}

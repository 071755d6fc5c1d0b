package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// vocab is the vocabulary of a WordPiece model: the pieces that start a word and those that go on with one, without their
// prefix.
type vocab struct {
	words, suffixes pieceTable
	longestPiece    int // bytes of the longest of all
	size            int // one more than the highest number
}

// splitVocab reads the vocabulary out of a tokenizer.json and returns the rest of the file with {} in its place.
// encoding/json needs 12 ms for the 30,522 pieces of BERT, more than the encoder for a short question; a flat object of
// strings and numbers is simple enough to read in place, with keys that are parts of the file's text.
func splitVocab(file, prefix string) (v vocab, rest string, err error) {
	start, err := vocabStart(file)
	if err != nil {
		return vocab{}, "", err
	}
	// The pieces of BERT: 24,000 that start a word, 6,000 that go on with one.
	v.words.pieces = make([]tablePiece, 0, 3<<13)
	v.suffixes.pieces = make([]tablePiece, 0, 3<<11)
	in := jsonObject{text: file, at: start + 1}
	for in.next() {
		v.size = max(v.size, int(in.value)+1)
		if key, ok := strings.CutPrefix(in.key, prefix); ok && prefix != "" {
			v.suffixes.pieces = append(v.suffixes.pieces, tablePiece{key, in.value})
			v.longestPiece = max(v.longestPiece, len(key))
		} else {
			v.words.pieces = append(v.words.pieces, tablePiece{in.key, in.value})
			v.longestPiece = max(v.longestPiece, len(in.key))
		}
	}
	if in.err != nil {
		return vocab{}, "", fmt.Errorf("read vocabulary: %w", in.err)
	}
	v.words.build()
	v.suffixes.build()
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
	o.space()
	switch c := o.byte(); {
	case c == '}':
		return false
	case o.begun && c == ',':
		o.space()
		if o.byte() != '"' {
			return o.fail()
		}
	case o.begun || c != '"':
		return o.fail()
	}
	o.begun = true
	if !o.string() {
		return o.fail()
	}
	o.space()
	if o.byte() != ':' {
		return o.fail()
	}
	o.space()
	return o.number() || o.fail()
}

// string reads the rest of a string, up to and with its closing quotation mark.
func (o *jsonObject) string() bool {
	escaped := false
	for i := o.at; i < len(o.text); i++ {
		switch o.text[i] {
		case 0:
			return false
		case '\\':
			escaped = true
			i++
		case '"':
			o.key = o.text[o.at:i]
			quoted := o.text[o.at-1 : i+1]
			o.at = i + 1
			return !escaped || json.Unmarshal([]byte(quoted), &o.key) == nil
		}
	}
	return false
}

func (o *jsonObject) number() bool {
	start := o.at
	o.value = 0
	for o.at < len(o.text) && o.text[o.at]-'0' <= 9 && o.at-start < 9 {
		o.value = o.value*10 + int32(o.text[o.at]-'0')
		o.at++
	}
	return o.at > start
}

func (o *jsonObject) space() {
	for o.at < len(o.text) {
		switch o.text[o.at] {
		case ' ', '\n', '\t', '\r':
			o.at++
		default:
			return
		}
	}
}

// byte reads one byte; NUL, which JSON never has, stands for the end of the text.
func (o *jsonObject) byte() byte {
	if o.at >= len(o.text) {
		return 0
	}
	o.at++
	return o.text[o.at-1]
}

func (o *jsonObject) fail() bool {
	o.err = fmt.Errorf("byte %d: not a flat object of numbers", o.at)
	return false
}

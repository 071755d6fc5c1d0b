package embed

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Piece is one word piece: its number in the vocabulary, and the bytes [Start, End) of the text that it stands for. Accents
// and control characters that the normaliser drops can lie between two pieces.
type Piece struct {
	ID         int32
	Start, End int
}

// Tokenizer cuts text into word pieces as Hugging Face tokenizers does with a BERT tokenizer.json (BertNormalizer,
// BertPreTokenizer, WordPiece): the same numbers for any text. Bytes that are not UTF-8 count as U+FFFD, which the
// normaliser drops. A special token that is written out in the text, such as "[SEP]", is that token, as it is there.
// A Tokenizer is safe for concurrent use.
type Tokenizer struct {
	normalizer
	wordPiece
	added    []addedToken
	firsts   string // the first bytes of the added tokens
	spaced   bool   // one of them has white space in it
	plain    plainTable
	cls, sep int32
}

// addedToken is a token that is looked for in the text before anything else.
type addedToken struct {
	Content    string
	ID         int32
	SingleWord bool `json:"single_word"`
	LStrip     bool `json:"lstrip"`
	RStrip     bool `json:"rstrip"`
	Normalized bool
}

// tokenizerFile is a tokenizer.json as far as it is read. Padding and truncation are the caller's concern here, and the
// post-processor of a BERT model is always [CLS] text [SEP].
type tokenizerFile struct {
	Added      []addedToken `json:"added_tokens"`
	Normalizer struct {
		Type               string
		CleanText          bool  `json:"clean_text"`
		HandleChineseChars bool  `json:"handle_chinese_chars"`
		StripAccents       *bool `json:"strip_accents"`
		Lowercase          bool
	}
	PreTokenizer struct{ Type string } `json:"pre_tokenizer"`
	Model        struct {
		Type      string
		Unknown   string `json:"unk_token"`
		Prefix    string `json:"continuing_subword_prefix"`
		WordRunes int    `json:"max_input_chars_per_word"`
	}
}

// NewTokenizer reads a Hugging Face tokenizer.json. It keeps parts of file, so file stays in memory. The error wraps [ErrDamaged] if
// the file is not well-formed, else [ErrUnsupported]: it is a tokenizer of another kind than BERT's.
func NewTokenizer(file string) (*Tokenizer, error) {
	t, err := readTokenizer(file)
	if err != nil {
		return nil, blame("read tokenizer", tokenizerDamage(file), err)
	}
	return t, nil
}

func readTokenizer(file string) (*Tokenizer, error) {
	const prefix = "##"
	vocab, rest, err := splitVocab(file, prefix)
	if err != nil {
		return nil, err
	}
	var f tokenizerFile
	if err := json.Unmarshal([]byte(rest), &f); err != nil {
		return nil, fmt.Errorf("read tokenizer: %w", err)
	}
	if other := f.unlikeBERT(prefix); len(other) > 0 {
		return nil, fmt.Errorf("read tokenizer: not a BERT tokenizer: %s", strings.Join(other, ", "))
	}
	t := &Tokenizer{
		normalizer: normalizer{
			clean:     f.Normalizer.CleanText,
			ideograph: f.Normalizer.HandleChineseChars,
			strip:     f.Normalizer.Lowercase,
			lower:     f.Normalizer.Lowercase,
		},
		wordPiece: wordPiece{vocab: vocab, maxRunes: f.Model.WordRunes},
		added:     f.Added,
	}
	if s := f.Normalizer.StripAccents; s != nil { // null: as lowercase says
		t.strip = *s
	}
	t.plain = t.plainTable()
	for _, a := range t.added {
		if a.SingleWord || a.LStrip || a.RStrip || a.Normalized || a.Content == "" || a.Content[0] >= utf8.RuneSelf || a.ID < 0 {
			return nil, fmt.Errorf("read tokenizer: added token %q: only plain ones are supported", a.Content)
		}
		if !strings.Contains(t.firsts, a.Content[:1]) {
			t.firsts += a.Content[:1]
		}
		t.spaced = t.spaced || strings.ContainsAny(a.Content, " \n")
		t.size = max(t.size, int(a.ID)+1)
	}
	for _, special := range []struct {
		text string
		id   *int32
	}{{f.Model.Unknown, &t.unknown}, {"[CLS]", &t.cls}, {"[SEP]", &t.sep}} {
		id, ok := t.number(special.text)
		if !ok {
			return nil, fmt.Errorf("read tokenizer: no %q in its vocabulary", special.text)
		}
		*special.id = id
	}
	return t, nil
}

// unlikeBERT says what there is, or is missing, where a BERT tokenizer has something else.
func (f *tokenizerFile) unlikeBERT(prefix string) (other []string) {
	for _, part := range []struct{ name, is, want string }{
		{"normalizer", f.Normalizer.Type, "BertNormalizer"},
		{"pre_tokenizer", f.PreTokenizer.Type, "BertPreTokenizer"},
		{"model", cmp.Or(f.Model.Type, "WordPiece"), "WordPiece"}, // files of old have no type
		{"continuing_subword_prefix", f.Model.Prefix, prefix},
	} {
		switch part.is {
		case part.want:
		case "":
			other = append(other, fmt.Sprintf("no %s, want %s", part.name, part.want))
		default:
			other = append(other, fmt.Sprintf("%s %s, want %s", part.name, part.is, part.want))
		}
	}
	if f.Model.WordRunes < 1 {
		other = append(other, fmt.Sprintf("max_input_chars_per_word %d", f.Model.WordRunes))
	}
	return other
}

// Encode cuts text into its word pieces, without [CLS] and [SEP].
func (t *Tokenizer) Encode(text string) []Piece {
	var pieces []Piece
	t.scan(text, func(w *wordScanner) { pieces = t.cut(pieces, w) }, func(p Piece) { pieces = append(pieces, p) })
	return pieces
}

// scan calls word for each word of the text and added for each added token in it.
func (t *Tokenizer) scan(text string, word func(*wordScanner), added func(Piece)) {
	w := &wordScanner{normalizer: t.normalizer, maxRunes: t.maxRunes, emit: word}
	for start := 0; start < len(text); {
		token, at := t.nextAdded(text, start)
		w.text(text[start:at], start)
		if token == nil {
			return
		}
		start = at + len(token.Content)
		added(Piece{token.ID, at, start})
	}
}

// nextAdded finds the first added token at or after start, the longest of those that begin there; nil and the end of the
// text if there is none.
func (t *Tokenizer) nextAdded(text string, start int) (found *addedToken, at int) {
	for at = start; ; at++ {
		i := strings.IndexAny(text[at:], t.firsts)
		if i < 0 {
			return nil, len(text)
		}
		at += i
		for j := range t.added {
			a := &t.added[j]
			if strings.HasPrefix(text[at:], a.Content) && (found == nil || len(a.Content) > len(found.Content)) {
				found = a
			}
		}
		if found != nil {
			return found, at
		}
	}
}

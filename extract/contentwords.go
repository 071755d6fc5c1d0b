package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nodeWords finds the words of nodes: the parts of label, container and path in lower case, each once, without the file's extension.
type nodeWords struct {
	files map[string][]string // the words of a path
	words []string
}

func (w *nodeWords) of(n *Node, container string) string {
	w.words = addWords(addWords(w.words[:0], n.name()), container)
	file, ok := w.files[n.SourceFile]
	if !ok {
		name := n.SourceFile
		if i := strings.LastIndexByte(name, '.'); i > strings.LastIndexByte(name, '/') {
			name = name[:i]
		}
		file = addWords(nil, name)
		w.files[n.SourceFile] = file
	}
	for _, word := range file {
		w.words = addWord(w.words, word)
	}
	return strings.Join(w.words, " ")
}

func addWords(words []string, s string) []string {
	for _, word := range splitWords(s) {
		words = addWord(words, strings.ToLower(word))
	}
	return words
}

func addWord(words []string, word string) []string {
	if slices.Contains(words, word) {
		return words
	}
	return append(words, word)
}

// splitWords splits at everything that is neither letter, mark nor number, and
// at the humps of camelCase: "HTTPServer_v2" gives HTTP, Server, v2. Single
// Latin letters are dropped: they tell nothing.
func splitWords(s string) []string {
	if isASCII(s) {
		return splitASCII(s)
	}
	var out []string
	for _, field := range strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	}) {
		r := []rune(field)
		start := 0
		for i := 1; i <= len(r); i++ {
			hump := i == len(r) ||
				unicode.IsUpper(r[i]) && !unicode.IsUpper(r[i-1]) ||
				unicode.IsUpper(r[i]) && i+1 < len(r) && unicode.IsLower(r[i+1])
			if !hump {
				continue
			}
			if i-start > 1 || r[start] > unicode.MaxLatin1 {
				out = append(out, string(r[start:i]))
			}
			start = i
		}
	}
	return out
}

// splitASCII is [splitWords] of ASCII.
func splitASCII(s string) []string {
	upper := func(i int) bool { return 'A' <= s[i] && s[i] <= 'Z' }
	lower := func(i int) bool { return 'a' <= s[i] && s[i] <= 'z' }
	var out []string
	start := -1 // of the word, -1 for none
	for i := 0; i <= len(s); i++ {
		word := i < len(s) && (upper(i) || lower(i) || '0' <= s[i] && s[i] <= '9')
		if start >= 0 && (!word || upper(i) && (!upper(i-1) || i+1 < len(s) && lower(i+1))) {
			if i-start > 1 {
				out = append(out, s[start:i])
			}
			start = -1
		}
		if word && start < 0 {
			start = i
		}
	}
	return out
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

package extract

import (
	"strings"
	"unicode"
)

// words are the parts of label, container and path in lower case, each once,
// without the file's extension.
func (n *Node) words(container string) []string {
	file := n.SourceFile
	if i := strings.LastIndexByte(file, '.'); i > strings.LastIndexByte(file, '/') {
		file = file[:i]
	}
	var out []string
	seen := map[string]bool{}
	for _, s := range []string{n.name(), container, file} {
		for _, w := range splitWords(s) {
			if w = strings.ToLower(w); !seen[w] {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	return out
}

// splitWords splits at everything that is neither letter, mark nor number, and
// at the humps of camelCase: "HTTPServer_v2" gives HTTP, Server, v2. Single
// Latin letters are dropped: they tell nothing.
func splitWords(s string) []string {
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

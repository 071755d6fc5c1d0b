package page

import (
	"strings"
	"testing"
)

// A page of ordinary size: six properties, 4 KB of text, a timeline.
func BenchmarkParse(b *testing.B) {
	src := []byte("---\ntitle: A page\ntype: note\ntags: [a, b, c]\ncreated: 2024-01-02\nup: \"[[other]]\"\naliases: [x, y]\n---\n\n# A page\n\n" +
		strings.Repeat("A paragraph of ordinary prose about nothing in particular, with a [[link]] and more.\n\n", 45) +
		"## Code\n\n```go\n# x\n---\n```\n\n---\n\n" + strings.Repeat("- 2024-01-02: something happened\n", 10))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Parse("notes/page.md", src)
	}
}

package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/memory"
)

func TestAnotherFileAtTheSamePathIsReadFromItsStart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.jsonl")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func(mark memory.Watermark) memory.Delta {
		t.Helper()
		d, err := memory.OpenDelta(file, mark)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	first := said("user", "one") + said("assistant", strings.Repeat("long ", 2000))
	write(first)
	mark := read(memory.Watermark{}).Next
	for _, tt := range []struct {
		name, text string
		mark       memory.Watermark
		want       string
		restarted  bool
	}{
		{"the same", first, mark, "", false},
		{"grown", first + said("user", "two"), mark, "USER: two", false},
		{"truncated and begun again", said("user", "new"), mark, "USER: new", true},
		{"emptied", "", mark, "", true},
		{"rotated and already longer", said("user", "new") + said("user", strings.Repeat("x", len(first))), mark, "USER: new\n\nUSER: " + strings.Repeat("x", len(first)), true},
		{"grown, with an offset of brain-cli's", first + said("user", "two"), memory.Watermark{Offset: mark.Offset}, "USER: two", false},
		{"an offset of brain-cli's inside a line", said("user", "new") + said("user", strings.Repeat("x", len(first))), memory.Watermark{Offset: mark.Offset}, "USER: new\n\nUSER: " + strings.Repeat("x", len(first)), true},
		{"a broken offset", said("user", "new"), memory.Watermark{Offset: -5, Mark: "?"}, "USER: new", false},
	} {
		write(tt.text)
		d := read(tt.mark)
		if d.Text != tt.want || d.Restarted != tt.restarted {
			t.Errorf("%s: restarted %v, %.60q", tt.name, d.Restarted, d.Text)
		}
		if again := read(d.Next); again.Text != "" || again.Restarted {
			t.Errorf("%s: the second time %.60q, restarted %v", tt.name, again.Text, again.Restarted)
		}
	}
}

package memory

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestRecipesAreBrainCLIs(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "brain-cli", "unit_tables.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		ContentHash []struct{ Title, Content, Hash string } `json:"content_hash"`
		TypeAliases map[string]string                       `json:"type_aliases"`
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.ContentHash) == 0 {
		t.Error("no hashes in the table")
	}
	for _, w := range want.ContentHash {
		if got := ContentHash(w.Title, w.Content); got != w.Hash {
			t.Errorf("hash of %.20q, %.20q: %s, want %s", w.Title, w.Content, got, w.Hash)
		}
	}
	got := map[string]string{}
	for _, a := range aliases {
		got[a[0]] = a[1]
	}
	if diff := cmp.Diff(want.TypeAliases, got); diff != "" {
		t.Errorf("aliases (-want +got):\n%s", diff)
	}
}

func TestAUIDIsTwelveLettersOfBase32(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		uid := newUID()
		if len(uid) != 12 || strings.Trim(uid, "abcdefghijklmnopqrstuvwxyz234567") != "" || seen[uid] {
			t.Fatalf("uid %q", uid)
		}
		seen[uid] = true
	}
}

func TestTagsAreReadAsBrainCLIReadsThem(t *testing.T) {
	for list, want := range map[string][]string{
		"":                             nil,
		",, ,":                         nil,
		"Go, HTTP":                     {"go", "http"},
		"Alpha, BETA,,alpha,gamma":     {"alpha", "beta", "gamma"},
		" a b ,\ta\x1fb,\u00a0c\u3000": {"a b", "a\x1fb", "c"},
		"ΟΔΟΣ,İ":                       {"οδος", "i̇"},
	} {
		if diff := cmp.Diff(want, ParseTags(list)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", list, diff)
		}
	}
}

func TestTextIsCleanedAndTheChangesNamed(t *testing.T) {
	for _, tc := range []struct {
		in, line, text string
		notes          int // of the line
	}{
		{"plain", "plain", "plain", 0},
		{"  edges\n", "edges", "edges", 0},
		{"a\nb\tc", "a b c", "a\nb\tc", 1},
		{"a\r\nb\rc", "a  b c", "a\nb\nc", 1},
		{"a\x00b\x1b[31mc\x7f", "a b [31mc", "a b [31mc", 1},
		{"a\u0085b\u2028c", "a b c", "a b\u2028c", 1},
		{"\ufeffa\ufeffb", "a\ufeffb", "a\ufeffb", 1},
		{"a\xff\xfeb", "a\ufffdb", "a\ufffdb", 1},
		{"\xed\xa0\xbd\x00", "\ufffd", "\ufffd", 2},
		{"日本語 🚀 é", "日本語 🚀 é", "日本語 🚀 é", 0},
		{" \n\t\x00 ", "", "", 1},
	} {
		var c, d cleaner
		if got := c.line("title", tc.in); got != tc.line || len(c.notes) != tc.notes {
			t.Errorf("line %q: %q %q, want %q and %d notes", tc.in, got, c.notes, tc.line, tc.notes)
		}
		if got := d.text("content", tc.in); got != tc.text {
			t.Errorf("text %q: %q %q, want %q", tc.in, got, d.notes, tc.text)
		}
	}
	var c cleaner
	c.line("title", "\ufeffa\xff\xfe\nb")
	want := []string{"title: 1 byte order mark dropped", "title: 2 bytes that no UTF-8 has replaced by U+FFFD", "title: 1 control character replaced by a space"}
	if diff := cmp.Diff(want, c.notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func FuzzCleaning(f *testing.F) {
	for _, s := range []string{"", "a\x00b", "\xff", "\ufeff\r\n", "日本", " \x1f "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var c cleaner
		line, text := c.line("title", s), c.text("content", s)
		for name, got := range map[string]string{"line": line, "text": text} {
			if !utf8.ValidString(got) || got != strip(got) {
				t.Errorf("%s %q", name, got)
			}
			for _, r := range got {
				if unicode.IsControl(r) && (name == "line" || r != '\n' && r != '\t') {
					t.Errorf("%s %q keeps %q", name, got, r)
				}
			}
		}
		var again cleaner
		if again.line("title", line) != line || again.text("content", text) != text || len(again.notes) > 0 {
			t.Errorf("cleaning %q again changes it: %q", s, again.notes)
		}
	})
}

func FuzzParseTags(f *testing.F) {
	f.Add("a, B,,c")
	f.Add("\xff,Σ")
	f.Fuzz(func(t *testing.T, s string) {
		seen := map[string]bool{}
		for _, tag := range ParseTags(s) {
			if tag == "" || tag != strip(tag) || strings.Contains(tag, ",") || seen[tag] {
				t.Errorf("%q has the tag %q", s, tag)
			}
			seen[tag] = true
		}
	})
}

func TestEditsAreLevenshteins(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"abc", "xabc", 1}, {"abcd", "badc", 3}, {"abc", "xyz", 3}, {"a", "abcdef", 3}} {
		if got := edits(tc.a, tc.b, 2); got != tc.want {
			t.Errorf("%q to %q: %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}

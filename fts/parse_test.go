package fts

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tokens writes tokens as PostgreSQL's aliases with the text in brackets.
func tokens(text string) string {
	var b strings.Builder
	for i, t := range Parse(text) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Alias + "[" + t.Text + "]")
	}
	return b.String()
}

// The wanted tokens are what ts_parse of PostgreSQL 15.18 gives.
func TestParseReadsTheLongestThingThatFits(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		// words
		{"a\u0301b", "word[a\u0301b]"},
		{"\u0301a", "blank[\u0301] asciiword[a]"},
		{"1\u0301", "numword[1\u0301]"},
		{"a\u0c04b \u0f82c", "word[a\u0c04b] blank[ \u0f82] asciiword[c]"},  // alphabetic since Unicode 15 only
		{"1\u1afc \u1afcb", "numword[1\u1afc] blank[ \u1afc] asciiword[b]"}, // unassigned, between marks
		{"x\u200by", "asciiword[x] blank[\u200b] asciiword[y]"},
		// hyphenated words and what follows them
		{"foo-bar-1", "asciihword[foo-bar] hword_asciipart[foo] blank[-] hword_asciipart[bar] blank[-] uint[1]"},
		{"foo-bar-12-34", "asciihword[foo-bar] hword_asciipart[foo] blank[-] hword_asciipart[bar] blank[-] uint[12] int[-34]"},
		{"foo-bar-1.5", "asciihword[foo-bar] hword_asciipart[foo] blank[-] hword_asciipart[bar] blank[-] float[1.5]"},
		{"foo-bar--x", "asciihword[foo-bar] hword_asciipart[foo] blank[-] hword_asciipart[bar] blank[-] blank[-] asciiword[x]"},
		{"foo-bar-1\u0301", "numhword[foo-bar-1\u0301] hword_asciipart[foo] blank[-] hword_asciipart[bar] blank[-] hword_numpart[1\u0301]"},
		{"é-foo.com", "hword[é-foo] hword_part[é] blank[-] hword_asciipart[foo] blank[.] asciiword[com]"},
		{"1-foo", "uint[1] blank[-] asciiword[foo]"},
		{"1a-1", "numword[1a] int[-1]"},
		// hosts, addresses, URLs
		{"foo.com1.bb", "host[foo.com1.bb]"},
		{"foo.com1", "file[foo.com1]"},
		{"foo.com-a", "host[foo.com] blank[-] asciiword[a]"},
		{"foo.com:80:90", "host[foo.com:80] blank[:] uint[90]"},
		{"foo.com/", "host[foo.com] blank[/]"},
		{"foo.com/a^b", "url[foo.com/a] host[foo.com] url_path[/a] blank[^] asciiword[b]"},
		{"x@1e5.com", "asciiword[x] blank[@] sfloat[1e5] blank[.] asciiword[com]"},
		{"x@foo.com:80/abc", "email[x@foo.com:80] file[/abc]"},
		{"x@aa.bb-c@d.ee", "email[x@aa.bb] blank[-] email[c@d.ee]"},
		{"é1@foo.com", "email[é1@foo.com]"},
		{"a_b://x", "asciiword[a] blank[_] protocol[b://] asciiword[x]"},
		// files
		{"~user/x", "file[~user/x]"},
		{"see ~/x", "asciiword[see] blank[ ~] file[/x]"},
		{"a/../b/..", "file[a/../b/..]"},
		{"a/..b", "asciiword[a] blank[/..] asciiword[b]"},
		{"a/b/./", "file[a/b] blank[/.] blank[/]"},
		{"..", "file[..]"},
		{".x/y", "blank[.] file[x/y]"},
		// numbers
		{"-1.2.3", "blank[-] version[1.2.3]"},
		{"-1.2e5.3", "sfloat[-1.2e5] blank[.] uint[3]"},
		{"1.2.3e4", "version[1.2.3] numword[e4]"},
		{"1e+x", "numword[1e] blank[+] asciiword[x]"},
		// tags and entities
		{"a <b/c> d", "asciiword[a] blank[ ] blank[<] file[b/c] blank[> ] asciiword[d]"},
		{`a <b 'it\'s' > d`, `asciiword[a] blank[ ] tag[<b 'it\'s' >] blank[ ] asciiword[d]`},
		{"<!--> a", "blank[<!] blank[-] blank[-> ] asciiword[a]"},
		{"<!----> a", "tag[<!---->] blank[ ] asciiword[a]"},
		{"<script , x </script> y", "blank[<script , x ] tag[</script>] blank[ ] asciiword[y]"},
		{"<script /> x", "tag[<script />] blank[ x]"},
		{"<script/> x", "tag[<script/>] blank[ ] asciiword[x]"},
		{`x <a "\y`, "asciiword[x] blank[ ]"},
		{`x <a "\yz`, `asciiword[x] blank[ ] blank[<] asciiword[a] blank[ "\] asciiword[yz]`},
		{"&aé; &1;", "entity[&aé;] blank[ ] blank[&] uint[1] blank[;]"},
		// what PostgreSQL refuses separates
		{"a\x00b\xffc", "asciiword[a] blank[\x00] asciiword[b] blank[\xff] asciiword[c]"},
		{"\xe6\x97", "blank[\xe6\x97]"},
	} {
		if diff := cmp.Diff(tc.want, tokens(tc.text)); diff != "" {
			t.Errorf("Parse(%q) (-want +got):\n%s", tc.text, diff)
		}
	}
}

// Each of these texts makes a reading fail that has looked far ahead, again at every token. Were that quadratic, as it is in
// PostgreSQL, a megabyte would take the better part of an hour.
func TestParseIsLinear(t *testing.T) {
	size := 1 << 20
	if testing.Short() {
		size = 1 << 18
	}
	for _, unit := range []string{
		"a_", "a-", "a.", "1-", "1_a_", "1.", "a@", "a.b-", "aa.bb-c_", "a@b-", "x@aa.bb-c_", "a1-", "b-b@",
		"<!-- ", "<!--", "<a ", `<a "`, `<a "<a " `, `<a '"`, `<a "\"`, "<", "</a ", "<?x ", "<script ",
		"./", "../", "~/", "/~", "a/./", "a//", "/../", "/.", "/",
		"&a", "&a.", "&#1", "&#x1", "1e", "1e1", "+1.2.3", "a:", "a://", "aa.bb/c", "aa.bb:1", "é-", "é1-", "é1@",
	} {
		n := size / len(unit)
		text := strings.Repeat(unit, n)
		count := 0
		s := newScanner(text)
		for _, ok := s.next(); ok; _, ok = s.next() {
			count++
		}
		if count > 8*n+8 {
			t.Errorf("%q × %d gives %d tokens", unit, n, count)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "foo-bar-1", "http://a.bc/d?e x@y.zz", "<a 'b\\'>&#1; ../x ~/y -1.5e3", "é1-a\u0301\x00\xff", "<!-- <script>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// The tokens without those that are given whole first and then in parts are the text.
		var b strings.Builder
		for _, tok := range Parse(text) {
			switch tok.Alias {
			case "asciihword", "hword", "numhword", "url":
				if !strings.HasPrefix(text[b.Len():], tok.Text) {
					t.Errorf("%s %q is not at %d of %q", tok.Alias, tok.Text, b.Len(), text)
				}
			default:
				b.WriteString(tok.Text)
			}
			if tok.Text == "" {
				t.Errorf("empty %s in %q", tok.Alias, text)
			}
		}
		whole := b.String() == text
		if rest, ok := strings.CutPrefix(text, b.String()); !whole && (!ok || rest[0] != '<') {
			t.Errorf("tokens of %q are %q", text, b.String())
		}
	})
}

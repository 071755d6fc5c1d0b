//go:build cgo

package extract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBlankMacros(t *testing.T) {
	for in, want := range map[string]string{
		"class API logger : public base {":        "class logger : public base {",
		"struct STAT st;":                         "struct STAT st;",
		"BEGIN_NS\nclass a;\nEND_NS\n":            "\nclass a;\n\n",
		"LOG_INLINE void a::f() {}":               "void a::f() {}",
		"static API bool f();":                    "static bool f();",
		"bool LIB_INLINE a::f() {":                "bool a::f() {",
		"DWORD x = 1;":                            "DWORD x = 1;",
		"FILE *f;":                                "FILE *f;",
		"enum e { ONE, TWO };":                    "enum e { ONE, TWO };",
		"enum e {\nONE\n};":                       "enum e {\nONE\n};",
		"int f() NOEXCEPT {":                      "int f() {",
		"int f() const NOEXCEPT(true) override {": "int f() const override {",
		"(void) LOG(x);":                          "(void) LOG(x);",
		"DEPRECATED(\"x\") void f();":             "void f();",
		"  LIB_API logger(int x);":                "logger(int x);",
		"  TRY {\n} CATCH(e)\n}":                  "{\n} \n}",
		"\"class API x {\" // API void f\n":       "\"class API x {\" // API void f\n",
		"#define API void f\nint g;":              "#define API void f\nint g;",
		"return MAX(a, b);":                       "return MAX(a, b);",
		"LIB_PUBLIC(const char *) f(void)\n{":     "const char * f(void)\n{",
		"extern LIB_PUBLIC(a::t<int>) f(int x);":  "extern a::t<int> f(int x);",
		"FOR_EACH(x) f(y);":                       "FOR_EACH(x) f(y);",
		"LIB_API(\"x\") f(int y);":                "f(int y);",
		"static void * LIB_CDECL f(int n) {":      "static void * f(int n) {",
		"void *(LIB_CDECL *allocate)(int n);":     "void *( *allocate)(int n);",
		"x = (SIZE * count);":                     "x = (SIZE * count);",
	} {
		got := blankMacros([]byte(in))
		if len(got) != len(in) {
			t.Errorf("%q: %d bytes became %d", in, len(in), len(got))
		}
		squeeze := func(s string) string {
			for _, l := range []string{"  ", " \n"} {
				for strings.Contains(s, l) {
					s = strings.ReplaceAll(s, l, l[1:])
				}
			}
			return strings.TrimSpace(s)
		}
		if d := cmp.Diff(squeeze(want), squeeze(string(got))); d != "" {
			t.Errorf("%q (-want +got):\n%s", in, d)
		}
	}
}

func TestChooseBranches(t *testing.T) {
	in := "a\n#if X\nb\n#elif Y\nc\n#else\nd\n#endif\n#if 0\ne\n# else\nf\n#endif\ng {\n#if A\n#if B\nh\n#else\ni\n#endif\n#endif\n"
	want := "a\n\nb\n\n\n\n\n\n\n\n\nf\n\ng {\n\n\nh\n\n\n\n\n"
	var lines []string
	got := chooseBranches([]byte(in), true)
	for l := range strings.SplitSeq(string(got), "\n") {
		lines = append(lines, strings.TrimRight(l, " "))
	}
	if d := cmp.Diff(want, strings.Join(lines, "\n")); d != "" || len(got) != len(in) {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func FuzzPreprocess(f *testing.F) {
	f.Add("#if A\nclass API x {\n#else\nclass y {\n#endif\n};")
	f.Fuzz(func(t *testing.T, s string) {
		for _, out := range [][]byte{blankMacros([]byte(s)), chooseBranches([]byte(s), true), chooseBranches([]byte(s), false)} {
			if len(out) != len(s) || strings.Count(string(out), "\n") != strings.Count(s, "\n") {
				t.Errorf("%q became %q", s, out)
			}
		}
	})
}

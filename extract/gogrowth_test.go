package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// chain repeats a line, which may name its own number and the one before.
func chain(n int, line string) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		b.WriteString(strings.NewReplacer("$i", fmt.Sprint(i), "$j", fmt.Sprint(i-1)).Replace(line))
	}
	return b.String()
}

// Types of forty lines each, which would have 2⁴⁰ parts, cost only what their file says with them.
func TestGoTakesOutTypesThatGrowWithoutEnd(t *testing.T) {
	const pair = "type P[A, B any] struct { a A; b B }\nfunc p[A any](a A) P[A, A] { panic(a) }\nfunc (p P[A, B]) M() P[P[A, B], P[A, B]] { panic(1) }\n"
	const n = 40
	files := map[string]struct {
		text  string
		whole bool // nothing need be taken out, what a function's body says is just not followed
	}{
		"generic aliases":              {"type A0[T any] = struct{ x, y T }\n" + chain(n, "type A$i[T any] = struct{ x, y A$j[T] }\n") + "var V A39[int]\n", false},
		"aliases of instances":         {"type A0 = int\n" + chain(n, "type A$i = P[A$j, A$j]\n") + "var V A39\n", false},
		"arguments of generic aliases": {"type A0[T any] = P[T, T]\n" + chain(n, "type A$i[T any] = A$j[P[T, T]]\n") + "var V A39[int]\n", false},
		"instances in generic aliases": {"type A0[T any] = P[T, T]\n" + chain(n, "type A$i[T any] = P[A$j[T], A$j[T]]\n") + "var V A39[int]\n", false},
		"arguments of generic structs": {"type A0[T any] struct{ x P[T, T] }\n" + chain(n, "type A$i[T any] struct{ x A$j[P[T, T]] }\n") + "var V A39[int]\n", false},
		"behind pointers":              {"type A0[T any] struct{ x *P[T, T] }\n" + chain(n, "type A$i[T any] struct{ x *A$j[P[T, T]] }\n") + "var V A39[int]\nvar w = V" + strings.Repeat(".x", 39) + "\nfunc F() { V" + strings.Repeat(".x", 39) + ".b = 1 }\n", false},
		"of itself":                    {"type R[T any] struct { r *R[P[T, T]]; v T }\nvar V R[int]\nfunc F() { V" + strings.Repeat(".r", n) + ".v.a.b = 1 }\n", true},
		"aliases of functions":         {"type A0 = func()\n" + chain(n, "type A$i = func(a, b A$j) A$j\n") + "var a, b A39\nvar m map[P[A39, int]]int\nfunc F() { a = b }\n", false},
		"structs of structs":           {"type A0 struct{ x int }\n" + chain(n, "type A$i struct{ a, b A$j }\n") + "func F() { var a A39; a.a.a.b = a }\n", false},
		"interfaces of interfaces":     {"type A0 interface{ M() }\n" + chain(n, "type A$i interface{ A$j; B$j }\ntype B$j interface { A$j; N() }\n") + "func F(a A39) { a.M() }\n", false},
		"unions":                       {"type A0 interface{ ~int | ~string }\n" + chain(n, "type A$i interface{ A$j | A$j }\n") + "func f[T A39](t T) {}\nfunc F() { f(1) }\n", false},
		"calls":                        {"func F() {\n\tx0 := p(1)\n" + chain(n, "\tx$i := p(x$j)\n") + "\tx39.M()\n}\n", true},
		"calls of variables":           {"var x0 = p(1)\n" + chain(n, "var x$i = p(x$j)\n") + "func F() { x39.a.a.a = 1 }\n", false},
		"calls in a variable":          {"var f = func() {\n\tx0 := p(1)\n" + chain(n, "\tx$i := p(x$j)\n") + "\t_ = x39\n}\n", false},
		"methods":                      {"var v P[int, int]\nfunc F() { v" + strings.Repeat(".M()", n) + " }\n", true},
		"methods in a variable":        {"var v P[int, int]\nvar w = v" + strings.Repeat(".M()", n) + "\n", false},
		"calls in calls":               {"type B[A any] struct{ a A }\nfunc b[A any](a A) B[A] { panic(a) }\nfunc F() { x := " + strings.Repeat("b(", 9000) + "1" + strings.Repeat(")", 9000) + " }\n", false},
		"a long chain of calls":        {"type B[A any] struct{ a A }\nfunc b[A any](a A) B[A] { panic(a) }\nfunc F() {\n\tx0 := b(1)\n" + chain(20_000, "\tx$i := b(x$j)\n") + "}\n", true},
		"aliases of a function's own":  {"func F() {\n\ttype A0 = struct{ x int }\n" + chain(n, "\ttype A$i = struct{ a, b A$j }\n") + "\tvar a, b A39\n\tg(a, b)\n}\nfunc g[T any](a, b T) T { panic(a) }\n", true},
	}
	for name, f := range files {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeTree(t, dir, []archiveFile{
				{name: "go.mod", data: "module m\n"},
				{name: "bad.go", data: "package m\n\n" + f.text},
				{name: "good.go", data: "package m\n\n" + pair + "func G() { H() }\n\nfunc H() {}\n\ntype Last struct{ of P[int, string] }\n"},
			})
			r := extractGo(t, dir, Options{})
			if f.whole == slices.ContainsFunc(r.Partial, func(s Skip) bool { return s.Path == "bad.go" && s.Reason != "" }) {
				t.Errorf("taken in part: %v", r.Partial)
			}
			if slices.ContainsFunc(r.Partial, func(s Skip) bool { return s.Path != "bad.go" }) {
				t.Errorf("another file is taken in part: %v", r.Partial)
			}
			calls := relation(r.Graph, RelCalls)
			if !slices.Contains(calls, "good_g → good_h") {
				t.Errorf("the other file's call is missing: %v", calls)
			}
		})
	}
}

// What real code does with types and generic functions is no such growth.
func TestGoKeepsTypesThatOnlyNest(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, []archiveFile{
		{name: "go.mod", data: "module m\n"},
		{name: "a/a.go", data: "package a\n\ntype List[T any] struct { next *List[T]; value T }\n\nfunc Of[T any](t T) *List[T] { return &List[T]{value: t} }\n\n" +
			"func (l *List[T]) With(t T) *List[T] { return l }\n\nfunc (l *List[T]) Done() {}\n\ntype Pair[A, B any] struct { A A; B B }\n\n" +
			"func Both[A, B any](a A, b B) Pair[A, B] { return Pair[A, B]{a, b} }\n\nfunc (p Pair[A, B]) Show() {}\n"},
		{name: "m.go", data: "package m\n\nimport \"m/a\"\n\nvar long = a.Of(1)" + strings.Repeat(".With(2)", 150) + "\n\n" +
			"var pairs = " + strings.Repeat("a.Both(1, ", 8) + "2" + strings.Repeat(")", 8) + "\n\n" +
			"type Deep map[string][]func(a.Pair[a.Pair[int, *Deep], []a.List[a.Pair[string, a.List[int]]]]) chan<- Deep\n\n" +
			"func F() { long.Done(); pairs.B.B.B.Show() }\n"},
	})
	r := extractGo(t, dir, Options{})
	if len(r.Partial) > 0 {
		t.Errorf("taken in part: %v", r.Partial)
	}
	calls := relation(r.Graph, RelCalls)
	for _, want := range []string{"a_list_done", "a_pair_show"} {
		if !slices.ContainsFunc(calls, func(c string) bool { return strings.HasSuffix(c, want) }) {
			t.Errorf("no call of %s: %v", want, calls)
		}
	}
}

//go:build cgo

package extract

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// A unit stays as long as its file is known, the file's text does not.
func TestUnitsHoldNothingOfTheText(t *testing.T) {
	room := &scratch{}
	p := newParser()
	defer p.close()
	for archive, a := range archivesIn(t, "testdata/tree") {
		for _, f := range a.tree() {
			lang := languageOf(f.name)
			if lang == nil || lang.grammar == "" {
				continue
			}
			src := decodeText([]byte(f.data))
			l := newLowering(f.name, lang, src, room)
			tree, text, err := parseAs(p, lang, src)
			if err != nil {
				t.Fatal(err)
			}
			l.src = text
			lang.lower(l, tree.root())
			u := l.finish(room)
			u.lang = nil
			first := uintptr(unsafe.Pointer(unsafe.StringData(tree.src)))
			eachText(reflect.ValueOf(u).Elem(), "unit", func(where, s string) {
				if at := uintptr(unsafe.Pointer(unsafe.StringData(s))); s != "" && at >= first && at < first+uintptr(len(tree.src)) {
					t.Errorf("%s %s: %s %q is a part of the text", archive, f.name, where, s)
				}
			})
		}
	}
}

func eachText(v reflect.Value, where string, do func(where, text string)) {
	switch v.Kind() {
	case reflect.String:
		do(where, v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), where+"."+v.Type().Field(i).Name, do)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), where, do)
		}
	}
}

func TestKeptTextsAreCleanAndShortOnesAreOne(t *testing.T) {
	var kept texts
	long := strings.Repeat("x", 3*textPiece)
	for in, want := range map[string]string{"": "", "a": "a", "a\x00b": "a\uFFFDb", "\xff": "\uFFFD", long: long, long[:100]: long[:100]} {
		for range 2 {
			if got := kept.keep(in); got != want {
				t.Errorf("keep(%.20q) = %.20q, want %.20q", in, got, want)
			}
		}
	}
	name := []byte("name")
	one, two := kept.keep(string(name)), kept.keep(string(name))
	if unsafe.StringData(one) != unsafe.StringData(two) {
		t.Error("a name is kept twice")
	}
	copies := map[string]string{}
	for i := range 5000 {
		s := strings.Repeat(string(rune('a'+i%26)), 1+i%200)
		copies[s] = kept.keep(s)
	}
	for s, c := range copies {
		if s != c {
			t.Fatalf("%.20q became %.20q", s, c)
		}
	}
}

package extract

import (
	"reflect"
	"strconv"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// fillAll gives every field below v a value that no other field has.
func fillAll(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			fillAll(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fillAll(v.Index(i), next)
		}
	case reflect.Array:
		for i := range v.Len() {
			fillAll(v.Index(i), next)
		}
	case reflect.String:
		v.SetString("text " + strconv.Itoa(*next))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(-*next))
	case reflect.Uint8:
		v.SetUint(uint64(*next%250 + 1))
	case reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*next))
	case reflect.Pointer:
		if v.Type() == reflect.TypeFor[*language]() {
			v.Set(reflect.ValueOf(languages[len(languages)-1]))
		}
	default:
		panic("fill: " + v.Kind().String())
	}
}

var unexported = cmp.Options{cmp.AllowUnexported(unit{}, decl{}, base{}, expr{}, use{}, imported{}, remark{}, codeSpan{}),
	cmp.Comparer(func(a, b *language) bool { return a == b })}

// A field that is added to a unit and not packed would be lost on the way, and an update be other than a fresh run.
func TestPackedUnitsComeBackWhole(t *testing.T) {
	var n int
	var u unit
	fillAll(reflect.ValueOf(&u).Elem(), &n)
	if diff := cmp.Diff(&u, unpackUnit(packUnit(&u)), unexported); diff != "" {
		t.Errorf("(-packed +unpacked):\n%s", diff)
	}
}

func packUnit(u *unit) []byte {
	p := newPacker()
	p.unit(u)
	return p.out
}

func FuzzUnpackUnit(f *testing.F) {
	var n int
	var u unit
	fillAll(reflect.ValueOf(&u).Elem(), &n)
	f.Add(packUnit(&u))
	f.Add(packUnit(&unit{path: "a.md", lang: &markdown, decls: make([]decl, 1), exprs: make([]expr, 1)}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if u := unpackUnit(b); u != nil {
			if diff := cmp.Diff(u, unpackUnit(packUnit(u)), unexported); diff != "" {
				t.Error(diff)
			}
		}
	})
}

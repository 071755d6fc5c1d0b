package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParametersAreWhatTheTagsSay reads the tags of all operations as package reflect does.
func TestParametersAreWhatTheTagsSay(t *testing.T) {
	type param struct {
		Name, Help, Default, Value, Enum, Arg string
		Required, Blank, Many, Added          bool
		Field                                 []int
	}
	for _, op := range Operations() {
		var want, got []param
		for _, f := range reflect.VisibleFields(reflect.TypeOf(op.input()).Elem()) {
			has := func(key string) bool { _, ok := f.Tag.Lookup(key); return ok }
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
				want = append(want, param{name, f.Tag.Get("help"), f.Tag.Get("default"), f.Tag.Get("value"), f.Tag.Get("enum"), f.Tag.Get("arg"),
					has("required"), f.Tag.Get("required") == "blank", has("many"), has("added"), f.Index})
			}
		}
		for _, p := range op.Params {
			arg := ""
			if p.Position > 0 {
				arg = string(rune('0' + p.Position))
			}
			if p.Rest {
				arg += ",rest"
			}
			got = append(got, param{p.Name, p.Help, p.Default, p.Value, strings.Join(p.Enum, "|"), arg, p.Required, p.Blank, p.Many, p.Added, p.field})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", op.Name, diff)
		}
	}
}

func TestATagIsCutIntoItsKeys(t *testing.T) {
	for _, tc := range []struct {
		tag  string
		want []string
	}{
		{"", nil},
		{`json:"a" help:"b \"c\": d"`, []string{"json=a", `help=b "c": d`}},
		{`  json:""   many:""`, []string{"json=", "many="}},
		{`json`, nil}, {`json:`, nil}, {`json:"a`, nil}, {`json:"a" help`, []string{"json=a"}},
	} {
		var got []string
		for rest := tc.tag; rest != ""; {
			var key, value string
			if key, value, rest = cutTag(rest); key != "" {
				got = append(got, key+"="+value)
			}
		}
		if !slices.Equal(tc.want, got) {
			t.Errorf("%q gives %q", tc.tag, got)
		}
	}
}

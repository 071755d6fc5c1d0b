package extract

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestMakeIDEqualsGraphify(t *testing.T) {
	raw, err := os.ReadFile("../testdata/graphify/make_id_vectors.v0.9.96.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Parts []string
		ID    string
	}
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 60 {
		t.Fatalf("only %d vectors", len(vectors))
	}
	for _, v := range vectors {
		if got := MakeID(v.Parts...); got != v.ID {
			t.Errorf("MakeID(%q) = %q, want %q", v.Parts, got, v.ID)
		}
	}
}

func FuzzMakeID(f *testing.F) {
	for _, s := range []string{"", "_", "svc/server", "İslem", "कि", "ﬁ", "½", "a__b", "\xff\xfe", "ᾴ"} {
		f.Add(s, "Name")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		id := MakeID(a, b)
		if got := MakeID(id); got != id {
			t.Errorf("MakeID(%q) = %q: not idempotent", id, got)
		}
		if strings.HasPrefix(id, "_") || strings.HasSuffix(id, "_") || strings.Contains(id, "__") {
			t.Errorf("MakeID(%q, %q) = %q has an empty part", a, b, id)
		}
	})
}

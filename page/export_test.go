package page

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
)

func TestRawPaths(t *testing.T) {
	for _, tt := range []struct{ slug, source, want string }{
		{"people/ada", "crunchbase", ".raw/people/ada/crunchbase.json"},
		{"日本語", "https://api.x/y?z", ".raw/日本語/https%3A%2F%2Fapi.x%2Fy%3Fz.json"},
		{"a", "../../etc/passwd", ".raw/a/%2E.%2F..%2Fetc%2Fpasswd.json"},
		{"../a", "x", ".raw/%2E%2E/a/x.json"},
		{"a", "", ".raw/a/%.json"},
		{"v1.0.0", "a.json", ".raw/v1.0.0/a.json.json"},
	} {
		if got := RawPath(tt.slug, tt.source); got != tt.want {
			t.Errorf("%q of %q: %s, want %s", tt.source, tt.slug, got, tt.want)
		}
	}
	for _, file := range []string{"people/ada/x.json", ".raw/x.json", ".raw/a/x.txt", ".raw/a/%zz.json", ".raw/../a/x.json", ".raw/a//x.json"} {
		if slug, source, ok := ParseRawPath(file); ok {
			t.Errorf("%s is taken for %q of %q", file, source, slug)
		}
	}
}

func TestRawPathsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slug, source := SlugOf(rapid.String().Draw(t, "path")), rapid.StringN(1, 30, -1).Draw(t, "source")
		gotSlug, gotSource, ok := ParseRawPath(RawPath(slug, source))
		if !ok || gotSlug != slug || gotSource != source {
			t.Fatalf("%q of %q: %s gives %q of %q, %v", source, slug, RawPath(slug, source), gotSource, gotSlug, ok)
		}
	})
}

func TestRawDataKeepsItsSpelling(t *testing.T) {
	const data = `{"b":1.10,"a":[12345678901234567890,"<é>",null]}`
	file, err := MarshalRaw([]byte(data))
	if err != nil || !strings.HasSuffix(string(file), "}\n") {
		t.Fatalf("%s, %v", file, err)
	}
	if got, err := UnmarshalRaw(file); err != nil || string(got) != data {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := MarshalRaw([]byte("{")); err == nil {
		t.Error("half an object was written")
	}
	if _, err := UnmarshalRaw([]byte("{} x")); err == nil {
		t.Error("more than a value was read")
	}
}

func TestMetadata(t *testing.T) {
	at := time.Date(2024, 1, 2, 3, 4, 5, 678000000, time.UTC)
	pages := []Meta{{Path: "b.md", Slug: "b", CreatedAt: at, UpdatedAt: at}, {Path: "a/<c>.md", Slug: "a/c", CreatedAt: at.In(time.FixedZone("", 3600)), UpdatedAt: at, SHA256: "00"}}
	file, err := MarshalMeta(pages)
	want := `{"path":"a/<c>.md","slug":"a/c","created_at":"2024-01-02T03:04:05.678Z","updated_at":"2024-01-02T03:04:05.678Z","sha256":"00"}
{"path":"b.md","slug":"b","created_at":"2024-01-02T03:04:05.678Z","updated_at":"2024-01-02T03:04:05.678Z"}
`
	if diff := cmp.Diff(want, string(file)); diff != "" || err != nil {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	got, warnings := UnmarshalMeta(append([]byte("not json\n\n{\"path\":\"../x\",\"slug\":\"x\"}\n{\"path\":\"x.md\"}\n{\"path\":\"b.md\",\"slug\":\"old\"}\n"), file...))
	if len(got) != 2 || got[0].Slug != "b" || !got[1].CreatedAt.Equal(at) {
		t.Errorf("read %+v", got)
	}
	var lines []int
	for _, w := range warnings {
		lines = append(lines, w.Line)
	}
	if diff := cmp.Diff([]int{1, 3, 4}, lines); diff != "" {
		t.Errorf("warnings %v", warnings)
	}
	if _, err := MarshalMeta([]Meta{{Path: "/etc/x", Slug: "x"}}); err == nil {
		t.Error("a path out of the export was written")
	}
}

func FuzzUnmarshalMeta(f *testing.F) {
	f.Add([]byte(`{"path":"b.md","slug":"b","created_at":"2024-01-02T03:04:05Z"}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		pages, _ := UnmarshalMeta(file)
		out, err := MarshalMeta(pages)
		if err != nil {
			t.Fatal(err)
		}
		again, warnings := UnmarshalMeta(out)
		if len(again) != len(pages) || len(warnings) > 0 {
			t.Fatalf("%d pages come back as %d, %v", len(pages), len(again), warnings)
		}
	})
}

func FuzzUnmarshalRaw(f *testing.F) {
	f.Add([]byte(`{"a":[1.10]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		data, err := UnmarshalRaw(file)
		if err != nil {
			return
		}
		if !json.Valid(data) {
			t.Fatalf("%q is no JSON", data)
		}
		out, err := MarshalRaw(data)
		again, err2 := UnmarshalRaw(out)
		if err != nil || err2 != nil || string(again) != string(data) {
			t.Fatalf("%q comes back as %q, %v, %v", data, again, err, err2)
		}
	})
}

func TestWhatCommandsAddToTOMLComesBack(t *testing.T) {
	d := openStore(t)
	vault := folder{"b.md": "text", "a.md": "+++\r\ntitle = \"A\" # first\r\n[extra]\r\nx = 1\r\n+++\r\ntext\r\n"}
	vault.sync(t, d, "/vault")
	do(t, d, func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "owns", "a deed", wordWindows) })
	do(t, d, func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "mine", wordWindows) })
	want := []string{"a owns b"}
	if diff := cmp.Diff(want, edges(t, d)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	vault["a.md"] += "more\r\n"
	vault.sync(t, d, "/vault")
	if diff := cmp.Diff(want, edges(t, d)); diff != "" {
		t.Errorf("after the file changed (-want +got):\n%s", diff)
	}
	out := exportAll(t, d)
	if text := "+++\r\ntitle = \"A\" # first\r\nlinks = [{to = \"b\", type = \"owns\", context = \"a deed\"}]\r\ntags = [\"mine\"]\r\n[extra]\r\nx = 1\r\n+++\r\ntext\r\nmore\r\n"; out["a.md"] != text {
		t.Errorf("exported as %q", out["a.md"])
	}
	other := openStore(t)
	out.sync(t, other, "/out")
	if diff := cmp.Diff(want, edges(t, other)); diff != "" {
		t.Errorf("read in again (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string(out), map[string]string(exportAll(t, other))); diff != "" {
		t.Errorf("exported again (-want +got):\n%s", diff)
	}
	do(t, other, func(tx *db.Tx) (Saved, error) { return Unlink(tx, "a", "b", "", wordWindows) })
	if got := edges(t, other); len(got) != 0 {
		t.Errorf("after unlink: %v", got)
	}
}

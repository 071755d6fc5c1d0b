package merge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
)

func ExampleParseCitation() {
	c, err := merge.ParseCitation("[BM:graphify:App::Main::run:2026-06-07T09:15:00Z]")
	fmt.Println(c.Store, c.EntityID, c.Time.Format(time.DateTime), err)
	fmt.Println(c)
	// Output:
	// graphify App::Main::run 2026-06-07 09:15:00 <nil>
	// [BM:graphify:App::Main::run:2026-06-07T09:15:00Z]
}

func TestCitationsAreReadFromBothEnds(t *testing.T) {
	second := time.Date(2026, 5, 23, 14, 0, 0, 0, time.UTC)
	for text, want := range map[string]merge.Citation{
		"[BM:gbrain:a:2026-05-23T14:00:00Z]":                                  {Store: "gbrain", EntityID: "a", Time: second},
		"[BM:gbrain:a/b-c#2:2026-05-23T14:00:00Z]":                            {Store: "gbrain", EntityID: "a/b-c#2", Time: second},
		"[BM:graphify:a::b:c:2026-05-23T14:00:00Z]":                           {Store: "graphify", EntityID: "a::b:c", Time: second},
		"[BM:graphify:f[0]:2026-05-23T14:00:00Z]":                             {Store: "graphify", EntityID: "f[0]", Time: second},
		"[BM:graphify:a\nb]:2026-05-23T14:00:00Z]":                            {Store: "graphify", EntityID: "a\nb]", Time: second},
		"[BM:gbrain::2026-05-23T14:00:00Z]":                                   {Store: "gbrain", EntityID: "", Time: second},
		"[BM:gbrain:2026-05-23T14:00:00Z:2026-05-23T14:00:00Z]":               {Store: "gbrain", EntityID: "2026-05-23T14:00:00Z", Time: second},
		"[BM:gbrain:[BM:gbrain:x:2026-05-23T14:00:00Z]:2026-05-23T14:00:00Z]": {Store: "gbrain", EntityID: "[BM:gbrain:x:2026-05-23T14:00:00Z]", Time: second},
		" \t[BM:gbrain: a :2026-05-23T14:00:00Z]\n":                           {Store: "gbrain", EntityID: " a ", Time: second},
	} {
		got, err := merge.ParseCitation(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestWhatIsNoCitationIsRefused(t *testing.T) {
	for _, text := range []string{"", "BM", "[BM:]", "[BM::a:2026-05-23T14:00:00Z]", "[mem:a]", "BM:gbrain:a:2026-05-23T14:00:00Z", "[BM:gbrain:a:2026-05-23T14:00:00Z",
		"[bm:gbrain:a:2026-05-23T14:00:00Z]", "[BM:gbrain:2026-05-23T14:00:00Z]", "[BM:gbrain:a:2026-05-23]", "[BM:gbrain:a:2026-13-23T14:00:00Z]",
		"[BM:gbrain:a:2026-05-23T14:00:00.5Z]", "[BM:gbrain:a:2026-05-23T14:00:00+00:00]", "[BM:gbrain:a2026-05-23T14:00:00Z]"} {
		if c, err := merge.ParseCitation(text); !errors.Is(err, merge.ErrCitation) {
			t.Errorf("%q reads as %+v, error %v", text, c, err)
		}
	}
}

func TestACitationCutsTheFractionOff(t *testing.T) {
	c := merge.Citation{Store: "gbrain", EntityID: "a", Time: time.Date(2026, 5, 23, 16, 0, 0, 999_999_999, time.FixedZone("", 7200))}
	if got, want := c.String(), "[BM:gbrain:a:2026-05-23T14:00:00Z]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCitationsOfAnyEntityReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := merge.Citation{
			Store:    rapid.StringMatching(`[^:]+`).Draw(t, "store"),
			EntityID: rapid.OneOf(rapid.String(), rapid.StringMatching(`[\]\[:\nBMZ0-9T-]*`)).Draw(t, "id"),
			Time:     time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, "time"), 0).UTC(),
		}
		got, err := merge.ParseCitation(want.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func FuzzParseCitation(f *testing.F) {
	for _, s := range []string{"[BM:gbrain:a:2026-05-23T14:00:00Z]", "[BM:a:b:c]", "[BM::]", " [BM:x:]:0000-01-01T00:00:00Z]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := merge.ParseCitation(text)
		if err != nil {
			return
		}
		// There is one spelling, so what was read prints as it stood.
		if got := c.String(); got != strings.TrimSpace(text) {
			t.Errorf("%q prints as %q", text, got)
		}
	})
}

func TestResolve(t *testing.T) {
	d := open(t)
	write(t, d, func(tx *db.Tx) error {
		for i, r := range []struct{ source, id string }{
			{"gbrain", "fixed-assets-rollforward"}, {"graphify", "fixed_assets_rollforward"}, {"gbrain", "fixed-assets"}, {"gbrain", "unrelated"},
			{"gbrain", "fixed-assets-rollforward"}, {"memory", "fixed-assets-rollforward"},
			{"gbrain", "fixed-assets-rollforwards"}, {"gbrain", "fixed-assets-rollforward-spec"}, {"gbrain", "my-fixed-assets-rollforward"},
		} {
			row := merge.Row{Source: r.source, EntityID: r.id, EntityName: r.id, Content: fmt.Sprint("content ", i), CreatedAt: at(i), UpdatedAt: at(i)}
			if _, _, err := merge.Ingest(tx, row); err != nil {
				return err
			}
		}
		return nil
	})
	resolve := func(text string) (*merge.Entry, []int64) {
		c, err := merge.ParseCitation(text)
		if err != nil {
			t.Fatal(err)
		}
		var e *merge.Entry
		near := []int64{}
		read(t, d, func(tx *db.Tx) error {
			found, others, err := merge.Resolve(tx, c)
			e = found
			for _, o := range others {
				near = append(near, o.ID)
			}
			return err
		})
		return e, near
	}
	e, near := resolve("[BM:gbrain:fixed-assets-rollforward:2026-05-31T00:00:00Z]")
	if e == nil || e.ID != 1 || e.Content != "content 0" || len(near) != 0 {
		t.Errorf("known: %+v, near %v", e, near)
	}
	for name, tc := range map[string]struct {
		citation string
		want     []int64
	}{
		// That entity's rows, then other stores' rows of the id, then like ids; five at most.
		"another time":      {"[BM:gbrain:fixed-assets-rollforward:2020-01-01T00:00:00Z]", []int64{1, 5, 6, 2, 9}},
		"another store":     {"[BM:memory:unrelated:2026-05-31T03:00:00Z]", []int64{4}},
		"a slip of the pen": {"[BM:gbrain:unrelatd:2026-05-31T03:00:00Z]", []int64{4}},
		"nothing like it":   {"[BM:gbrain:zzzz:2026-05-31T03:00:00Z]", []int64{}},
		"no id":             {"[BM:gbrain::2026-05-31T03:00:00Z]", []int64{}},
	} {
		e, near := resolve(tc.citation)
		if e != nil {
			t.Errorf("%s: found %+v", name, e)
		}
		if diff := cmp.Diff(tc.want, near); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestHash(t *testing.T) {
	for text, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", // FIPS 180-2, appendix B.1
	} {
		if got := merge.Hash(text); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
	seen := map[string]string{}
	for _, text := range []string{"abc", "abc ", "ABC", "abc\n", "\u00e9", "e\u0301"} {
		if other, ok := seen[merge.Hash(text)]; ok {
			t.Errorf("%q and %q are one content", text, other)
		}
		seen[merge.Hash(text)] = text
	}
}

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"":                "",
		"plain":           "plain",
		"größe 漢字 🙂":      "größe 漢字 🙂",
		"a\x00b":          "a b",
		"\xff":            "\uFFFD",
		"a\xc3(b":         "a\uFFFD(b",
		"\xed\xa0\x80x":   "\uFFFDx", // a surrogate
		"\x00\xff\x00":    " \uFFFD ",
		"tab\tand\r\nend": "tab\tand\r\nend",
	} {
		if got := merge.Clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestTextsThatPostgreSQLCannotHoldAreStoredClean(t *testing.T) {
	d := open(t)
	out := put(t, d, "a\x00b", "one\x00alpha \xff", 2)
	if again := put(t, d, "a\x00b", "one\x00alpha \xff", 3); again.Changed {
		t.Error("the same bytes are another content")
	}
	e := entry(t, d, out.EntryID)
	if e.EntityID != "a b" || e.Content != "one alpha \uFFFD" {
		t.Errorf("stored %q, %q", e.EntityID, e.Content)
	}
	if got := ask(t, d, "alpha", merge.Filter{}); len(got) != 1 {
		t.Errorf("alpha is found %d times", len(got))
	}
	if !retire(t, d, "a\x00b", 5) {
		t.Error("its span is not found")
	}
}

func TestCitationAndTimeOfARowAreOfOneRoundedTime(t *testing.T) {
	for _, tc := range []struct{ time, created, citation string }{
		{"2026-05-23T14:00:00.9999994Z", "2026-05-23T14:00:00.999999Z", "2026-05-23T14:00:00Z"},
		{"2026-05-23T14:00:00.999999600Z", "2026-05-23T14:00:01.000000Z", "2026-05-23T14:00:01Z"},
		{"9999-12-31T23:59:59.999999900Z", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59Z"},
	} {
		at, err := time.Parse(time.RFC3339Nano, tc.time) // as a file's own time comes, in nanoseconds
		if err != nil {
			t.Fatal(err)
		}
		d := open(t)
		for _, put := range []func(*db.Tx, merge.Row) error{
			func(tx *db.Tx, r merge.Row) error { _, err := merge.Put(tx, r); return err },
			func(tx *db.Tx, r merge.Row) error { _, _, err := merge.Ingest(tx, r); return err },
		} {
			err := d.Write(context.Background(), func(tx *db.Tx) error {
				if err := tx.Script(`DELETE FROM spans; DELETE FROM brain_entries`); err != nil {
					return err
				}
				if err := put(tx, merge.Row{Source: "gbrain", EntityID: "a", EntityName: "A", Content: "x", CreatedAt: at, UpdatedAt: at}); err != nil {
					return err
				}
				var created, citation string
				err := tx.QueryRow(`SELECT created_at, citation_id FROM brain_entries`, nil, &created, &citation)
				if created != tc.created || citation != "[BM:gbrain:a:"+tc.citation+"]" {
					t.Errorf("%s: created %s, cited %s", tc.time, created, citation)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
}

func TestARowPastTheLastSecondIsNotCited(t *testing.T) {
	last := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	d := open(t)
	for n, content := range []string{"one", "two"} {
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			_, _, err := merge.Ingest(tx, merge.Row{Source: "gbrain", EntityID: "a", EntityName: "A", Content: content, CreatedAt: last, UpdatedAt: last})
			return err
		})
		if (err == nil) != (n == 0) {
			t.Errorf("row %d: error %v", n, err)
		}
	}
}

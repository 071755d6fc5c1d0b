package page

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestRawData(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "text")
	write(t, d, func(tx *db.Tx) error {
		for _, data := range []string{`{"n": 1.10}`, `{"n": 1.20, "x": "é"}`} {
			if err := PutRaw(tx, "a", "crunch base", []byte(data)); err != nil {
				return err
			}
		}
		for name, bad := range map[string]error{
			"{": ErrJSON, "": ErrJSON, "{} {}": ErrJSON, "\xff": ErrJSON,
		} {
			if err := PutRaw(tx, "a", "s", []byte(name)); !errors.Is(err, bad) {
				t.Errorf("%q: %v", name, err)
			}
		}
		if err := PutRaw(tx, "b", "s", []byte("1")); !errors.Is(err, ErrNoPage) {
			t.Errorf("no page: %v", err)
		}
		if err := PutRaw(tx, "a", " ", []byte("1")); !errors.Is(err, ErrInvalid) {
			t.Errorf("no source: %v", err)
		}
		return nil
	})
	read(t, d, func(tx *db.Tx) error {
		item, err := GetRaw(tx, "a", "crunch base")
		if err != nil || string(item.Data) != `{"n":1.20,"x":"é"}` {
			t.Errorf("data %s, %v", item.Data, err)
		}
		if _, err := GetRaw(tx, "a", "other"); !errors.Is(err, ErrNoRaw) {
			t.Errorf("another source: %v", err)
		}
		list, err := ListRaw(tx, "a")
		if len(list) != 1 || list[0].Source != "crunch base" {
			t.Errorf("list %+v", list)
		}
		return err
	})
}

func TestIngestLog(t *testing.T) {
	d := openStore(t)
	var at string
	write(t, d, func(tx *db.Tx) error {
		at = db.FormatTime(tx.Now)
		for _, in := range []Ingest{{SourceType: "meeting", SourceRef: "m1", PagesUpdated: []string{"a", "b"}, Summary: "two"}, {SourceType: "article"}} {
			if _, err := LogIngest(tx, in); err != nil {
				return err
			}
		}
		if _, err := LogIngest(tx, Ingest{}); !errors.Is(err, ErrInvalid) {
			t.Errorf("without a type: %v", err)
		}
		return nil
	})
	read(t, d, func(tx *db.Tx) error {
		list, err := Ingests(tx, 0)
		want := []Ingest{{2, "article", "", []string{}, "", at}, {1, "meeting", "m1", []string{"a", "b"}, "two", at}}
		if diff := cmp.Diff(want, list); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		return err
	})
}

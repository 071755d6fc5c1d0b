package memory_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/memory"
)

func TestWhatIsRefusedNamesTheReasonAndTheUID(t *testing.T) {
	d := newMemories(t)
	a := save(t, d, memory.New{Type: "note", Title: "A"}).UID
	b := save(t, d, memory.New{Type: "note", Title: "B"}).UID
	gone := save(t, d, memory.New{Type: "note", Title: "gone"}).UID
	old := save(t, d, memory.New{Type: "note", Title: "old"}).UID
	writeTx(t, d, func(tx *db.Tx) error {
		return errors.Join(memory.Delete(tx, gone), memory.Invalidate(tx, old, a, ""), memory.Link(tx, a, b, "cites"))
	})
	none, blank := "zzzzzzzzzzzz", " \u200b\n"
	for _, tc := range []struct {
		name string
		do   func(*db.Tx) error
		want error
		uid  string // of the UIDError, "" for none
	}{
		{"save: blank title", func(tx *db.Tx) error { _, err := memory.Save(tx, memory.New{Title: blank}, false); return err }, memory.ErrBlankTitle, ""},
		{"save: a status of no task", func(tx *db.Tx) error {
			_, err := memory.Save(tx, memory.New{Type: "todo", Title: "t", Task: memory.Task{Status: "open"}}, false)
			return err
		}, memory.ErrTask, ""},
		{"update: unknown", func(tx *db.Tx) error { _, err := memory.Update(tx, none, memory.Change{Append: ptr("x")}); return err }, memory.ErrUnknown, none},
		{"update: deleted", func(tx *db.Tx) error { _, err := memory.Update(tx, gone, memory.Change{Append: ptr("x")}); return err }, memory.ErrDeleted, gone},
		{"update: nothing", func(tx *db.Tx) error { _, err := memory.Update(tx, a, memory.Change{}); return err }, memory.ErrNoChange, ""},
		{"update: two texts", func(tx *db.Tx) error {
			_, err := memory.Update(tx, a, memory.Change{Append: ptr("x"), Replace: ptr("y")})
			return err
		}, memory.ErrTwoTexts, ""},
		{"update: blank", func(tx *db.Tx) error { _, err := memory.Update(tx, a, memory.Change{Append: &blank}); return err }, memory.ErrBlankText, ""},
		{"delete: unknown", func(tx *db.Tx) error { return memory.Delete(tx, none) }, memory.ErrUnknown, none},
		{"delete: deleted", func(tx *db.Tx) error { return memory.Delete(tx, gone) }, memory.ErrDeleted, gone},
		{"restore: unknown", func(tx *db.Tx) error { return memory.Restore(tx, none) }, memory.ErrUnknown, none},
		{"restore: not deleted", func(tx *db.Tx) error { return memory.Restore(tx, a) }, memory.ErrNotDeleted, a},
		{"invalidate: unknown", func(tx *db.Tx) error { return memory.Invalidate(tx, none, "", "") }, memory.ErrUnknown, none},
		{"invalidate: deleted", func(tx *db.Tx) error { return memory.Invalidate(tx, gone, "", "") }, memory.ErrDeleted, gone},
		{"invalidate: invalid", func(tx *db.Tx) error { return memory.Invalidate(tx, old, "", "") }, memory.ErrInvalid, old},
		{"invalidate: unknown successor", func(tx *db.Tx) error { return memory.Invalidate(tx, a, none, "") }, memory.ErrUnknown, none},
		{"invalidate: by itself", func(tx *db.Tx) error { return memory.Invalidate(tx, a, a, "") }, memory.ErrSelf, a},
		{"undo: valid", func(tx *db.Tx) error { return memory.Revalidate(tx, a, "") }, memory.ErrNotInvalid, a},
		{"link: kind", func(tx *db.Tx) error { return memory.Link(tx, a, none, "likes") }, memory.ErrKind, ""},
		{"link: unknown", func(tx *db.Tx) error { return memory.Link(tx, a, none, "cites") }, memory.ErrUnknown, none},
		{"link: there", func(tx *db.Tx) error { return memory.Link(tx, a, b, "cites") }, memory.ErrLinked, ""},
		{"link: to a deleted one", func(tx *db.Tx) error { return memory.Link(tx, a, gone, "cites") }, nil, ""},
		{"link: to itself", func(tx *db.Tx) error { return memory.Link(tx, a, a, "related_to") }, nil, ""},
		{"get: deleted", func(tx *db.Tx) error {
			s, err := memory.ReadStage(tx)
			if err == nil {
				_, err = memory.Get(tx, s, gone)
			}
			return err
		}, memory.ErrDeleted, gone},
	} {
		err := d.Write(context.Background(), tc.do)
		var about *memory.UIDError
		uid := ""
		if errors.As(err, &about) {
			uid = about.UID
		}
		if !errors.Is(err, tc.want) || uid != tc.uid {
			t.Errorf("%s: %v about %q, want %v about %q", tc.name, err, uid, tc.want, tc.uid)
		}
	}
}

func TestAnUnknownUIDNamesThoseThatMayHaveBeenMeant(t *testing.T) {
	d := newMemories(t)
	writeTx(t, d, func(tx *db.Tx) error {
		for _, uid := range []string{"abcdefghijk2", "abcdefghijk3", "abzzzzzzzzzz", "qrstuvwxyz23"} {
			if _, err := tx.Exec(`INSERT INTO memories(uid, type, title) VALUES (?, 'note', 'x')`, uid); err != nil {
				return err
			}
		}
		return nil
	})
	for asked, want := range map[string][]string{
		"abcd":                       {"abcdefghijk2", "abcdefghijk3"}, // its beginning
		"abcdefghijk4":               {"abcdefghijk2", "abcdefghijk3"},
		"abcdefghjk2":                {"abcdefghijk2", "abcdefghijk3"}, // a letter left out
		"QRSTUVWXYZ23":               {"qrstuvwxyz23"},
		" qrstuvwxyz23\n":            {"qrstuvwxyz23"},
		"ab":                         nil,
		"":                           nil,
		"nothinglikeit":              nil,
		strings.Repeat("a", 100_000): nil,
	} {
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			_, err := memory.Find(tx, s, asked)
			var about *memory.UIDError
			if !errors.As(err, &about) {
				t.Fatalf("%.20q: %v", asked, err)
			}
			if diff := gocmp.Diff(want, about.Near); diff != "" {
				t.Errorf("%.20q (-want +got):\n%s", asked, diff)
			}
			return nil
		})
	}
}

func TestANewProjectThatLooksLikeAnotherIsNamed(t *testing.T) {
	d := newMemories(t)
	for i, tc := range []struct {
		project string
		want    []string
	}{
		{"Larkspur", nil}, {"larkspur", []string{"Larkspur"}}, {"larkspur", nil}, {"caf\u00e9", nil}, {"CAFE\u0301", []string{"caf\u00e9"}}, {"", nil}, {"other", nil},
	} {
		got := save(t, d, memory.New{Type: "note", Title: strings.Repeat("x", i+1), Project: tc.project})
		if diff := gocmp.Diff(tc.want, got.SimilarProjects); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.project, diff)
		}
	}
}

func TestOfManySavesOfOneMemoryOneWins(t *testing.T) {
	d := newMemories(t)
	writeTx(t, d, func(*db.Tx) error { return nil })
	var wait sync.WaitGroup
	uids, news := make([]string, 8), make([]bool, 8)
	for i := range uids {
		wait.Add(1)
		go func() {
			defer wait.Done()
			other := openMemories(t, d.Path()) // a process of its own, as far as SQLite can tell
			err := other.Write(context.Background(), func(tx *db.Tx) error {
				saved, err := memory.Save(tx, memory.New{Type: "note", Title: " T\r\n", Content: "same\r\n"}, false)
				uids[i], news[i] = saved.UID, !saved.Duplicate
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}()
	}
	wait.Wait()
	winners := 0
	for i := range uids {
		if uids[i] != uids[0] || uids[i] == "" {
			t.Errorf("uids %v", uids)
		}
		if news[i] {
			winners++
		}
	}
	if winners != 1 {
		t.Errorf("%d were saved", winners)
	}
}

func TestATwinThatIsInvalidBlocksAndOneThatIsDeletedDoesNot(t *testing.T) {
	d := newMemories(t)
	a := save(t, d, memory.New{Type: "note", Title: "T", Content: "c"})
	writeTx(t, d, func(tx *db.Tx) error { return memory.Invalidate(tx, a.UID, "", "") })
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		twin, err := memory.FindTwin(tx, s, " T\n", "c\r\n")
		if twin == nil || twin.UID != a.UID || twin.InvalidAt == "" {
			t.Errorf("twin %+v", twin)
		}
		return err
	})
	if got := save(t, d, memory.New{Type: "bug", Title: "T", Content: "c"}); !got.Duplicate || got.UID != a.UID {
		t.Errorf("saved %+v", got)
	}
	writeTx(t, d, func(tx *db.Tx) error { return memory.Delete(tx, a.UID) })
	if got := save(t, d, memory.New{Type: "bug", Title: "T", Content: "c"}); got.Duplicate {
		t.Errorf("saved %+v", got)
	}
	// Before brain-cli's schema 3 the texts are compared.
	old := openMemories(t, stage(t, "stage_base_nofts"))
	readTx(t, old, func(tx *db.Tx, s *memory.Stage) error {
		twin, err := memory.FindTwin(tx, s, "Tomas Lindqvist, DNS provider contact", "Call, do not mail.")
		if twin == nil || twin.UID != "lk2gggggggg2" {
			t.Errorf("twin %+v", twin)
		}
		return err
	})
}

// The contents, records and times are those of brain-cli 3.4.0.
func TestAnUpdateTakesAnEmptyTextForNone(t *testing.T) {
	empty, long := ptr(""), strings.Repeat("\u00e9", 81)
	type content = [][]any
	for _, tc := range []struct {
		name    string
		change  memory.Change
		want    error
		content string
		kinds   content
	}{
		{"an empty abstract", memory.Change{Abstract: empty}, memory.ErrNoChange, "", content{{"create", "x"}}},
		{"two empty texts", memory.Change{Append: empty, Abstract: empty}, memory.ErrNoChange, "", content{{"create", "x"}}},
		{"an empty append and a replace", memory.Change{Append: empty, Replace: ptr("new")}, nil, "new", content{{"create", "x"}, {"replace", "new"}}},
		{"an append and an empty replace", memory.Change{Append: ptr("a"), Replace: empty}, memory.ErrTwoTexts, "", content{{"create", "x"}}},
		{"an append to no content", memory.Change{Append: ptr("a")}, nil, "\n\n- [2026-06-01] a", content{{"create", "x"}, {"append", "- [2026-06-01] a"}}},
		{"an append and an abstract", memory.Change{Append: ptr("a"), Abstract: ptr("b")}, nil, "\n\n- [2026-06-01] a", content{{"create", "x"}, {"append", "- [2026-06-01] a"}}},
		{"a long abstract", memory.Change{Append: empty, Abstract: &long}, nil, "", content{{"create", "x"}, {"abstract", strings.Repeat("\u00e9", 80)}}},
	} {
		d := newMemories(t)
		a := save(t, d, memory.New{Type: "note", Title: "x"})
		err := d.Write(context.Background(), func(tx *db.Tx) error { _, err := memory.Update(tx, a.UID, tc.change); return err })
		if !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, err, tc.want)
		}
		if diff := gocmp.Diff(content{{tc.content}}, rowsOf(t, d.Path(), `SELECT content FROM memories`)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
		if diff := gocmp.Diff(tc.kinds, rowsOf(t, d.Path(), `SELECT kind, delta FROM alterations ORDER BY id`)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestAnAbstractDoesNotMoveAMemoryInTheListing(t *testing.T) {
	d := newMemories(t)
	a := save(t, d, memory.New{Type: "note", Title: "x"})
	writeTx(t, d, func(tx *db.Tx) error {
		if _, err := tx.Exec(`UPDATE memories SET updated_at = '2020-01-01 00:00:00'`); err != nil {
			return err
		}
		_, err := memory.Update(tx, a.UID, memory.Change{Abstract: ptr("y")})
		return err
	})
	want := [][]any{{"y", "2020-01-01 00:00:00"}}
	if diff := gocmp.Diff(want, rowsOf(t, d.Path(), `SELECT abstract, updated_at || '' FROM memories`)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTextsAreCleanedAtEveryEntrance(t *testing.T) {
	d := newMemories(t)
	a := save(t, d, memory.New{Type: "No\x00te", Title: "\ufeffT\n\x1b[31m", Content: "a\x00b\r\nc", Project: "p\tq", Area: "x\ny", Tags: []string{"a\nb,\xff"}, SourceFile: "s\x00", Abstract: "one\ntwo"})
	if len(a.Notes) != 10 {
		t.Errorf("notes %q", a.Notes)
	}
	writeTx(t, d, func(tx *db.Tx) error {
		notes, err := memory.Update(tx, a.UID, memory.Change{Append: ptr("d\x00e"), Abstract: ptr("f\xffg"), Reason: "h\ni"})
		if len(notes) != 3 {
			t.Errorf("notes %q", notes)
		}
		return errors.Join(err, memory.Invalidate(tx, a.UID, "", "j\nk"), memory.Revalidate(tx, a.UID, "l\x00m"))
	})
	want := [][]any{{"no te", "T  [31m", "a b\nc\n\n- [2026-06-01] d e", "p q", "x y", "a b,\ufffd", "s", "f\ufffdg"}}
	if diff := gocmp.Diff(want, rowsOf(t, d.Path(), `SELECT type, title, content, project, area, tags, source_file, abstract FROM memories`)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	reasons := [][]any{{nil}, {"h i"}, {"j k"}, {"l m"}}
	if diff := gocmp.Diff(reasons, rowsOf(t, d.Path(), `SELECT reason FROM alterations ORDER BY id`)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

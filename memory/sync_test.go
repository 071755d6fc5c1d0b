package memory_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/memory"
	"brain/merge"
)

// act does one random thing to one of the memories, through this package or as SQL of another program.
func act(rt *rapid.T, tx *db.Tx, uids []string) ([]string, error) {
	draw := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(rt, label) }
	when := func() string {
		return memory.Stamp(noon.Add(time.Duration(rapid.IntRange(-9, 30).Draw(rt, "hour")) * time.Hour))
	}
	text := func() string { return draw("text", "one", "two", "three", "", "\x00 odd \xff") }
	if len(uids) == 0 || rapid.IntRange(0, 4).Draw(rt, "new") == 0 {
		if rapid.Bool().Draw(rt, "raw") {
			uid := fmt.Sprintf("raw%09d", tx.Now.Unix()%1e9)
			_, err := tx.Exec(`INSERT INTO memories(uid, type, title, content, created_at) VALUES (?, 'fix', ?, ?, ?)`, uid, "raw "+text(), text(), when())
			return append(uids, uid), err
		}
		saved, err := memory.Save(tx, memory.New{Type: "note", Title: "title " + text(), Content: text(), Project: draw("project", "p", "q", "")}, rapid.Bool().Draw(rt, "force"))
		if err == nil && !saved.Duplicate {
			uids = append(uids, saved.UID)
		}
		return uids, err
	}
	uid := rapid.SampledFrom(uids).Draw(rt, "uid")
	raw := func(set string, args ...any) error {
		_, err := tx.Exec(`UPDATE memories SET `+set+` WHERE uid = ?`, append(args, uid)...)
		return err
	}
	var err error
	switch draw("act", "append", "replace", "delete", "restore", "invalidate", "supersede", "undo", "created", "invalid", "valid", "title", "content", "deleted", "uid", "gone", "sync") {
	case "append":
		_, err = memory.Update(tx, uid, memory.Change{Append: ptr("more")})
	case "replace":
		_, err = memory.Update(tx, uid, memory.Change{Replace: ptr(text())})
	case "delete":
		err = memory.Delete(tx, uid)
	case "restore":
		err = memory.Restore(tx, uid)
	case "invalidate":
		err = memory.Invalidate(tx, uid, "", "")
	case "supersede":
		err = memory.Invalidate(tx, uid, rapid.SampledFrom(uids).Draw(rt, "by"), "")
	case "undo":
		err = memory.Revalidate(tx, uid, "")
	case "created":
		err = raw(`created_at = ?`, when())
	case "invalid":
		err = raw(`invalid_at = ?`, when())
	case "valid":
		err = raw(`invalid_at = NULL`)
	case "title":
		err = raw(`title = ?, updated_at = ?`, text(), when())
	case "content":
		err = raw(`content = ?`, text())
	case "deleted":
		err = raw(`deleted_at = ?`, when())
	case "uid":
		next := fmt.Sprintf("uid%09d", tx.Now.Unix()%1e9)
		err = raw(`uid = ?`, next)
		uids = append(uids, next)
	case "gone":
		_, err = tx.Exec(`DELETE FROM memories WHERE uid = ?`, uid)
	case "sync":
		_, err = memory.Sync(tx, rapid.IntRange(1, 3).Draw(rt, "max"))
	}
	var refused *memory.UIDError
	if errors.As(err, &refused) {
		err = nil
	}
	return uids, err
}

// asSaid compares what is derived with the memories.
func asSaid(rt *rapid.T, tx *db.Tx) error {
	open, have := map[string]string{}, map[string]string{}
	collect := func(into map[string]string, query string) error {
		return tx.Each(query, nil, func(scan func(...any) error) error {
			var uid, content string
			err := scan(&uid, &content)
			into[uid] = content
			return err
		})
	}
	err := errors.Join(
		collect(open, `SELECT s.entity_id, e.content FROM entry_spans s JOIN brain_entries e ON e.id = s.entry_id WHERE s.source = 'memory' AND s.valid_to IS NULL`),
		collect(have, `SELECT uid, title || CASE coalesce(content, '') WHEN '' THEN '' ELSE char(10) || content END FROM memories WHERE deleted_at IS NULL AND invalid_at IS NULL`))
	for uid, content := range have {
		have[uid] = merge.Clean(content)
	}
	if diff := gocmp.Diff(have, open); diff != "" {
		rt.Fatalf("entries that are valid (-memories +entries):\n%s", diff)
	}
	for hour := -10; hour < 32; hour++ {
		at := noon.Add(time.Duration(hour) * time.Hour)
		then, entries := map[string]string{}, map[string]string{}
		err = errors.Join(err,
			collect(then, `SELECT uid, '' FROM memories WHERE deleted_at IS NULL AND created_at <= '`+memory.Stamp(at)+`' AND (invalid_at IS NULL OR invalid_at > '`+memory.Stamp(at)+`')`),
			collect(entries, `SELECT s.entity_id, '' FROM entry_spans s JOIN memories m ON m.uid = s.entity_id AND m.deleted_at IS NULL WHERE s.source = 'memory'
				AND s.valid_from <= '`+db.FormatTime(at)+`' AND (s.valid_to IS NULL OR s.valid_to > '`+db.FormatTime(at)+`')`))
		if diff := gocmp.Diff(then, entries); diff != "" {
			rt.Fatalf("as of hour %d (-memories +entries):\n%s", hour, diff)
		}
	}
	var bare int
	err = errors.Join(err, tx.QueryRow(`SELECT count(*) FROM memories WHERE content_hash IS NULL OR canonical_type IS NULL`, nil, &bare))
	s, stageErr := memory.ReadStage(tx)
	if err = errors.Join(err, stageErr); err != nil {
		return err
	}
	h, err := memory.Check(tx, s)
	if bare > 0 || h.Miscounted || h.Pending > 0 || h.WordsMissing > 0 {
		rt.Fatalf("%d memories lack a hash or a type; %+v", bare, h)
	}
	return errors.Join(err, memory.CheckWords(tx))
}

func TestAfterASyncTheEntriesSayWhatTheMemoriesSay(t *testing.T) {
	d := newMemories(t)
	writeTx(t, d, func(*db.Tx) error { return nil })
	undo := errors.New("undo")
	steps := 25
	if testing.Short() {
		steps = 6
	}
	rapid.Check(t, func(rt *rapid.T) {
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			tx.Now = noon
			var uids []string
			var err error
			for range rapid.IntRange(1, steps).Draw(rt, "steps") {
				tx.Now = tx.Now.Add(31 * time.Minute)
				if uids, err = act(rt, tx, uids); err != nil {
					return err
				}
			}
			if left, err := memory.Sync(tx, 1000); err != nil || left != 0 {
				return fmt.Errorf("%d left: %w", left, err)
			}
			return errors.Join(asSaid(rt, tx), undo)
		})
		if err == nil || err.Error() != undo.Error() {
			rt.Fatal(err)
		}
	})
}

func TestWhatAnotherProgramWritesIsNotedAndCaughtUp(t *testing.T) {
	d := newMemories(t)
	a := save(t, d, memory.New{Type: "bug", Title: "A", Content: "alpha"})
	b := save(t, d, memory.New{Type: "bug", Title: "B", Content: "beta"})
	sqlOn(t, d.Path(), `UPDATE memories SET content = 'gamma' WHERE uid = '`+a.UID+`'`, `DELETE FROM memories WHERE uid = '`+b.UID+`'`,
		`INSERT INTO memories(uid, type, title) VALUES ('ccccccccccc2', 'fix', 'C')`)
	for i, want := range []int{2, 1, 0, 0} {
		writeTx(t, d, func(tx *db.Tx) error {
			left, err := memory.Sync(tx, 1)
			if left != want {
				t.Errorf("after %d: %d left, want %d", i+1, left, want)
			}
			return err
		})
	}
	got := rowsOf(t, d.Path(), `SELECT s.entity_id, e.content, s.valid_to IS NULL FROM entry_spans s JOIN brain_entries e ON e.id = s.entry_id ORDER BY s.id`)
	want := [][]any{{a.UID, "A\nalpha", 0.0}, {b.UID, "B\nbeta", 0.0}, {a.UID, "A\ngamma", 1.0}, {"ccccccccccc2", "C", 1.0}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := rowsOf(t, d.Path(), `SELECT canonical_type, content_hash FROM memories WHERE title = 'C'`); !gocmp.Equal(got, [][]any{{"bug", memory.ContentHash("C", "")}}) {
		t.Errorf("the other program's memory: %v", got)
	}
}

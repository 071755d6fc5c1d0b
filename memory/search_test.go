package memory_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/vec"
)

// titles are those of the hits, in order.
func titles(t *testing.T, d *db.DB, q memory.Question) []string {
	t.Helper()
	out := []string{}
	if q.Limit == 0 {
		q.Limit = 10
	}
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		a, err := memory.Search(tx, s, q)
		for _, h := range a.Hits {
			out = append(out, h.Title)
		}
		return err
	})
	return out
}

func TestSearchFindsWhatAnIndexOfWordsLoses(t *testing.T) {
	d := newMemories(t)
	for _, n := range []memory.New{
		{Title: "cats and c", Content: "c c c env env rm rf force user home"}, {Title: "env", Content: "env c rm"},
		{Title: "modern C++ build"}, {Title: "C# build"}, {Title: "secrets in .env", Content: "never commit"}, {Title: "clean up", Content: "`rm -rf build` then go"},
		{Title: "push with --force-with-lease"}, {Title: "ask @user"}, {Title: "cache is in $HOME/.cache"}, {Title: "サンドボックス修正"},
		{Title: "重跑gen-itgc后"}, {Title: "東都を京へ", Content: "東京 と 京都"}, {Title: "東京都の天気"}, {Title: "서울에서 회의"}, {Title: "ship it 🚀"}, {Title: "ภาษาไทย"},
		{Title: "tagged", Tags: []string{"修理,C++"}}, {Title: "of a project", Project: "会議室"},
	} {
		save(t, d, n)
	}
	for query, want := range map[string][]string{
		"C++":       {"modern C++ build", "tagged"},
		"c#":        {"C# build"},
		".env":      {"secrets in .env"},
		"rm -rf":    {"clean up"},
		"--force":   {"push with --force-with-lease"},
		"@user":     {"ask @user"},
		"$HOME":     {"cache is in $HOME/.cache"},
		"修正":        {"サンドボックス修正"},
		"ドボ":        {"サンドボックス修正"},
		"修理":        {"tagged"},
		"会議":        {"of a project"},
		"itgc":      {"重跑gen-itgc后"},
		"gen":       {"重跑gen-itgc后"},
		"東京都":       {"東京都の天気", "東都を京へ"},
		"서울":        {"서울에서 회의"},
		"회":         {"서울에서 회의"},
		"🚀":         {"ship it 🚀"},
		"ไทย":       {"ภาษาไทย"},
		"c":         {},
		"build C++": {"modern C++ build"},
	} {
		got := titles(t, d, memory.Question{Text: query})
		if len(got) < len(want) || len(want) == 0 && len(got) > 0 {
			t.Errorf("%q finds %q, want %q", query, got, want)
			continue
		}
		if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	// What another program changes is found before anything is synchronised.
	path := ""
	readTx(t, d, func(tx *db.Tx, _ *memory.Stage) error {
		return tx.QueryRow(`SELECT file FROM pragma_database_list WHERE name = 'main'`, nil, &path)
	})
	sqlOn(t, path, `UPDATE memories SET title = '別の件' WHERE title = 'サンドボックス修正'`)
	if got := titles(t, d, memory.Question{Text: "別の"}); !cmp.Equal(got, []string{"別の件"}) {
		t.Errorf("changed by another program: %q", got)
	}
	if got := titles(t, d, memory.Question{Text: "修正"}); len(got) > 0 && got[0] == "別の件" {
		t.Errorf("found by its old text: %q", got)
	}
}

func TestOldFilesAreSearchedAsTheyAre(t *testing.T) {
	for _, stage := range []string{"stage_base_nofts", "stage_base_oldfts", "stage_v3_2", "v4_fts_only", "v4_with_vectors"} {
		t.Run(stage, func(t *testing.T) {
			path := stageFile(t, stage)
			sqlOn(t, path, `INSERT INTO memories(uid, type, title, content, project) VALUES ('zzzzzzzzzzzz', 'note', 'Sandbox 修正 in C++', 'body', 'p')`)
			before := rowsOf(t, path, `SELECT * FROM memories`)
			d := openMemories(t, path)
			for _, q := range []memory.Question{{Text: "修正"}, {Text: "C++"}, {Text: ""}, {Text: "", Filter: memory.Filter{Types: []string{"reference"}, Project: "p"}}, {Text: "修正", Filter: memory.Filter{SinceDays: 99999999}}} {
				got := titles(t, d, q)
				if !strings.Contains(strings.Join(got, "\n"), "修正") {
					t.Errorf("%q finds %q", q.Text, got)
				}
			}
			readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
				b, err := memory.Context(tx, s, memory.Question{Text: "修正", Limit: 5}, 100)
				if err == nil && !strings.Contains(b.Text, "zzzzzzzzzzzz") {
					t.Errorf("context: %s", b.Text)
				}
				p, perr := memory.Reconcile(tx, s, memory.New{Title: "Sandbox 修正 in C++", Content: "body"}, memory.Question{})
				if perr == nil && p.Suggestion == memory.SuggestAdd {
					t.Errorf("reconcile: %+v", p)
				}
				return errors.Join(err, perr)
			})
			d.Close()
			if diff := cmp.Diff(before, rowsOf(t, path, `SELECT * FROM memories`)); diff != "" {
				t.Errorf("reading changed the file (-before +after):\n%s", diff)
			}
		})
	}
}

// TestBeforeSchema4NothingIsInvalid: --as-of is ignored in a file that does not know when a memory became invalid.
func TestBeforeSchema4NothingIsInvalid(t *testing.T) {
	d := openMemories(t, stageFile(t, "stage_v3_2"))
	all := titles(t, d, memory.Question{Limit: 1000})
	if got := titles(t, d, memory.Question{Limit: 1000, Filter: memory.Filter{AsOf: "2001-01-01"}}); !cmp.Equal(got, all) || len(all) == 0 {
		t.Errorf("as of 2001: %d, all: %d", len(got), len(all))
	}
}

func TestAsOfIsOneTimeInEveryForm(t *testing.T) {
	for form, want := range map[string]string{
		"2025-03-01T10:00:00Z": "2025-03-01 10:00:00", "2025-03-01T12:00:00+02:00": "2025-03-01 10:00:00", "2025-03-01 10:00:00": "2025-03-01 10:00:00",
		"2025-03-01T10:00": "2025-03-01 10:00:00", "2025-03-01T10:00:00.9Z": "2025-03-01 10:00:00", "2025-03-01": "2025-03-01", " 2025-03-01 ": "2025-03-01",
		"2025": "2025", "yesterday at noon": "yesterday at noon", "": "", "\x00": "\x00",
	} {
		if got := memory.NormalizeAsOf(form); got != want {
			t.Errorf("%q: %q, want %q", form, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "at"), 0)
		zone := time.FixedZone("", 60*rapid.IntRange(-840, 840).Draw(t, "zone"))
		if got, want := memory.NormalizeAsOf(at.In(zone).Format(time.RFC3339)), memory.Stamp(at); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}

func TestMeaningAnswersBeyond205(t *testing.T) {
	d := newMemories(t)
	writeTx(t, d, func(tx *db.Tx) error {
		for i := range 300 {
			if _, err := memory.Save(tx, memory.New{Title: fmt.Sprintf("memory number %d", i), Type: memory.Types[i%8]}, true); err != nil {
				return err
			}
		}
		_, err := embedAll(tx, false)
		return err
	})
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		for _, limit := range []int{10, 205, 1000, 1 << 62} {
			for _, types := range [][]string{nil, {"bug"}} {
				a, err := memory.Search(tx, s, memory.Question{Text: "memory 7", Vector: fnv384("memory 7"), Model: stubModel, Limit: limit, Filter: memory.Filter{Types: types}})
				if err != nil || !a.Semantic || a.Hits[0].Explain.Meaning < 0 {
					t.Errorf("limit %d: %v %q", limit, err, a.Reason)
				}
				for _, h := range a.Hits {
					if types != nil && h.Type != "bug" {
						t.Errorf("limit %d: found a %s", limit, h.Type)
					}
				}
			}
		}
		return nil
	})
}

func TestAnAnswerSaysWhyMeaningIsMissing(t *testing.T) {
	q := memory.Question{Text: "cache", Vector: fnv384("cache"), Model: stubModel, Limit: 5}
	ask := func(t *testing.T, d *db.DB, q memory.Question) memory.Found {
		t.Helper()
		var a memory.Found
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) (err error) {
			a, err = memory.Search(tx, s, q)
			return err
		})
		return a
	}
	check := func(t *testing.T, a memory.Found, reason string) {
		t.Helper()
		if a.Semantic || !strings.Contains(a.Reason, reason) {
			t.Errorf("semantic %v, reason %q, want %q", a.Semantic, a.Reason, reason)
		}
	}
	d := newMemories(t)
	save(t, d, memory.New{Title: "cache"})
	check(t, ask(t, d, q), "no memory has a vector")
	writeTx(t, d, func(tx *db.Tx) error { _, err := embedAll(tx, false); return err })
	if a := ask(t, d, q); !a.Semantic || a.Reason != "" || a.Hits[0].Explain.Sim < .99 {
		t.Errorf("%+v", a)
	}
	other := q
	other.Model = "other"
	check(t, ask(t, d, other), "of the model fnv384")
	other.Vector, other.Model = q.Vector[:7], q.Model
	check(t, ask(t, d, other), "384 numbers")

	foreign := openMemories(t, stageFile(t, "v4_with_vectors"))
	check(t, ask(t, foreign, q), "another program")
	q.SameModel = true
	if a := ask(t, foreign, q); !a.Semantic {
		t.Errorf("probed: %+v", a)
	}
	broken := stageFile(t, "v4_with_vectors")
	sqlOn(t, broken, `UPDATE memory_chunks_vector_chunks00 SET vectors = x'00'`)
	a := ask(t, openMemories(t, broken), q)
	check(t, a, "cannot be read")
}

func TestForeignVectorsAreKeptUntilAskedFor(t *testing.T) {
	d := openMemories(t, stageFile(t, "v4_with_vectors"))
	count := func() (n int) {
		readTx(t, d, func(tx *db.Tx, _ *memory.Stage) error {
			return tx.QueryRow(`SELECT count(*) FROM memory_chunks_rowids`, nil, &n)
		})
		return n
	}
	before := count()
	err := d.Write(t.Context(), func(tx *db.Tx) error { return memory.UseChunks(tx, 384, "other") })
	if !errors.Is(err, memory.ErrForeignVectors) || count() != before {
		t.Errorf("written into: %v, %d of %d left", err, count(), before)
	}
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		probes, err := memory.ProbeChunks(tx, s, 3)
		if len(probes) == 0 {
			t.Fatal("nothing to probe")
		}
		best := 0.0
		for _, p := range probes {
			var dot float64
			for i, x := range fnv384(p.Text) {
				dot += float64(x) * float64(p.Vector[i])
			}
			best = max(best, dot)
		}
		if best < .99 {
			t.Errorf("the model that made them is only %.3f near", best)
		}
		return err
	})
	writeTx(t, d, func(tx *db.Tx) error { return memory.AdoptChunks(tx, stubModel) })
	writeTx(t, d, func(tx *db.Tx) error { return memory.UseChunks(tx, 384, stubModel) })
	var others *merge.VectorsOther
	err = d.Write(t.Context(), func(tx *db.Tx) error { return memory.UseChunks(tx, 3, "small") })
	if !errors.As(err, &others) || count() != before {
		t.Errorf("another model: %v", err)
	}
	writeTx(t, d, func(tx *db.Tx) error { return memory.ReplaceChunks(tx, 3, "small") })
	writeTx(t, d, func(tx *db.Tx) error {
		list, err := memory.Unembedded(tx, 0, 1)
		if err == nil {
			err = memory.SetChunks(tx, list[0].ID, [][]float32{{1, 0, 0}, {0, 1, 0}})
		}
		return err
	})
	if count() != 2 {
		t.Errorf("%d vectors, want 2", count())
	}
	got := titles(t, d, memory.Question{Text: "zzqx", Vector: []float32{0, 1, 0}, Model: "small"})
	if len(got) != 1 {
		t.Errorf("found %q", got)
	}
}

func TestLegacyVectorsAreReadWhereThereAreNoChunks(t *testing.T) {
	d := newMemories(t)
	a, b := save(t, d, memory.New{Title: "alpha bravo"}), save(t, d, memory.New{Title: "charlie"})
	writeTx(t, d, func(tx *db.Tx) error {
		for id, text := range map[int64]string{a.ID: "alpha bravo", b.ID: "charlie"} {
			v := fnv384(text)
			if _, err := tx.Exec(`INSERT INTO memory_vectors(memory_id, embedding) VALUES (?, ?)`, id, vec.Bytes(v)); err != nil {
				return err
			}
		}
		return nil
	})
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		found, err := memory.Search(tx, s, memory.Question{Text: "zzqx", Vector: fnv384("alpha"), Model: stubModel, SameModel: true, Limit: 5})
		if err == nil && (len(found.Hits) != 2 || found.Hits[0].ID != a.ID || fmt.Sprintf("%.4f", found.Hits[0].Explain.Sim) != "0.7071") {
			t.Errorf("%+v", found)
		}
		return err
	})
}

func TestAContextNeverExceedsItsBudget(t *testing.T) {
	d := newMemories(t)
	for i := range 12 {
		save(t, d, memory.New{Title: strings.Repeat("long 🚀 title ", 1+i*40), Content: strings.Repeat("é content ", i*30)})
	}
	rapid.Check(t, func(rt *rapid.T) {
		budget := rapid.IntRange(-5, 700).Draw(rt, "budget")
		q := memory.Question{Text: strings.Repeat("title ", rapid.SampledFrom([]int{1, 20, 400}).Draw(rt, "length")), Limit: rapid.IntRange(1, 12).Draw(rt, "limit")}
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			b, err := memory.Context(tx, s, q, budget)
			if n, most := utf8.RuneCountInString(b.Text), max(budget, 100)*4; n > most || !utf8.ValidString(b.Text) || len(b.Rows) == 0 {
				t.Fatalf("%d characters and %d rows for at most %d", n, len(b.Rows), most)
			}
			for _, r := range b.Rows {
				if !strings.Contains(b.Text, r.UID) {
					t.Fatalf("%s is not in %s", r.UID, b.Text)
				}
			}
			if strings.Count(b.Text, "\n") != len(b.Rows)+1 {
				t.Fatalf("%d rows in %q", len(b.Rows), b.Text)
			}
			return err
		})
	})
}

func TestReconcileTellsTheSameFromTheNew(t *testing.T) {
	d := newMemories(t)
	bug := save(t, d, memory.New{Type: "bug", Title: "alpha bravo charlie delta echo foxtrot golf hotel"})
	writeTx(t, d, func(tx *db.Tx) error { _, err := embedAll(tx, false); return err })
	suggest := func(n memory.New) string {
		var p memory.Packet
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) (err error) {
			text := memory.ReconcileText(n)
			p, err = memory.Reconcile(tx, s, n, memory.Question{Vector: fnv384(text), Model: stubModel})
			return err
		})
		return p.Suggestion
	}
	near := memory.New{Title: "alpha bravo charlie delta echo foxtrot golf hotel india"}
	for _, c := range []struct {
		n    memory.New
		want string
	}{
		{near, memory.SuggestUpdate},
		{memory.New{Title: "alpha bravo charlie delta echo foxtrot x y z"}, memory.SuggestReview},
		{memory.New{Title: "nothing of the kind"}, memory.SuggestAdd},
		{memory.New{Title: "alpha bravo charlie delta echo foxtrot golf hotel"}, memory.SuggestNoop},
	} {
		if got := suggest(c.n); got != c.want {
			t.Errorf("%q: %s, want %s", c.n.Title, got, c.want)
		}
	}
	writeTx(t, d, func(tx *db.Tx) error { return memory.LogRecall(tx, bug.ID) })
	if got := suggest(near); got != memory.SuggestNoop {
		t.Errorf("an echo: %s", got)
	}
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		if _, err := memory.Reconcile(tx, s, memory.New{Title: " "}, memory.Question{}); !errors.Is(err, memory.ErrBlankTitle) {
			t.Errorf("blank title: %v", err)
		}
		// A title of stop words alone is still asked for.
		_, err := memory.Reconcile(tx, s, memory.New{Title: "to be or not to be"}, memory.Question{})
		return err
	})
}

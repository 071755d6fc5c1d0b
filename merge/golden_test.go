package merge_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/fts"
	"brain/merge"
	"brain/vec"
)

// goldens reads one of PostgreSQL's recorded results.
func goldens[T any](t *testing.T, name string) []T {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "testdata", "postgres", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []T
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 16<<20)
	for sc.Scan() {
		var row T
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, row)
	}
	if err := sc.Err(); err != nil || len(out) == 0 {
		t.Fatalf("%s: %d rows, %v", name, len(out), err)
	}
	return out
}

// staged is a line of the goldens' input.
type staged struct {
	Batch      int     `json:"batch"`
	Source     string  `json:"source"`
	EntityID   string  `json:"entity_id"`
	EntityName string  `json:"entity_name"`
	Content    string  `json:"content"`
	Embedding  *string `json:"embedding"`
	CreatedAt  string  `json:"created_at"`
	UpdatedAt  string  `json:"updated_at"`
}

func (s staged) row(t *testing.T) merge.Row {
	t.Helper()
	r := merge.Row{Source: s.Source, EntityID: s.EntityID, EntityName: s.EntityName, Content: s.Content}
	var err error
	if r.CreatedAt, err = db.ParseTime(s.CreatedAt); err != nil {
		t.Fatal(err)
	}
	if r.UpdatedAt, err = db.ParseTime(s.UpdatedAt); err != nil {
		t.Fatal(err)
	}
	if s.Embedding != nil {
		if r.Embedding, err = vec.Parse(*s.Embedding); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// ingest takes the staged rows of the given batches in, and gives how many were inserted.
func ingest(t *testing.T, d *db.DB, rows []staged, batches []int) int {
	t.Helper()
	inserted := 0
	write(t, d, func(tx *db.Tx) error {
		for _, batch := range batches {
			for _, s := range rows {
				if s.Batch != batch {
					continue
				}
				r := s.row(t)
				if r.Embedding != nil {
					if err := merge.UseVectors(tx, len(r.Embedding), ""); err != nil {
						return err
					}
				}
				_, ok, err := merge.Ingest(tx, r)
				if err != nil {
					return err
				}
				if ok {
					inserted++
				}
			}
		}
		return nil
	})
	return inserted
}

// run is what one of the goldens' four merges (batch 1, 1, 2, 1 and 2) adds.
type run struct {
	Run     int   `json:"run"`
	Batches []int `json:"staging_batches"`
	Step1   int   `json:"step1_inserted"`
	Step3   int   `json:"step3_inserted"`
	Step4   int   `json:"step4_inserted"`
}

// built is the file after the four merges, and what each of them added. It is made once.
var built struct {
	once sync.Once
	file []byte
	runs []run
}

// universe is a file of its own as the goldens' four merges leave it.
func universe(t *testing.T) *db.DB {
	t.Helper()
	built.once.Do(func() {
		d := open(t)
		rows := goldens[staged](t, "merge_staging")
		for _, r := range goldens[run](t, "merge_brain_runs") {
			r.Step1 = ingest(t, d, rows, r.Batches)
			steps := mergeFull(t, d)
			r.Step3, r.Step4 = steps[2].Added, steps[3].Added
			built.runs = append(built.runs, r)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		var err error
		if built.file, err = os.ReadFile(d.Path()); err != nil {
			t.Fatal(err)
		}
	})
	path := filepath.Join(t.TempDir(), "universe.db")
	if err := os.WriteFile(path, built.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return openFile(t, path)
}

func mergeFull(t *testing.T, d *db.DB) []merge.Step {
	t.Helper()
	steps, err := merge.Merge(func(fn func(*db.Tx) error) error { return d.Write(context.Background(), fn) }, true)
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

func TestEachMergeAddsWhatPostgreSQLAdds(t *testing.T) {
	universe(t)
	if diff := cmp.Diff(goldens[run](t, "merge_brain_runs"), built.runs); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFourMergesLeaveTheEntriesThatPostgreSQLHas(t *testing.T) {
	d := universe(t)
	var got []merge.Exported
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		return merge.Export(tx, func(e merge.Exported) error { got = append(got, e); return nil })
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(goldens[merge.Exported](t, "merge_brain_entries"), got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func TestFourMergesLeaveTheLinksThatPostgreSQLHas(t *testing.T) {
	type link struct {
		From       int64  `json:"from_id"`
		To         int64  `json:"to_id"`
		Type       string `json:"link_type"`
		Similarity string `json:"similarity"`
	}
	d := universe(t)
	var got []link
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		return tx.Each(`SELECT from_id, to_id, link_type, similarity FROM brain_entry_links ORDER BY id`, nil, func(scan func(...any) error) error {
			var l link
			var sim float64
			err := scan(&l.From, &l.To, &l.Type, &sim)
			l.Similarity = fts.FormatFloat4(float32(sim))
			got = append(got, l)
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(goldens[link](t, "merge_brain_links"), got); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}

func TestStep2OrdersTheRevisionsAsPostgreSQLDoes(t *testing.T) {
	type revisions struct {
		Name    string   `json:"entity_name"`
		IDs     []int64  `json:"ids_by_created_at"`
		Served  int64    `json:"served_id"`
		Sources []string `json:"sources"`
	}
	d := universe(t)
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		for _, want := range goldens[revisions](t, "merge_brain_revisions") {
			list, err := merge.Revisions(tx, want.Name)
			if err != nil {
				return err
			}
			got := revisions{Name: want.Name, Sources: want.Sources}
			for _, r := range list {
				got.IDs = append(got.IDs, r.ID)
				if r.Served {
					got.Served = r.ID
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", want.Name, diff)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestUnifiedQueryGivesPostgreSQLsRows(t *testing.T) {
	type row struct {
		ID         int64   `json:"id"`
		Source     string  `json:"source"`
		EntityName string  `json:"entity_name"`
		CitationID string  `json:"citation_id"`
		RRF        string  `json:"rrf_score"`
		TextRank   *int    `json:"t_rn"`
		VectorRank *int    `json:"v_rn"`
		TextScore  *string `json:"text_score"`
		VecScore   *string `json:"vec_score"`
	}
	type question struct {
		Q         string  `json:"q"`
		Embedding *string `json:"embedding"`
		Mode      string  `json:"mode"`
		Matches   int     `json:"text_matches"`
		Total     int     `json:"total"`
		Rows      []row   `json:"rows"`
	}
	d := universe(t)
	asked := 0
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		for _, want := range goldens[question](t, "merge_brain_queries") {
			q := merge.Query{Text: want.Q, Limit: 20}
			switch want.Mode {
			case "with_vector":
				v, err := vec.Parse(*want.Embedding)
				if err != nil {
					return err
				}
				q.Vector = v
			case "text_only":
			default:
				continue // null_vector records ranks that PostgreSQL gives by chance
			}
			asked++
			answer, err := merge.Run(tx, q)
			if err != nil {
				return err
			}
			if answer.Total != want.Total {
				t.Errorf("%s %q: total %d, want %d", want.Mode, want.Q, answer.Total, want.Total)
			}
			got := []row{}
			for _, h := range answer.Hits {
				r := row{ID: h.ID, Source: h.Source, EntityName: h.EntityName, CitationID: h.CitationID, RRF: h.Score.String()}
				if h.TextRank > 0 {
					s := fts.FormatFloat4(h.TextScore)
					r.TextRank, r.TextScore = &h.TextRank, &s
				}
				if h.VectorRank > 0 {
					s := fts.FormatFloat8(h.VectorScore)
					r.VectorRank, r.VecScore = &h.VectorRank, &s
				}
				got = append(got, r)
			}
			if diff := cmp.Diff(want.Rows, got); diff != "" {
				t.Errorf("%s %q (-want +got):\n%s", want.Mode, want.Q, diff)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if asked == 0 {
		t.Error("no question was asked")
	}
}

func TestStep1TreatsCollidingRowsAsDefined(t *testing.T) {
	type line struct {
		Case string `json:"case"`
		staged
		Expected *merge.Exported `json:"expected"`
	}
	d := open(t)
	lines := goldens[line](t, "merge_brain_collisions")
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		for _, l := range lines {
			id, inserted, err := merge.Ingest(tx, l.row(t))
			if err != nil {
				return err
			}
			var got *merge.Exported
			if inserted {
				if got, err = exported(tx, id); err != nil {
					return err
				}
			}
			if diff := cmp.Diff(l.Expected, got); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", l.Case, l.EntityID, diff)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var errFound = errors.New("found")

func exported(tx *db.Tx, id int64) (*merge.Exported, error) {
	var out *merge.Exported
	err := merge.Export(tx, func(e merge.Exported) error {
		if e.ID == id {
			out = &e
			return errFound
		}
		return nil
	})
	if !errors.Is(err, errFound) {
		return nil, fmt.Errorf("entry %d: %w", id, err)
	}
	return out, nil
}

func TestMergingWhatIsMergedAddsNothing(t *testing.T) {
	d := universe(t)
	steps := mergeFull(t, d)
	for _, s := range steps {
		if s.Added != 0 {
			t.Errorf("step %d added %d", s.Step, s.Added)
		}
	}
	if len(steps) != 4 || !strings.Contains(steps[2].Name, "name") {
		t.Errorf("steps: %+v", steps)
	}
}

func TestRowsThatSQLInsertsAreCitedLikeThoseOfTheMerge(t *testing.T) {
	type line struct {
		Case string `json:"case"`
		staged
		Expected *merge.Exported `json:"expected"`
	}
	d := open(t)
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		for _, l := range goldens[line](t, "merge_brain_collisions") {
			r := l.row(t)
			res, err := tx.Exec(`INSERT INTO brain_entries(source, entity_id, entity_name, content, created_at, updated_at, content_hash)
				VALUES (?, ?, ?, ?, ?, ?, sha256(?4)) ON CONFLICT (content_hash) DO NOTHING`,
				r.Source, r.EntityID, r.EntityName, r.Content, db.FormatTime(r.CreatedAt), db.FormatTime(r.UpdatedAt))
			if err != nil {
				return err
			}
			if n, err := res.RowsAffected(); err != nil || n == 0 {
				if l.Expected != nil {
					t.Errorf("%s %s was dropped: %v", l.Case, l.EntityID, err)
				}
				continue
			}
			id, err := res.LastInsertId()
			if err != nil {
				return err
			}
			var citation string
			if err := tx.QueryRow(`SELECT citation_id FROM brain_entries WHERE id = ?`, []any{id}, &citation); err != nil {
				return err
			}
			if l.Expected == nil || citation != l.Expected.CitationID {
				t.Errorf("%s %s: citation %s, want %+v", l.Case, l.EntityID, citation, l.Expected)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// world is a folder with a brain of all stores, which can be put back as it was.
type world struct {
	dir    string
	files  map[string][]byte
	before map[string][]string // what was in the file when it was remembered
}

// worldFiles are what the operations read.
var worldFiles = map[string]string{
	"notes/ledger.md":     "---\ntitle: Ledger\ncreated: 2026-01-02\n---\nThe ledger balances.\n",
	"notes/people/ada.md": "---\ntitle: Ada\ntype: person\ntags: [poet]\ncreated: 2026-01-03\n---\nShe wrote the first program, for the [[ledger]].\n\n## Timeline\n\n- **2026-02-01** | she wrote\n",
	"more/new.md":         "---\ncreated: 2026-01-05\n---\n# New\n\nA page more.\n",
	"app/go.mod":          "module example.com/app\n\ngo 1.21\n",
	"app/main.go":         "package main\n\n// Ledger balances.\nfunc Ledger() {}\n\nfunc main() { Ledger() }\n",
	"graph.json":          `{"nodes":[{"id":"a","label":"Ledger","captured_at":"2026-01-02T00:00:00Z"}],"links":[]}`,
	"rows.jsonl":          `{"source":"memory","entity_id":"m","entity_name":"Ledger","content":"a ledger","created_at":"2026-01-03"}` + "\n",
	"golden.jsonl":        `{"query":"vacuum","expected_uid":"lk2aaaaaaaa2"}` + "\n",
	"session.jsonl":       `{"type":"user","message":{"content":"why is it slow?"}}` + "\n",
}

// demoTree stands for the project's docs and source, which main embeds.
var demoTree = fstest.MapFS{
	"docs/merge.md": {Data: []byte("# Citations\n\nHow citations are parsed: from both ends.\n")},
	"go.mod":        {Data: []byte("module example.com/demo\n\ngo 1.21\n")},
	"demo.go":       {Data: []byte("package demo\n\n// ParseCitation reads a citation.\nfunc ParseCitation() {}\n")},
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{dir: t.TempDir(), files: map[string][]byte{}}
	memories, err := os.ReadFile("testdata/brain-cli/dbs/v4_fts_only.db")
	if err != nil {
		t.Fatal(err)
	}
	w.files["brain.db"] = memories
	for name, text := range worldFiles {
		w.files[name] = []byte(text)
	}
	t.Chdir(w.dir)
	for name, value := range map[string]string{"BRAIN_DB": filepath.Join(w.dir, "brain.db"), "HOME": w.dir, "XDG_CONFIG_HOME": w.dir + "/config", "TMPDIR": w.dir,
		"BRAIN_EMBEDDER": "fnv384", "BRAIN_LLM": "", "BRAIN_MODEL": "", "TZ": "UTC"} {
		t.Setenv(name, value)
	}
	w.reset(t)
	for _, call := range [][2]string{{"import", `{"dir":"notes"}`}, {"extract", `{"dir":"app"}`}, {"reindex", `{}`}, {"put", `{"slug":"people/ada","content":"---\ntitle: Ada\ntype: person\ntags: [poet]\n---\nShe wrote the first program, for the [[ledger]].\n\n## Timeline\n\n- **2026-02-01** | she wrote\n"}`},
		{"raw put", `{"ref":"people/ada","source":"web","content":"{}"}`}, {"link", `{"from":"people/ada","to":"ledger","type":"wrote"}`}, {"merge", `{"full":true}`}} {
		w.do(t, call[0], call[1])
	}
	data, err := os.ReadFile("brain.db")
	if err != nil {
		t.Fatal(err)
	}
	w.files["brain.db"] = data
	return w
}

// do runs an operation and closes the file.
func (w *world) do(t *testing.T, name, params string) {
	t.Helper()
	e := engine.New(engine.Config{})
	defer e.Close()
	if _, err := engine.Find(name).Run(context.Background(), e, json.RawMessage(params)); err != nil {
		t.Fatalf("%s %s: %v", name, params, err)
	}
}

// reset puts the folder back as it was.
func (w *world) reset(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(w.dir)
	for _, e := range entries {
		if err == nil {
			err = os.RemoveAll(filepath.Join(w.dir, e.Name()))
		}
	}
	for name, data := range w.files {
		path := filepath.Join(w.dir, filepath.FromSlash(name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil {
			err = os.WriteFile(path, data, 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	w.before = nil
}

// remember notes what is in the file now, for same.
func (w *world) remember(t *testing.T) {
	t.Helper()
	w.before = w.contents(t)
}

// same says whether the file holds what it held when it was remembered, or when it was reset.
func (w *world) same(t *testing.T, when string) {
	t.Helper()
	now := w.contents(t)
	if w.before == nil {
		w.reset(t)
		w.before = w.contents(t)
	}
	if diff := cmp.Diff(w.before, now); diff != "" {
		t.Errorf("the file is another %s (-before +after):\n%s", when, diff)
	}
}

// derived are the tables that hold no knowledge: counts of use, what is kept to save time, and the insides of indexes.
var derived = regexp.MustCompile(`^(recall_log|query_vectors|query_cache|sqlite_stat\d|sqlite_sequence)$|_(data|idx|content|docsize|config|info|chunks|rowids|vector_chunks\d+)$`)

// contents are the rows of all tables but for what is derived, without times, and the names of the other files in the folder.
func (w *world) contents(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	e := engine.New(engine.Config{})
	defer e.Close()
	ask := func(statement string) *engine.SQLResult {
		r, err := e.SQL(context.Background(), engine.SQLInput{Statement: statement})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, row := range ask(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`).Rows {
		table := row[0].(string)
		if derived.MatchString(table) {
			continue
		}
		rows := ask(`SELECT * FROM "` + table + `"`)
		for _, r := range rows.Rows {
			for i, name := range rows.Columns {
				if name == "access_count" || name == "last_accessed_at" {
					r[i] = nil
				}
			}
			out[table] = append(out[table], passing.ReplaceAllString(fmt.Sprint(r...), "…"))
		}
	}
	err := filepath.WalkDir(w.dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.Contains(path, "brain.db") {
			out["files"] = append(out["files"], path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

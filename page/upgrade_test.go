package page

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
)

func TestPagesOfAnOlderFileGetWhatIsNew(t *testing.T) {
	older, _, ok := strings.Cut(db.Schema(), "-- Pages in full:")
	if !ok {
		t.Fatal("the schema of pages is not where it was")
	}
	path := filepath.Join(t.TempDir(), "brain.db")
	file, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	const insert = `INSERT INTO pages(root_id, path, slug, type, title, compiled_truth, timeline, frontmatter, source, source_hash, created_at, updated_at, deleted_at)
		VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, '2026-01-01T00:00:00.000000Z', '2026-01-02T00:00:00.000000Z', ?)`
	statements := []struct {
		sql  string
		args []any
	}{{older, nil}, {`INSERT INTO roots(id, kind, path, name, first, created_at) VALUES (1, 'pages', '/vault', 'vault', 1, '2026-01-01T00:00:00.000000Z')`, nil}}
	for path, text := range map[string]string{"a.md": "---\ntags: [x]\n---\nSee [[Bob]].\r\n\r\n---\r\n\r\n- 2024-01-01: y\r\n", "people/bob.md": "---\ntitle: Bob\n---\nThe quokka.\n", "gone.md": "text"} {
		p := Parse(path, []byte(text))
		var deleted any
		if path == "gone.md" {
			deleted = "2026-01-03T00:00:00.000000Z"
		}
		statements = append(statements, struct {
			sql  string
			args []any
		}{insert, []any{path, p.Slug, p.Type, p.Title, p.CompiledTruth, p.Timeline, string(p.Frontmatter.Fields.JSON()), []byte(text), HashSource([]byte(text)), deleted}})
	}
	statements = append(statements, struct {
		sql  string
		args []any
	}{`PRAGMA application_id = 1112686921; PRAGMA user_version = 2`, nil})
	for _, s := range statements {
		if _, err := file.Exec(s.sql, s.args...); err != nil {
			t.Fatalf("%.80s: %v", s.sql, err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}

	d, err := db.Open(context.Background(), path, db.Options{Functions: merge.Functions(), Upgrades: map[int]db.Upgrade{db.PageSchema: Upgrade}})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	write(t, d, func(*db.Tx) error { return nil })
	if diff := cmp.Diff([]string{"a mentions people/bob"}, edges(t, d)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"people/bob"}, found(t, d, "quokkas")); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
	if r := get(t, d, "a"); !strings.HasSuffix(string(r.Source), "y\r\n") || len(r.Tags) != 1 || r.UpdatedAt != "2026-01-02T00:00:00.000000Z" {
		t.Errorf("page %+v", r)
	}
	// Its files are known: an import of the same folder changes nothing, but for what was deleted and is back.
	statuses := folder{"a.md": "---\ntags: [x]\n---\nSee [[Bob]].\r\n\r\n---\r\n\r\n- 2024-01-01: y\r\n", "people/bob.md": "other", "gone.md": "text"}.sync(t, d, "/vault")
	if diff := cmp.Diff(map[string]Status{"a.md": Skipped, "people/bob.md": Updated, "gone.md": Restored}, statuses); diff != "" {
		t.Errorf("import (-want +got):\n%s", diff)
	}
}

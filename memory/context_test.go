package memory_test

import (
	"strings"
	"testing"

	"brain/db"
	"brain/memory"
)

func TestTheNewestMemoriesNeedNoQuestion(t *testing.T) {
	path := stage(t, "v4_with_vectors")
	migrateFile(t, path)
	d := openMemories(t, path)
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		all, err := memory.Search(tx, s, memory.Question{Limit: 3})
		if err != nil || len(all.Hits) != 3 {
			t.Fatalf("%d hits, %v", len(all.Hits), err)
		}
		b, err := memory.ContextNewest(tx, s, memory.Question{Text: "is not asked", Limit: 3}, "my\nproject", 2000)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.Text, "\n")
		if lines[0] != "## Relevant memories (brain) — my project" || len(b.Rows) != 3 || len(lines) != 5 {
			t.Errorf("%q", lines)
		}
		for i, h := range all.Hits {
			if b.Rows[i].UID != h.UID {
				t.Errorf("row %d is %s, want %s", i, b.Rows[i].UID, h.UID)
			}
		}
		if b, err := memory.ContextNewest(tx, s, memory.Question{Limit: 3, Filter: memory.Filter{Project: "nobody's"}}, "x", 2000); err != nil || b.Text != "" {
			t.Errorf("of a project without any: %q, %v", b.Text, err)
		}
		return nil
	})
}

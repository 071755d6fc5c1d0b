package memory_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/memory"
)

// migrating names a file that a test binary migrates when it is told to on stdin, instead of testing.
const migrating = "BRAIN_MEMORY_TEST_MIGRATES"

func TestProcessThatMigrates(t *testing.T) {
	path := os.Getenv(migrating)
	if path == "" {
		t.Skip("only as a process of another test")
	}
	d, err := db.Open(context.Background(), path, db.Options{Functions: openFunctions, Upgrades: map[int]db.Upgrade{db.MemorySchema: memory.Upgrade}})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("ready")
	bufio.NewReader(os.Stdin).ReadString('\n')
	err = d.Write(context.Background(), func(tx *db.Tx) error {
		_, err := memory.Save(tx, memory.New{Type: "note", Title: fmt.Sprint("process ", os.Getpid())}, false)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

// process starts one that migrates the file, and gives what tells it to.
func process(t *testing.T, path string) (*exec.Cmd, func()) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestProcessThatMigrates$")
	c.Env = append(os.Environ(), migrating+"="+path)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, _ := lines.ReadString('\n'); line != "ready\n" {
		t.Fatalf("the process says %q", line)
	}
	go io.Copy(io.Discard, lines)
	return c, func() { io.WriteString(in, "go\n") }
}

// oldFile is a file of the first brain-cli with that many memories, which an index without stemming finds.
func oldFile(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "old.db")
	sqlOn(t, path, base, fmt.Sprintf(`INSERT INTO memories(uid, type, title, content, tags, created_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT printf('old%%09d', i), 'lesson', 'vacuuming ' || i, 'content of ' || i, 'a' || (i %% 7) || ',B', '2024-01-01 00:00:00' FROM n`, n),
		`CREATE VIRTUAL TABLE memories_fts USING fts5(title, content, tags, project, type, content=memories, content_rowid=rowid)`,
		`INSERT INTO memories_fts(memories_fts) VALUES ('rebuild')`)
	return path
}

// whole checks that a file of oldFile was migrated once, with nothing lost.
func whole(t *testing.T, path string, n, added int) {
	t.Helper()
	for query, want := range map[string]int{
		`SELECT count(*) FROM memories`: n + added,
		`SELECT count(*) FROM memories WHERE content_hash IS NULL OR canonical_type IS NULL`: 0,
		`SELECT count(*) FROM memories_fts WHERE memories_fts MATCH 'vacuums'`:               n,
		`SELECT count(*) FROM memory_tags`:                                                   2 * n,
		`SELECT sum(use_count) FROM tags`:                                                    2 * n,
		`SELECT count(*) FROM memory_pending`:                                                n,
		`SELECT sum(n) FROM memory_counts`:                                                   n + added,
		`SELECT count(*) FROM sqlite_schema WHERE name IN ('memories_ai','memories_au','memories_ad','memories_counts_au','memory_tags_ai')`: 5,
	} {
		if got := rowsOf(t, path, query); !gocmp.Equal(got, [][]any{{float64(want)}}) {
			t.Errorf("%s: %v, want %d", query, got, want)
		}
	}
}

func TestProcessesThatMigrateAtOnceDoItOnce(t *testing.T) {
	const n = 300
	rounds := 3
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		path := oldFile(t, n)
		a, startA := process(t, path)
		b, startB := process(t, path)
		startA()
		startB()
		for _, c := range []*exec.Cmd{a, b} {
			if err := c.Wait(); err != nil {
				t.Errorf("process: %v", err)
			}
		}
		whole(t, path, n, 2)
	}
}

func TestAMigrationThatIsKilledLeavesTheOldFileOrTheNew(t *testing.T) {
	const n = 2000
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	states := map[string]int{}
	for range rounds {
		path := oldFile(t, n)
		c, start := process(t, path)
		start()
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
		if err := c.Process.Kill(); err != nil && !strings.Contains(err.Error(), "already finished") {
			t.Fatal(err)
		}
		c.Wait()
		d := openMemories(t, path)
		added := 0
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			states[s.Marker]++
			if s.Marker == "4" {
				list, err := memory.Recent(tx, s, 1)
				if len(list) == 1 && strings.HasPrefix(list[0].Title, "process") {
					added = 1
				}
				return err
			}
			list, err := memory.Recent(tx, s, n+1)
			if len(list) != n {
				t.Errorf("the old file has %d memories", len(list))
			}
			return err
		})
		writeTx(t, d, func(*db.Tx) error { return nil })
		d.Close()
		whole(t, path, n, added)
	}
	t.Logf("markers after the kill: %v", states)
}

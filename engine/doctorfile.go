package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"brain/db"
	"brain/extract"
	"brain/merge"
	"brain/page"
)

// The names of doctor's checks of the whole file.
const (
	checkIntegrity = "integrity"
	checkEntries   = "entries"
	checkEntryVecs = "entry vectors"
	checkPages     = "pages"
	checkDangling  = "dangling links"
	checkMerge     = "merge"
	checkWAL       = "wal"
	checkDisk      = "disk"
	checkRights    = "rights"
	checkNetwork   = "network"
	checkLanguages = "languages"
)

// largeWAL is from how many bytes on the WAL slows reading: SQLite empties it at 4 MB unless a reader that never ends keeps it.
const largeWAL = 64 << 20

// warn adds what should be known and is no fault of the file: it changes no exit code, since brain-cli's doctor knows none of it.
func (r *DoctorResult) warn(name, text, fix string) {
	r.add(name, CheckWarning, 0, text)
	r.Checks[len(r.Checks)-1].Fix = fix
}

// examineFile makes the checks that are not of memories: of the file as a whole, of entries and pages, and of what lies around it.
func (e *Engine) examineFile(ctx context.Context, out *DoctorResult) error {
	d, err := e.open(ctx, false)
	if err != nil {
		return err
	}
	if err := e.checkIntegrity(ctx, d, out); err != nil {
		return err
	}
	if d.State() == db.Ours {
		if err := e.checkOthers(ctx, d, out); err != nil {
			return err
		}
	}
	around(d, out)
	return nil
}

// checkIntegrity lets SQLite look through the whole file.
func (e *Engine) checkIntegrity(ctx context.Context, d *db.DB, out *DoctorResult) error {
	var found []string
	err := d.ReadMemories(ctx, func(tx *db.Tx) error {
		return tx.Each(`PRAGMA integrity_check(8)`, nil, func(scan func(...any) error) error {
			var s string
			if err := scan(&s); err != nil || ofIndex(s) {
				return err
			}
			found = append(found, s)
			return nil
		})
	})
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil:
		found = []string{Explain(err).Error()}
	case len(found) == 0 || len(found) == 1 && found[0] == "ok":
		out.add(checkIntegrity, CheckGood, 0, "integrity: SQLite finds the file whole")
		return nil
	}
	out.add(checkIntegrity, CheckBad, len(found), "integrity: SQLite finds the file damaged: "+strings.Join(found, "; "))
	out.Checks[len(out.Checks)-1].Fix = "bring a copy back with `brain restore COPY`, or save what is readable with `sqlite3 FILE .recover`"
	return nil
}

// ofIndex says that a finding of SQLite's is of a full-text index that has a check of its own, and can be made anew.
func ofIndex(finding string) bool {
	return strings.Contains(strings.ToLower(finding), "fts5") && slices.ContainsFunc([]string{"entries_fts", "pages_fts", "pages_grams", "memories_fts", "memory_grams"},
		func(name string) bool { return strings.Contains(finding, name) })
}

// derivedPart is something that is made from entries or pages, how it is looked at, and how it is made anew.
type derivedPart struct {
	remake
	good, bad string
	fault     error
	look      func(*db.Tx) error
}

func derivedParts() []derivedPart {
	return []derivedPart{
		{remake{checkEntries, "the index of entries was made anew", merge.RebuildTexts},
			"entries: their index agrees with them", "entries: their index does not agree with them", merge.ErrTexts, merge.CheckTexts},
		{remake{checkEntryVecs, "the table of entry vectors was made anew", merge.RebuildVectors},
			"entry vectors: their table agrees with the entries", "entry vectors: their table does not agree with the entries", merge.ErrVectors, merge.CheckVectors},
		{remake{checkPages, "the indexes of pages were made anew", page.Refill},
			"pages: their indexes agree with them", "pages: their indexes do not agree with them", page.ErrWords, page.CheckWords},
	}
}

// checkOthers checks what is there beside memories: a file that holds them alone is not told of it.
func (e *Engine) checkOthers(ctx context.Context, d *db.DB, out *DoctorResult) error {
	var others bool
	err := d.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM brain_entries WHERE source <> ?)`, []any{merge.Memory}, &others)
	})
	if err != nil || !others {
		return unlessDamaged(ctx, err)
	}
	if err := e.checkDerived(ctx, d, out); err != nil {
		return err
	}
	return e.checkWork(ctx, d, out)
}

// checkDerived compares what is derived from entries and pages with them.
func (e *Engine) checkDerived(ctx context.Context, d *db.DB, out *DoctorResult) error {
	for _, part := range derivedParts() {
		e.Progress("check "+part.check, 0, 0)
		err := d.RehearseFor(ctx, wordsWait, part.look)
		switch {
		case err == nil:
			out.add(part.check, CheckGood, 0, part.good)
		case ctx.Err() != nil:
			return err
		case errors.Is(err, part.fault):
			out.add(part.check, CheckBad, 1, part.bad)
		default:
			out.add(part.check, CheckInfo, 0, part.check+": not compared: "+Explain(err).Problem)
		}
	}
	return nil
}

// checkWork looks for work that waits.
func (e *Engine) checkWork(ctx context.Context, d *db.DB, out *DoctorResult) error {
	var dangling int
	var full string
	err := d.Read(ctx, func(tx *db.Tx) (err error) {
		if _, full, err = merge.LastMerge(tx); err != nil {
			return err
		}
		return tx.QueryRow(`SELECT count(*) FROM links l JOIN pages p ON p.id = l.page_id AND p.deleted_at IS NULL WHERE l.other_id IS NULL`, nil, &dangling)
	})
	if err != nil {
		return unlessDamaged(ctx, err)
	}
	if dangling > 0 {
		out.add(checkDangling, CheckInfo, dangling, fmt.Sprintf("links: %d lead to pages that do not exist", dangling))
		out.Checks[len(out.Checks)-1].Fix = "see them with `brain links --dangling`"
	}
	if merge.Due(full, e.Now()) {
		since := "since " + full
		if full == "" {
			since = "and never was"
		}
		out.warn(checkMerge, "merge: a full one is due "+since, "run `brain merge --full`, or let `brain schedule install` do it weekly")
	}
	return nil
}

// unlessDamaged leaves out an error that another check tells of.
func unlessDamaged(ctx context.Context, err error) error {
	if ctx.Err() == nil && (errors.Is(err, db.ErrCorrupt) || errors.Is(err, db.ErrIncomplete)) {
		return nil
	}
	return err
}

// around looks at what the file lies on.
func around(d *db.DB, out *DoctorResult) {
	if n := d.WALSize(); n > largeWAL {
		out.warn(checkWAL, fmt.Sprintf("wal: %d MB wait to be folded into the file", n>>20), "end the process that has been reading the file for long, then run `brain vacuum`")
	}
	if free, ok := d.Free(); ok && free < max(uint64(d.Size()), largeWAL) {
		out.warn(checkDisk, fmt.Sprintf("disk: %d MB are free, less than the file takes: a migration or vacuum will not find room", free>>20), "make room where the file is")
	}
	if info, err := os.Stat(d.Path()); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		out.warn(checkRights, fmt.Sprintf("rights: others may read the file (mode %04o)", info.Mode().Perm()), "chmod 600 "+d.Path())
	}
	if name := d.Network(); name != "" {
		out.warn(checkNetwork, "network: the file lies on "+name+", where several processes at once can damage it", "keep it on a disk of this machine: BRAIN_DB=path")
	}
	if !extract.TreeSitter {
		out.add(checkLanguages, CheckInfo, 0, "languages: this build reads Go, Markdown and manifests; the others need one with cgo")
	}
}

package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"brain/db"
	"brain/memory"
	"brain/page"
)

// BackupInput are the parameters of backup.
type BackupInput struct {
	File string `json:"file" arg:"1" value:"FILE" help:"the copy to make (else beside the brain, with the time in its name)"`
}

// BackupResult says what was copied where.
type BackupResult struct {
	Path   string `json:"path"`
	Backup string `json:"backup"`
	Bytes  int64  `json:"bytes"`
}

// Backup copies the file as it is at this moment, while others may write, and checks the copy.
func (e *Engine) Backup(ctx context.Context, in BackupInput) (*BackupResult, error) {
	d, err := e.open(ctx, false)
	if err != nil {
		return nil, err
	}
	dst := in.File
	switch info, err := os.Stat(dst); {
	case dst == "":
		dst = d.NameOfCopy()
	case err == nil && info.IsDir():
		dst = filepath.Join(dst, filepath.Base(d.NameOfCopy()))
	}
	if dst, err = filepath.Abs(dst); err != nil {
		return nil, err
	}
	if err := d.Copy(ctx, dst); err != nil {
		return nil, copyError(err, dst)
	}
	info, err := os.Stat(dst)
	if err != nil {
		return nil, err
	}
	return &BackupResult{d.Path(), dst, info.Size()}, nil
}

// copyError tells of a copy that was not made at dst.
func copyError(err error, dst string) error {
	if errors.Is(err, db.ErrExists) {
		return &Error{Problem: "there is something at " + dst, Fix: "name another file; nothing is written over", Err: err}
	}
	return err
}

// FileRestored says which copy the file was made from, and where the file as it was lies.
type FileRestored struct {
	Path   string `json:"path"`
	From   string `json:"from"`
	Backup string `json:"backup"` // "" where the file was empty
}

// restoreFile puts a copy in the place of the file.
func (e *Engine) restoreFile(ctx context.Context, from string) (*FileRestored, error) {
	d, err := e.openEmpty(ctx)
	if errors.Is(err, db.ErrCorrupt) || errors.Is(err, db.ErrForeign) {
		return nil, outOfTheWay(err)
	}
	if err != nil {
		return nil, err
	}
	if from, err = filepath.Abs(from); err != nil {
		return nil, err
	}
	copied, err := d.Replace(ctx, from)
	switch {
	case errors.Is(err, db.ErrUncopied) && errors.Is(err, db.ErrCorrupt):
		return nil, outOfTheWay(err)
	case errors.Is(err, db.ErrExists):
		return nil, usage("name a copy that `brain backup` made", "%s is the brain itself", from)
	case errors.Is(err, db.ErrEmpty):
		return nil, usage("name a copy that `brain backup` made", "%s holds nothing", from)
	case errors.Is(err, db.ErrCorrupt):
		return nil, &Error{Problem: "the copy is damaged", Cause: err.Error(), Fix: "name another copy; the brain is left as it is", Err: err}
	case err != nil:
		return nil, err
	}
	return &FileRestored{d.Path(), from, copied}, nil
}

// outOfTheWay explains that a file cannot be kept as a copy, so that nothing may take its place unasked.
func outOfTheWay(err error) *Error {
	problem := Explain(err)
	return &Error{Problem: problem.Problem, Cause: problem.Cause, Fix: "move the file, and what lies beside it as -wal and -shm, out of the way; then restore again", Err: err}
}

// isDatabase says whether there is an SQLite file of that name.
func isDatabase(path string) bool {
	// To open a named pipe would wait for somebody to write into it.
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 16)
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte("SQLite format 3\x00"))
}

// namesFile says whether ref, which may also be a uid or a slug, is the name of a database: one that begins as a path does can be
// nothing else, any other goes to a memory or a page of that name first.
func (e *Engine) namesFile(ctx context.Context, ref string) bool {
	if !isDatabase(ref) {
		return false
	}
	if isPath(ref) {
		return true
	}
	_, err := e.exactly(ctx, ref)
	return err != nil
}

// isPath says whether ref begins as only a path does: no uid and no slug begins with / or a dot.
func isPath(ref string) bool { return filepath.IsAbs(ref) || strings.HasPrefix(ref, ".") }

// noCopy is why ref, which is no memory and no page, is no copy of a brain either, if it is the name of a file or can only be one;
// else it is err, which then says how a copy is named.
func noCopy(ref string, err error) error {
	info, statErr := os.Stat(ref)
	const fix = "name a copy that `brain backup` made"
	switch {
	case statErr == nil && info.IsDir():
		return usage(fix, "%s is a folder", ref)
	case statErr == nil:
		return usage(fix, "%s is no brain: it is no SQLite database", ref)
	case isPath(ref):
		return usage(fix, "there is no file %s", ref)
	}
	if told := Explain(err); (errors.Is(err, page.ErrNoPage) || errors.Is(err, memory.ErrUnknown)) && len(told.Candidates) == 0 {
		withPath := *told
		withPath.Fix += "; name a copy of the file by its path, such as ./brain.db.bak-…"
		return &withPath
	}
	return err
}

// VacuumInput are the parameters of vacuum: none.
type VacuumInput struct{}

// VacuumResult says how many bytes the file took before and takes now, its WAL with it.
type VacuumResult struct {
	Path   string `json:"path"`
	Before int64  `json:"bytes_before"`
	After  int64  `json:"bytes_after"`
	WAL    int64  `json:"bytes_wal"` // of those after it, what others kept from being brought into the file
}

// Vacuum writes the file anew, without what is free in it.
func (e *Engine) Vacuum(ctx context.Context, _ VacuumInput) (*VacuumResult, error) {
	d, err := e.open(ctx, false)
	if err != nil {
		return nil, err
	}
	if free, ok := d.Free(); ok && free < uint64(d.Size()) {
		return nil, &Error{Problem: "there is no room to write the file anew", Cause: fmt.Sprintf("%d bytes are needed, %d are free", d.Size(), free), Fix: "make room on the disk of " + d.Path()}
	}
	e.Progress("vacuum", 0, 0)
	before, after, err := d.Vacuum(ctx)
	if err != nil {
		return nil, err
	}
	return &VacuumResult{d.Path(), before, after, d.WALSize()}, nil
}

func fileOperations() []*Operation {
	return []*Operation{
		operation("backup", "copy the brain while it is in use", (*Engine).Backup, func(op *Operation) {
			op.Effect = Adds
			op.Help = `The copy is of one moment, is checked, and is a brain of its own: BRAIN_DB=COPY reads it. Other processes go on writing
meanwhile. Nothing is written over. brain restore COPY brings it back.`
			op.Examples = []Example{{"brain backup", "beside the brain, with the time in its name"}, {"brain backup /mnt/stick", "into a folder"}}
		}),
		operation("vacuum", "make the file as small as it can be", (*Engine).Vacuum, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `Pages that deleted things left are given back to the disk, and the parts of each full-text index are merged into one. It needs
as much free room as the file has now. Others can read meanwhile; who wants to write waits, up to ten seconds.`
			op.Examples = []Example{{"brain vacuum", "after a large delete, or a migration"}}
		}),
	}
}

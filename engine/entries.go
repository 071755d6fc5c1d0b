package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// EntriesImportInput are the parameters of entries import.
type EntriesImportInput struct {
	File      string `json:"file" arg:"1" value:"FILE.jsonl" required:"" help:"lines of JSON, one row of brain_entries each; - is standard input"`
	Model     string `json:"model" value:"NAME" help:"the model that made the vectors"`
	NoVectors bool   `json:"no-vectors" help:"leave the vectors out"`
}

// EntriesImportResult counts what step 1 did with the lines. Warnings name the lines that were taken with a change.
type EntriesImportResult struct {
	Read       int           `json:"read"`
	Inserted   int           `json:"inserted"`
	Duplicates int           `json:"duplicates"`
	Embedded   int           `json:"embedded"`
	Warnings   []FileWarning `json:"warnings"`
	Skipped    []Skip        `json:"skipped"`
}

// Left names the lines that were left out.
func (r *EntriesImportResult) Left() []Skip { return r.Skipped }

// A batch is written when it has so many rows, or lines of so many bytes: another writer then waits for a moment only.
const (
	entriesBatch      = 1000
	entriesBatchBytes = 8 << 20
)

// EntriesImport brings rows of brain_entries in, in the order of the file, a batch a transaction; no transaction is open
// while input is waited for. A line that is no such row is named and skipped. The first vector decides of which kind all are:
// if the brain holds another kind the whole file is refused, since a part would be a silent loss, and a later line of another
// dimension is skipped like one that is no row.
func (e *Engine) EntriesImport(ctx context.Context, in EntriesImportInput) (*EntriesImportResult, error) {
	f, err := openInput(ctx, in.File)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	im := &entriesImport{e: e, in: in, out: &EntriesImportResult{Warnings: []FileWarning{}, Skipped: []Skip{}}}
	if err := im.checkVectors(ctx, f); err != nil {
		return nil, err
	}
	err = eachLine(f, func(number int, line []byte, whole bool) error {
		im.line(number, line, whole)
		if len(im.batch) < entriesBatch && im.bytes < entriesBatchBytes {
			return nil
		}
		return im.flush(ctx)
	})
	if err == nil {
		err = im.flush(ctx)
	}
	if err != nil {
		return nil, err
	}
	return im.out, nil
}

// entriesImport is one run over a file.
type entriesImport struct {
	e     *Engine
	in    EntriesImportInput
	out   *EntriesImportResult
	dim   int // of the first vector; 0 before it
	batch []merge.Row
	bytes int // of the batch's lines
}

// checkVectors compares the first vector of the file with those of the brain, before anything is written. A pipe can be read
// only once: there the first batch with a vector is refused.
func (im *entriesImport) checkVectors(ctx context.Context, f *input) error {
	dim, model, there, err := im.e.vectorKind(ctx)
	if err != nil || !there || im.in.NoVectors || !f.regular() {
		return err
	}
	start, err := f.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	first := 0
	err = eachLine(f, func(_ int, line []byte, whole bool) error {
		if row, err := readEntry(line); whole && err == nil && row.Embedding != nil {
			first = len(row.Embedding)
			return io.EOF
		}
		return nil
	})
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if first != 0 && (first != dim || recorded(im.in.Model, first) != recorded(model, dim)) {
		return &merge.VectorsOther{HaveDim: dim, HaveModel: model, WantDim: first, WantModel: im.in.Model}
	}
	_, err = f.file.Seek(start, io.SeekStart)
	return err
}

// vectorKind says of which kind the file's vectors are. A file that is not there, or into which nothing was merged, has none.
func (e *Engine) vectorKind(ctx context.Context) (dim int, model string, there bool, err error) {
	d, err := e.open(ctx, false)
	if errors.Is(err, db.ErrMissing) || err == nil && d.State() != db.Ours {
		return 0, "", false, nil
	}
	if err != nil {
		return 0, "", false, err
	}
	err = d.Read(ctx, func(tx *db.Tx) (err error) {
		dim, model, there, err = vec.Entries.Info(tx)
		return err
	})
	return dim, model, there, err
}

// line puts a row into the batch, or says why it is left out.
func (im *entriesImport) line(number int, line []byte, whole bool) {
	var row merge.Row
	err := fmt.Errorf("the line is longer than %d MB", maxLine>>20)
	if whole {
		row, err = readEntry(line)
	}
	if im.in.NoVectors {
		row.Embedding = nil
	}
	if n := len(row.Embedding); err == nil && n > 0 {
		if im.dim == 0 {
			im.dim = n
		}
		if n != im.dim {
			err = fmt.Errorf("embedding: it is %d-dimensional, the first one of the file is %d-dimensional", n, im.dim)
		}
	}
	if err != nil {
		im.out.Skipped = append(im.out.Skipped, Skip{Path: fmt.Sprintf("%s:%d", im.in.File, number), Reason: err.Error()})
		return
	}
	broken, nul := replaced(line)
	im.warn(number, broken, "no Unicode: U+FFFD was taken for each")
	im.warn(number, nul, "NUL: a space was taken for each")
	im.batch = append(im.batch, row)
	im.bytes += len(line)
}

func (im *entriesImport) warn(number, n int, what string) {
	switch {
	case n == 1:
		im.out.Warnings = append(im.out.Warnings, FileWarning{im.in.File, number, "1 character is " + what})
	case n > 1:
		im.out.Warnings = append(im.out.Warnings, FileWarning{im.in.File, number, fmt.Sprintf("%d characters are %s", n, what)})
	}
}

// flush writes the batch.
func (im *entriesImport) flush(ctx context.Context) error {
	if len(im.batch) == 0 {
		return nil
	}
	var inserted, embedded int
	err := im.e.write(ctx, func(tx *db.Tx) error {
		for _, row := range im.batch {
			if row.Embedding != nil {
				if err := merge.UseVectors(tx, len(row.Embedding), recorded(im.in.Model, len(row.Embedding))); err != nil {
					return err
				}
			}
			_, isNew, err := merge.Ingest(tx, row)
			if err != nil {
				return err
			}
			if isNew {
				inserted++
				if row.Embedding != nil {
					embedded++
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	im.out.Read += len(im.batch)
	im.out.Inserted += inserted
	im.out.Duplicates += len(im.batch) - inserted
	im.out.Embedded += embedded
	im.batch, im.bytes = im.batch[:0], 0
	im.e.Progress("import entries", im.out.Read, 0)
	return nil
}

// EntriesExportInput has no parameters.
type EntriesExportInput struct{}

// Stream is a result that is too large to hold: it writes itself, a line of JSON a row.
type Stream func(w io.Writer) error

// EntriesExport writes all rows of brain_entries, in the form that entries import reads.
func (e *Engine) EntriesExport(ctx context.Context, _ EntriesExportInput) (Stream, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		bw := bufio.NewWriterSize(w, 1<<16)
		enc := json.NewEncoder(bw)
		enc.SetEscapeHTML(false)
		err := e.read(ctx, func(tx *db.Tx) error {
			return merge.Export(tx, func(row merge.Exported) error { return enc.Encode(row) })
		})
		return errors.Join(err, bw.Flush())
	}, nil
}

package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

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

// EntriesImportResult counts what step 1 did with the lines.
type EntriesImportResult struct {
	Read       int    `json:"read"`
	Inserted   int    `json:"inserted"`
	Duplicates int    `json:"duplicates"`
	Embedded   int    `json:"embedded"`
	Skipped    []Skip `json:"skipped"`
}

// Left names the lines that were left out.
func (r *EntriesImportResult) Left() []Skip { return r.Skipped }

// entryLine is a line of the file. Other keys (id, ord, citation_id, content_hash) are allowed and not needed: ids are
// given anew, and hash and citation follow from the row.
type entryLine struct {
	Source     *string `json:"source"`
	EntityID   *string `json:"entity_id"`
	EntityName *string `json:"entity_name"`
	Content    *string `json:"content"`
	Embedding  any     `json:"embedding"`
	CreatedAt  string  `json:"created_at"`
	UpdatedAt  string  `json:"updated_at"`
}

// EntriesImport brings rows of brain_entries in, in the order of the file, in one transaction. A line that is no such row
// is named and skipped. Vectors of another kind than the file's refuse the whole file: a part would be a silent loss.
func (e *Engine) EntriesImport(ctx context.Context, in EntriesImportInput) (*EntriesImportResult, error) {
	f, err := openInput(in.File)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := &EntriesImportResult{Skipped: []Skip{}}
	err = e.write(ctx, func(tx *db.Tx) error {
		*out = EntriesImportResult{Skipped: []Skip{}}
		return eachLine(f, func(number int, line []byte) error {
			row, err := readEntry(line)
			if err != nil {
				out.Skipped = append(out.Skipped, Skip{fmt.Sprintf("%s:%d", in.File, number), err.Error()})
				return nil
			}
			if in.NoVectors {
				row.Embedding = nil
			}
			if row.Embedding != nil {
				if err := merge.UseVectors(tx, len(row.Embedding), in.Model); err != nil {
					return err
				}
			}
			out.Read++
			_, inserted, err := merge.Ingest(tx, row)
			switch {
			case err != nil:
				return err
			case !inserted:
				out.Duplicates++
			default:
				out.Inserted++
				if row.Embedding != nil {
					out.Embedded++
				}
			}
			if out.Read%1000 == 0 {
				e.Progress("import entries", out.Read, 0)
			}
			return ctx.Err()
		})
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func openInput(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

// eachLine reads lines of any length; blank ones are passed over.
func eachLine(r io.Reader, line func(number int, text []byte) error) error {
	br := bufio.NewReaderSize(r, 1<<20)
	for number := 1; ; number++ {
		text, err := br.ReadBytes('\n')
		if len(text) > 0 && !blank(text) {
			if err := line(number, text); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

func readEntry(line []byte) (merge.Row, error) {
	var l entryLine
	if err := json.Unmarshal(line, &l); err != nil {
		return merge.Row{}, fmt.Errorf("not a JSON object of a row: %w", err)
	}
	for _, need := range []struct {
		name  string
		value *string
	}{{"source", l.Source}, {"entity_id", l.EntityID}, {"entity_name", l.EntityName}, {"content", l.Content}} {
		if need.value == nil {
			return merge.Row{}, fmt.Errorf("%s is missing", need.name)
		}
	}
	row := merge.Row{Source: *l.Source, EntityID: *l.EntityID, EntityName: *l.EntityName, Content: *l.Content}
	if row.Source == "" {
		return row, errors.New("source is empty")
	}
	var err error
	if row.CreatedAt, err = db.ParseTime(l.CreatedAt); err != nil {
		return row, fmt.Errorf("created_at: %w", err)
	}
	if row.UpdatedAt, err = parseOr(l.UpdatedAt, row.CreatedAt); err != nil {
		return row, fmt.Errorf("updated_at: %w", err)
	}
	row.Embedding, err = readVector(l.Embedding)
	return row, err
}

func parseOr(s string, otherwise time.Time) (time.Time, error) {
	if s == "" {
		return otherwise, nil
	}
	return db.ParseTime(s)
}

// readVector takes pgvector's text form or a JSON array; null is no vector.
func readVector(v any) ([]float32, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		out, err := vec.Parse(v)
		if err != nil {
			return nil, fmt.Errorf("embedding: %w", err)
		}
		return out, nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("embedding: %w", err)
	}
	out, err := vec.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("embedding: %w", err)
	}
	return out, nil
}

// EntriesExportInput has no parameters.
type EntriesExportInput struct{}

// Stream is a result that is too large to hold: it writes itself, a line of JSON a row.
type Stream func(w io.Writer) error

// EntriesExport writes all rows of brain_entries, in the form that entries import reads.
func (e *Engine) EntriesExport(ctx context.Context, _ EntriesExportInput) (Stream, error) {
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

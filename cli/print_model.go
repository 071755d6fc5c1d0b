package cli

import (
	"fmt"

	"brain/engine"
)

func (t *Terminal) printModels(r *engine.ModelListResult) error {
	w := t.table()
	for _, m := range r.Models {
		mark := " "
		if m.InUse {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %s\t%s\t%s\n", mark, printable(m.Model), m.By, orDash(printable(m.ID)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return t.line("vectors in the file: %s", orDash(r.Vectors))
}

func (t *Terminal) printModel(r *engine.ModelInfoResult) error {
	w := t.table()
	for _, row := range [][2]string{
		{"name", r.Name}, {"id", r.ID}, {"folder", orDash(r.Dir)}, {"dimension", fmt.Sprint(r.Dimension)}, {"window", count(r.Window, "word piece")},
		{"pooling", r.Pooling}, {"backend", r.Backend}, {"query prefix", quoted(r.Query)}, {"passage prefix", quoted(r.Passage)},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], printable(row[1]))
	}
	for _, f := range r.Files {
		fmt.Fprintf(w, "file\t%s (%s)\n", printable(f.Path), bytesText(f.Bytes))
	}
	return w.Flush()
}

// quoted shows a prefix with the blank that it ends in.
func quoted(s string) string {
	if s == "" {
		return orDash(s)
	}
	return fmt.Sprintf("%q", s)
}

func (t *Terminal) printModelUse(r *engine.ModelUseResult) error {
	if err := t.line("the file's model is %s (%s)", r.Model, r.ID); err != nil || !r.Reembed {
		return err
	}
	return t.line("its vectors are of %s: replace them with `brain embed --all`", orDash(r.Vectors))
}

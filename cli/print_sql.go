package cli

import (
	"fmt"
	"io"
	"strings"

	"brain/engine"
)

func (t *Terminal) printSQL(r *engine.SQLResult) error {
	if len(r.Columns) == 0 {
		return t.line("%s changed", count(r.Changed, "row"))
	}
	var w io.Writer = t.Out
	if t.IsTTY {
		tw := t.table()
		defer tw.Flush() // its error stays with the output
		w = tw
	}
	names := make([]string, len(r.Columns))
	for i, n := range r.Columns {
		names[i] = t.cell(n, len(names))
	}
	fmt.Fprintln(w, strings.Join(names, "\t"))
	for _, row := range r.Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = t.cell(v, len(row))
		}
		if _, err := fmt.Fprintln(w, strings.Join(cells, "\t")); err != nil {
			return err
		}
	}
	return nil
}

// tabEscaper keeps a row on its line where the output is read by programs.
var tabEscaper = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`)

func (t *Terminal) cell(v any, columns int) string {
	if v == nil {
		return ""
	}
	s := fmt.Sprint(v)
	if t.IsTTY {
		return cut(oneLine(s), max(20, t.Width/columns))
	}
	return tabEscaper.Replace(s)
}

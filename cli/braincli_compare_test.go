package cli_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// changed are the entries of CHANGED.md for one scenario: of each step, what differs, and the exit code in its place.
type changed map[int]*change

type change struct {
	what map[string]string // exit → code, stdout, stderr, db, file → ""
	used map[string]bool
}

// readChanges reads the table in CHANGED.md: | scenario | step | what differs | reason |.
func readChanges(t *testing.T) map[string]changed {
	t.Helper()
	data, err := os.ReadFile(brainCLI + "/CHANGED.md")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]changed{}
	for _, line := range strings.Split(string(data), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		var step int
		if len(cells) < 4 {
			continue
		}
		if _, err := fmt.Sscan(cells[1], &step); err != nil {
			continue // the head of the table
		}
		name := strings.TrimSpace(cells[0])
		if out[name] == nil {
			out[name] = changed{}
		}
		c := &change{what: map[string]string{}, used: map[string]bool{}}
		for _, w := range strings.Fields(cells[2]) {
			part, value, _ := strings.Cut(w, "=")
			c.what[part] = value
		}
		out[name][step] = c
	}
	return out
}

// report fails where a part of a step differs and no entry says that it must.
func (c changed) report(t *testing.T, n int, part, diff string) {
	t.Helper()
	if diff == "" {
		return
	}
	entry := c[n]
	if entry == nil {
		t.Errorf("step %d: %s: %s", n, part, diff)
		return
	}
	value, listed := entry.what[part]
	if entry.used[part] = true; !listed || value != "" && value != diff {
		t.Errorf("step %d: %s: %s", n, part, diff)
	}
}

// unused fails for entries that nothing needed.
func (c changed) unused(t *testing.T) {
	t.Helper()
	for _, n := range slices.Sorted(maps.Keys(c)) {
		for _, part := range slices.Sorted(maps.Keys(c[n].what)) {
			if !c[n].used[part] {
				t.Errorf("step %d: CHANGED.md says that %s differs, and it does not", n, part)
			}
		}
	}
}

// check compares a call with what brain-cli gave: the exit code always, data to the letter, sentences by what they name.
func (w *cliWorld) check(n int, s cliStep, got cliAnswer) {
	w.t.Helper()
	call := fmt.Sprintf("%q\nstdout: %s\nstderr: %s\n", s.Argv, got.out, got.stderr)
	if s.Bind != "" {
		if err := w.bind(s.Bind, got.out); err != nil {
			w.t.Fatalf("step %d: %v\n%s", n, err, call)
		}
	}
	if got.code != s.Exit {
		w.changes.report(w.t, n, "exit", fmt.Sprint(got.code))
		w.t.Logf("step %d: exit code %d, not %d: %s", n, got.code, s.Exit, call)
	}
	diff := ""
	switch {
	case isData(s):
		diff = w.diffData(s.Stdout, got.out, s.Unordered)
	default:
		diff = w.diffSentences(s, s.Stdout, got.out)
	}
	w.changes.report(w.t, n, "stdout", explain(diff, call))
	w.changes.report(w.t, n, "stderr", explain(w.diffSentences(s, strings.Replace(s.Stderr, "TRACEBACK", "✗", 1), got.stderr), call))
	for _, q := range s.DB {
		rows, err := w.rows(w.fill(q.Q))
		if err != nil {
			w.changes.report(w.t, n, "db", q.Q+": "+err.Error())
			continue
		}
		w.changes.report(w.t, n, "db", explain(w.diffRows(q, rows), call))
	}
}

func explain(diff, call string) string {
	if diff == "" {
		return ""
	}
	return diff + "\n" + call
}

// dataCommands print data; the others say in a sentence what they did.
var dataCommands = []string{"save", "add", "update", "get", "search", "query", "context", "history", "tags", "recent", "stats", "reconcile", "eval"}

func isData(s cliStep) bool {
	if slices.Contains(s.Argv, "--json") {
		return true
	}
	if s.Exit == 1 && s.Argv[0] != "eval" || strings.HasPrefix(s.Stdout, "no ") || s.Prog != "" || len(s.Argv) == 0 {
		return false
	}
	return slices.Contains(dataCommands, s.Argv[0]) || strings.HasPrefix(s.Stdout, "[\n") || strings.HasPrefix(s.Stdout, "{\n")
}

// The forms of the placeholders that stand for what changes from run to run.
func placeholders(at time.Time) map[string]string {
	day := at.UTC().Format("2006-01-02") + "|" + at.UTC().AddDate(0, 0, 1).Format("2006-01-02") // a test may run over midnight
	return map[string]string{
		"<<NOW>>":   `(?:` + day + `) \d\d:\d\d:\d\d`,
		"<<TODAY>>": `(?:` + day + `)`,
		"<<UID>>":   `[a-z2-7]{12}`,
		"<<STAMP>>": `\d{8}-\d{6}`,
	}
}

var started = time.Now().Add(-time.Minute)

// pattern is the expected text as a regular expression.
func (w *cliWorld) pattern(want string) string {
	p := regexp.QuoteMeta(w.fill(want))
	for name, form := range placeholders(started) {
		p = strings.ReplaceAll(p, regexp.QuoteMeta(name), form)
	}
	return p
}

// ours are sentences inside of what is data else: the last line of eval, the line under a context.
var ours = regexp.MustCompile(`(?m)^(✓ recall@5 .*|\(full detail: .*\)|  ✓ .*)$`)

// reason is the sentence in a packet of reconcile.
var reason = regexp.MustCompile(`"reason": "[^"]*"`)

func (w *cliWorld) diffData(want, got string, unordered bool) string {
	want, got = reason.ReplaceAllString(want, `"reason": ""`), reason.ReplaceAllString(got, `"reason": ""`)
	want = ours.ReplaceAllString(want, "OURS")
	p := strings.ReplaceAll(w.pattern(want), "OURS", ".+")
	if regexp.MustCompile(`^(?s:`+p+`)$`).MatchString(got) || unordered && w.sameParts(want, got) {
		return ""
	}
	return "(-want +got):\n" + cmp.Diff(w.fill(want), got)
}

// sameParts says whether the lines, or the elements of a JSON array, are the same in another order.
func (w *cliWorld) sameParts(want, got string) bool {
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	if strings.HasPrefix(want, "[\n") {
		wants, gots = strings.Split(strings.Trim(want, "[]\n "), "\n  },\n"), strings.Split(strings.Trim(got, "[]\n "), "\n  },\n")
		for _, parts := range [][]string{wants, gots} {
			for i := range parts {
				parts[i] = strings.TrimSuffix(strings.TrimSpace(parts[i]), "}")
				parts[i] = strings.TrimSpace(parts[i])
			}
		}
	}
	if len(wants) != len(gots) {
		return false
	}
	for _, part := range wants {
		p := regexp.MustCompile(`^(?s:` + w.pattern(part) + `)$`)
		i := slices.IndexFunc(gots, p.MatchString)
		if i < 0 {
			return false
		}
		gots = slices.Delete(gots, i, i+1)
	}
	return true
}

// named are the things that a sentence is about: placeholders, names with an underscore, numbers of what was counted.
var named = regexp.MustCompile(`<<\w+>>(?:\.bak-migrate-<<STAMP>>)?|\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b\d+ (?:candidate|added|noop|queued|duplicate)|nonexistent99|z{12}|'[a-z]+'`)

// diffSentences compares whether anything is said, and what it names.
func (w *cliWorld) diffSentences(s cliStep, want, got string) string {
	if (want == "") != (got == "") {
		return fmt.Sprintf("brain-cli says %q", want)
	}
	want, _, _ = strings.Cut(reason.ReplaceAllString(want, ""), "(choose from")
	for _, name := range named.FindAllString(want, -1) {
		switch {
		case strings.Contains(name, "_") && s.Prog == "" && !strings.HasPrefix(name, "<<"):
			continue // only the plan of a migration has to list columns and tables
		case strings.HasPrefix(name, "'"):
			name = strings.Trim(name, "'")
		}
		if !regexp.MustCompile(w.pattern(name)).MatchString(got) {
			return fmt.Sprintf("%s is not named; brain-cli says %q", w.fill(name), want)
		}
	}
	return ""
}

func (w *cliWorld) diffRows(q cliQuery, got [][]any) string {
	if len(got) != len(q.Rows) {
		return fmt.Sprintf("%s: %v, not %v", q.Q, got, q.Rows)
	}
	for i, row := range q.Rows {
		for j, want := range row {
			s, isText := want.(string)
			text, _ := got[i][j].(string)
			if isText && !regexp.MustCompile(`^(?s:`+w.pattern(s)+`)$`).MatchString(text) || !isText && want != got[i][j] {
				return fmt.Sprintf("%s: %v, not %v", q.Q, got, q.Rows)
			}
		}
	}
	return ""
}

// diffJSONLines compares lines of JSON by their values, but for sentences.
func (w *cliWorld) diffJSONLines(want, got string) string {
	read := func(text string) (out []any) {
		for dec := json.NewDecoder(strings.NewReader(reason.ReplaceAllString(text, `"reason": ""`))); dec.More(); {
			var v any
			if err := dec.Decode(&v); err != nil {
				return append(out, err.Error())
			}
			out = append(out, v)
		}
		return out
	}
	return cmp.Diff(read(w.fill(want)), read(got))
}

package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/engine"
)

// row is a line of an answer with references to others.
func row(id int64, source, entity string, refs ...engine.QueryCrossed) engine.QueryRow {
	return engine.QueryRow{ID: id, Source: source, EntityID: entity, EntityName: entity, Crossrefs: refs}
}

func ref(id int64, source, relation string) engine.QueryCrossed {
	return engine.QueryCrossed{ID: id, Source: source, Relation: relation}
}

func TestGroupsPutThePageFirstWithItsCodeUnderIt(t *testing.T) {
	for _, tc := range []struct {
		name string
		rows []engine.QueryRow
		want [][]int64 // the lead, then what stands under it
	}{
		{"none", nil, nil},
		{"rows that nothing joins keep their order", []engine.QueryRow{row(3, "memory", "m"), row(1, "gbrain", "p"), row(2, "graphify", "n")}, [][]int64{{3}, {1}, {2}}},
		{"the page leads, at the place of the better of the two",
			[]engine.QueryRow{row(2, "graphify", "n", ref(1, "gbrain", "same_name")), row(3, "memory", "m"), row(1, "gbrain", "p", ref(2, "graphify", "same_name"))},
			[][]int64{{1, 2}, {3}}},
		{"code that the answer does not rank stands under its page", []engine.QueryRow{row(1, "gbrain", "p", ref(7, "graphify", "name_similar"))}, [][]int64{{1, 7}}},
		{"code whose page is not in the answer leads itself", []engine.QueryRow{row(2, "graphify", "n", ref(1, "gbrain", "same_name"))}, [][]int64{{2}}},
		{"code that the page does not name is not swallowed",
			[]engine.QueryRow{row(2, "graphify", "n", ref(1, "gbrain", "same_name")), row(1, "gbrain", "p")},
			[][]int64{{2}, {1}}},
		{"a memory is never under a page", []engine.QueryRow{row(1, "gbrain", "p", ref(3, "memory", "same_name")), row(3, "memory", "m")}, [][]int64{{1}, {3}}},
		{"further chunks of a page fold under its best", []engine.QueryRow{row(2, "gbrain", "p#3"), row(1, "gbrain", "p"), row(4, "gbrain", "q#2"), row(5, "gbrain", "p#12")}, [][]int64{{2}, {4}}},
		{"a number sign that is no chunk is part of the slug", []engine.QueryRow{row(1, "gbrain", "c#"), row(2, "gbrain", "c#x"), row(3, "gbrain", "c")}, [][]int64{{1}, {2}, {3}}},
		{"code of a further chunk stands under the page",
			[]engine.QueryRow{row(1, "gbrain", "p"), row(3, "graphify", "n", ref(2, "gbrain", "name_similar")), row(2, "gbrain", "p#2", ref(3, "graphify", "name_similar"))},
			[][]int64{{1, 3}}},
		{"code of two pages stands under the first", []engine.QueryRow{row(1, "gbrain", "p", ref(9, "graphify", "same_name")), row(2, "gbrain", "q", ref(9, "graphify", "same_name"))}, [][]int64{{1, 9}, {2}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got [][]int64
			for _, g := range groups(tc.rows) {
				ids := []int64{g.lead.ID}
				for _, c := range g.under {
					ids = append(ids, c.ID)
				}
				got = append(got, ids)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSnippetLeavesOutTheTitleAsAWhole(t *testing.T) {
	for _, tc := range []struct{ source, name, content, want string }{
		{"memory", "Go", "Go\nGoogle is a search engine.", " — Google is a search engine."},
		{"memory", "Go", "Google is a search engine.", " — Google is a search engine."},
		{"memory", "Go", "Go\nGo: a language", " — Go: a language"},
		{"memory", "Go", "Go: a language", " — a language"},
		{"memory", "Go", "Go — a language", " — a language"},
		{"memory", "Go", "Go", ""},
		{"memory", "Go", "Go-like", " — Go-like"},
		{"memory", "", "text", " — text"},
		{"gbrain", "Mole", "Mole\n\nMoles dig too.", " — Moles dig too."},
		{"gbrain", "Mole", "Mole\r\nMoles dig too.", " — Moles dig too."},
		{"gbrain", "Mole", "Mole\n\n# Mole\n\nMole digs.", " — Mole digs."},
		{"gbrain", "Mole", "Mole\n\n# Moles\n\nThey dig.", " — Moles They dig."},
		{"gbrain", "Mole [chunk 2]", "Mole\n\nMoles dig too.", " — Moles dig too."},
		{"graphify", "x", "x\nproject go.mod:1\nx\nwords: go", " — project go.mod:1 · x"},
	} {
		got := snippet(&engine.QueryRow{Source: tc.source, EntityName: tc.name, Content: tc.content})
		if got != tc.want {
			t.Errorf("%q of %s %q: %q, want %q", tc.content, tc.source, tc.name, got, tc.want)
		}
	}
}

// TestGroupsLoseNothing draws answers at random: each row is a lead, under one, or a further chunk of a page that is shown.
func TestGroupsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 8).Draw(t, "rows")
		rows := make([]engine.QueryRow, n)
		for i := range rows {
			source := rapid.SampledFrom([]string{"gbrain", "graphify", "memory"}).Draw(t, "source")
			entity := rapid.SampledFrom([]string{"p", "p#2", "q", "q#2", "r"}).Draw(t, "entity")
			rows[i] = row(int64(i+1), source, entity)
		}
		for i := range rows {
			for j := range rows {
				if rows[i].Source != rows[j].Source && rapid.IntRange(0, 3).Draw(t, "joined") == 0 {
					rows[i].Crossrefs = append(rows[i].Crossrefs, ref(rows[j].ID, rows[j].Source, rapid.SampledFrom([]string{"same_name", "name_similar", "vector_near"}).Draw(t, "relation")))
				}
			}
		}
		shown := map[int64]int{}
		pages := map[string]bool{}
		for _, g := range groups(rows) {
			shown[g.lead.ID]++
			pages[g.lead.Source+":"+pageSlug(g.lead.EntityID)] = true
			for _, c := range g.under {
				shown[c.ID]++
			}
		}
		for _, r := range rows {
			folded := r.Source == "gbrain" && pages["gbrain:"+pageSlug(r.EntityID)] || pages[r.Source+":"+r.EntityID] || pages[r.Source+":"+pageSlug(r.EntityID)]
			if shown[r.ID] > 1 || shown[r.ID] == 0 && !folded {
				t.Fatalf("row %d (%s %s) is shown %d times", r.ID, r.Source, r.EntityID, shown[r.ID])
			}
		}
	})
}

func TestCutKeepsWithinItsRunes(t *testing.T) {
	for _, tc := range []struct {
		text string
		n    int
		want string
	}{
		{"short", 10, "short"},
		{"exactly 10", 10, "exactly 10"},
		{"a text of some words", 12, "a text of…"},
		{"onelongwordwithoutend", 8, "onelong…"},
		{"größere Wörter", 9, "größere…"},
	} {
		if got := cut(tc.text, tc.n); got != tc.want {
			t.Errorf("%q to %d: %q, want %q", tc.text, tc.n, got, tc.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.String().Draw(t, "text"), rapid.IntRange(1, 20).Draw(t, "n")
		if got := cut(s, n); utf8.RuneCountInString(got) > n || !utf8.ValidString(got) {
			t.Fatalf("%q to %d: %q", s, n, got)
		}
	})
}

func TestPrintableLetsNoTextMoveTheCursorNorBeginALine(t *testing.T) {
	for text, want := range map[string][2]string{
		"plain\nline": {"plain\uFFFDline", "plain\nline"},
		"a\x1b[2Jb":   {"a\uFFFD[2Jb", "a\uFFFD[2Jb"},
		"a\rb":        {"a\uFFFDb", "a\uFFFDb"},
		"a\tb":        {"a\uFFFDb", "a\tb"},
		"\u009b":      {"\uFFFD", "\uFFFD"},
		"漢字":          {"漢字", "漢字"},
	} {
		if got := [2]string{printable(text), string(contents(text))}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		var out bytes.Buffer
		term := &Terminal{Out: &out, Err: &out}
		term.line("%s|%s|%s", s, term.bold(s), oneLine(s))
		term.aside("%s", s)
		if strings.ContainsFunc(strings.ReplaceAll(out.String(), "\n", ""), unicode.IsControl) || strings.Count(out.String(), "\n") != 2 {
			t.Fatalf("%q", out.String())
		}
	})
}

// TestNoNameForgesALine prints every kind of result with names that hold a line of their own.
func TestNoNameForgesALine(t *testing.T) {
	const evil = "a\nFORGED\x1b[2J"
	skips := []engine.Skip{{Path: evil, Reason: evil}}
	end := engine.LinkEnd{EntityName: evil, CitationID: evil}
	links := []engine.LinkRow{{Type: "name_similar", Similarity: "1", From: end, To: end}}
	page := row(1, "gbrain", evil, engine.QueryCrossed{ID: 2, Source: "graphify", EntityID: evil, CitationID: evil, Calls: []string{evil}})
	page.CitationID, page.Superseded, page.Content = evil, evil, evil
	imported := &engine.ImportResult{Root: evil, Collisions: []engine.Collision{{Path: evil, Wanted: evil, Slug: evil}}, Warnings: []engine.FileWarning{{Path: evil, Text: evil}}, Ignored: skips}
	extracted := &engine.ExtractResult{Root: evil, Ignored: skips}
	merged := &engine.MergeResult{}
	answer := &engine.QueryResult{Query: evil, Results: []engine.QueryRow{page}}
	for _, r := range []any{
		answer, &engine.QueryResult{Query: evil}, &engine.InitResult{Path: evil}, &engine.InitResult{Path: evil, Created: true},
		&engine.StatsResult{Path: evil, Model: evil, Stores: map[string]int64{evil: 1}}, imported, extracted,
		&engine.GraphImportResult{File: evil, Warnings: []string{evil}}, &engine.EntriesImportResult{Warnings: []engine.FileWarning{{Path: evil, Text: evil}}},
		&engine.EmbedResult{Model: evil}, &engine.MergeLinksResult{Links: links}, &engine.MergeTuneResult{Links: links},
		&engine.MergeRevisionsResult{Names: []engine.RevisedName{{EntityName: evil, Revisions: []engine.RevisionRow{{CitationID: evil}}}}},
		&engine.CiteResult{CitationID: evil, EntityName: evil, Superseded: evil},
		&engine.ScheduleResult{Scheduler: "cron", Done: "printed", Files: []engine.ScheduledFile{{Path: evil}}},
		&engine.DemoResult{Path: evil, Import: imported, Extract: extracted, Embed: &engine.EmbedResult{}, Merge: merged, Queries: []*engine.QueryResult{answer}},
	} {
		var out bytes.Buffer
		term := &Terminal{Out: &out, Err: &out, IsTTY: true, Width: 80}
		if err := term.print(r); err != nil {
			t.Errorf("%T: %v", r, err)
		}
		if s := out.String(); strings.Contains(s, "\nFORGED") || strings.Contains(s, "\x1b") {
			t.Errorf("%T: %q", r, s)
		}
	}
	var out bytes.Buffer
	a := &app{term: &Terminal{Out: &out, Err: &out}}
	a.partial(&engine.EntriesImportResult{Skipped: skips})
	a.report(&engine.Error{Problem: evil, Cause: evil}, 1)
	if s := out.String(); strings.Contains(s, "\nFORGED") || strings.Contains(s, "\x1b") {
		t.Errorf("on stderr: %q", s)
	}
}

func TestErrorsShowNoControlCharacters(t *testing.T) {
	var out bytes.Buffer
	a := &app{term: &Terminal{Out: &out, Err: &out}}
	a.report(&engine.Error{Problem: "p\x1b[2J", Cause: "c\x1b[2J", Fix: "f\x1b[2J\n  second line"}, 1)
	if got := out.String(); strings.Contains(got, "\x1b") || !strings.Contains(got, "\n  second line\n") {
		t.Errorf("%q", got)
	}
}

func TestErrorsAreCut(t *testing.T) {
	for _, json := range []bool{false, true} {
		var out bytes.Buffer
		a := &app{term: &Terminal{Out: &out, Err: &out}, json: json}
		a.report(&engine.Error{Problem: strings.Repeat("p", 100_000), Cause: strings.Repeat("c", 100_000)}, 1)
		// In JSON the message says problem and cause once more.
		if most := map[bool]int{false: 3000, true: 5000}[json]; out.Len() > most {
			t.Errorf("%d bytes", out.Len())
		}
	}
}

func TestWarningsWithoutEndAreCounted(t *testing.T) {
	var out, errs bytes.Buffer
	r := &engine.EntriesImportResult{Read: 60, Warnings: make([]engine.FileWarning, 60)}
	if err := (&Terminal{Out: &out, Err: &errs}).print(r); err != nil {
		t.Fatal(err)
	}
	if got := errs.String(); strings.Count(got, "\n") != warningsShown+1 || !strings.Contains(got, "… and 10 warnings more (--json names all)\n") {
		t.Errorf("%s", got)
	}
}

func TestTablesAreTabsForProgramsAndColumnsForPeople(t *testing.T) {
	r := &engine.SQLResult{Columns: []string{"a", "b"}, Rows: [][]any{{"x\ty\nz", nil}, {int64(1), strings.Repeat("long ", 60)}}}
	var out bytes.Buffer
	if err := (&Terminal{Out: &out}).printSQL(r); err != nil {
		t.Fatal(err)
	}
	want := "a\tb\n" + `x\ty\nz` + "\t\n1\t" + strings.Repeat("long ", 60) + "\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("for programs (-want +got):\n%s", diff)
	}
	out.Reset()
	if err := (&Terminal{Out: &out, IsTTY: true, Width: 80}).printSQL(r); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(out.String(), "\n") {
		if utf8.RuneCountInString(line) > 80 || strings.Contains(line, "\t") {
			t.Errorf("for people: %q", line)
		}
	}
}

func TestCountsHaveTheirNouns(t *testing.T) {
	for want, got := range map[string]string{"1 file": count(1, "file"), "0 files": count(0, "file"), "2 entries": count(2, "entry"), "1 entry": count(1, "entry")} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1500: "1.5 kB", 999_949: "999.9 kB", 999_950: "1.0 MB", 112_287_744: "112.3 MB"} {
		if got := bytesText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestPlainIsWhatIsVisibleASCII(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.StringMatching(`[ -~]*`), rapid.StringMatching(`[ -~]{0,20}[\x00-\x{ff}][ -~]{0,20}`), rapid.String()).Draw(t, "s")
		want := strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0
		if got := isPlain(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
		if got, want := oneLine(s), printable(strings.Join(strings.Fields(s), " ")); got != want {
			t.Errorf("%q in one line: %q, want %q", s, got, want)
		}
	})
}

package page

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
)

// checkStore tests what must hold of every file at any time: all that is kept beside a page's source is what the source says.
func checkStore(t tb, d *db.DB) {
	t.Helper()
	read(t, d, func(tx *db.Tx) error {
		var live []Stored
		var names []Name
		pages := map[int64]Page{}
		err := tx.Each(`SELECT `+storedColumns+` FROM pages WHERE deleted_at IS NULL ORDER BY slug`, nil, func(scan func(...any) error) error {
			s, err := scanStored(scan)
			live = append(live, s)
			return err
		})
		if err != nil {
			return err
		}
		for _, s := range live {
			src, err := source(tx, s.ID)
			if err != nil {
				return err
			}
			p := rewrite(s, src, "").Page
			pages[s.ID] = p
			names = append(names, Name{s.Slug, s.Path, p.Title, Aliases(p)})
			if HashSource(src) != s.SourceHash || p.Title != s.Title || p.Type != s.Type {
				t.Errorf("%s: stored as %+v, its source says %s, %s", s.Slug, s, p.Type, p.Title)
			}
		}
		all := NewNames(names)
		for _, s := range live {
			checkPage(t, tx, s, pages[s.ID], all)
		}
		return checkDeleted(t, tx)
	})
}

func checkPage(t tb, tx *db.Tx, s Stored, p Page, all *Names) {
	t.Helper()
	compare := func(what string, want []string, query string) {
		t.Helper()
		got, err := texts(tx, query, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
			t.Errorf("%s: %s (-source +stored):\n%s", s.Slug, what, diff)
		}
	}
	compare("texts", []string{p.CompiledTruth + "\x1f" + p.Timeline}, `SELECT compiled_truth || char(31) || timeline FROM page_texts WHERE id = ?`)
	compare("tags", p.Tags, `SELECT tag FROM page_tags WHERE page_id = ?`)
	var events, links, keys, chunks []string
	for _, e := range p.Events {
		events = append(events, e.Date+"|"+e.Source+"|"+e.Summary)
	}
	slices.Sort(events)
	compare("events", slices.Compact(events), `SELECT date || '|' || source || '|' || summary FROM timeline_entries WHERE page_id = ?`)
	from := s.Path
	if from == "" {
		from = s.Slug + ".md"
	}
	for _, l := range Links(p) {
		slug, _ := all.ResolveTarget(from, l)
		links = append(links, fmt.Sprintf("%s|%s|%s|%v|%s", l.Target, l.Type, l.Kind, l.Incoming, slug))
	}
	compare("links", links, `SELECT l.target || '|' || link_type || '|' || link_source || '|' || iif(incoming, 'true', 'false') || '|' || coalesce(o.slug, '')
		FROM links l LEFT JOIN pages o ON o.id = l.other_id WHERE l.page_id = ?`)
	p.Path = s.Path
	for _, n := range namesOf(p) {
		keys = append(keys, fmt.Sprint(n))
	}
	compare("names", keys, `SELECT '{' || key || ' ' || kind || ' ' || alias || '}' FROM page_names WHERE page_id = ?`)
	for _, e := range Entries(p, wordWindows) {
		chunks = append(chunks, fmt.Sprintf("%v %s", e.Truth, e.Content))
	}
	compare("chunks", chunks, `SELECT iif(chunk_source = 'timeline', 'false', 'true') || ' ' || chunk_text FROM content_chunks WHERE page_id = ?`)
	words := regexp.MustCompile(`[A-Za-z]{3,}`).FindAllString(p.CompiledTruth, 1)
	if len(words) > 0 {
		hits, err := texts(tx, `SELECT rowid FROM pages_fts WHERE pages_fts MATCH ? AND rowid = ?`, `truth : "`+words[0]+`"`, s.ID)
		if err != nil || len(hits) != 1 {
			t.Errorf("%s is not found by its word %s: %v", s.Slug, words[0], err)
		}
	}
}

func checkDeleted(t tb, tx *db.Tx) error {
	t.Helper()
	for what, query := range map[string]string{
		"word rows without a page": `SELECT rowid FROM pages_fts WHERE rowid NOT IN (SELECT id FROM pages WHERE deleted_at IS NULL)`,
		"gram rows without a page": `SELECT rowid FROM pages_grams WHERE rowid NOT IN (SELECT id FROM pages WHERE deleted_at IS NULL)`,
		"pages without words":      `SELECT slug FROM pages WHERE deleted_at IS NULL AND id NOT IN (SELECT rowid FROM pages_fts)`,
		"names of no page":         `SELECT key FROM page_names WHERE page_id NOT IN (SELECT id FROM pages WHERE deleted_at IS NULL)`,
		"links of deleted pages":   `SELECT l.target FROM links l JOIN pages p ON p.id = l.page_id LEFT JOIN pages o ON o.id = l.other_id WHERE l.other_id IS NOT NULL AND (p.deleted_at IS NOT NULL OR o.deleted_at IS NOT NULL)`,
		"entries of no page": `SELECT entity_id FROM entry_spans s WHERE valid_to IS NULL AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.deleted_at IS NULL
			AND (s.entity_id = p.slug OR s.entity_id > p.slug || '#' AND s.entity_id < p.slug || '$'
			AND CAST(substr(s.entity_id, length(p.slug) + 2) AS INTEGER) BETWEEN 2 AND p.chunks))`,
		"links that are orphans": `SELECT target FROM links WHERE page_id NOT IN (SELECT id FROM pages)`,
	} {
		got, err := texts(tx, query)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if len(got) > 0 {
			t.Errorf("%s: %v", what, got)
		}
	}
	return nil
}

var (
	somePaths = []string{"a.md", "b.md", "people/ada.md", "people/Bob B.md", "dir/a.md", "dir/index.md", "c/C++.md", "日本/日本語.md"}
	someSlugs = []string{"a", "b", "people/ada", "people/bob-b", "dir/a", "new", "people/new one", "日本/日本語"}
	someTexts = []string{"quokka [[ada]] and [[a]].", "wombat [x](../people/ada.md) [y](a.md)", "numbat [[dir]] [[Bob B]] [[C++]] [[Title 1]]", "quoll",
		"bilby [[nick]] [[/a]] invested in [[new]]", "日本語のテキスト [[日本語]]", strings.Repeat("dunnart sleeps by day and hunts by night. ", 12), "", "#x\r\ny [[b]]"}
	someHeads = []string{"", "---\ntags: [x, y]\n---\n", "---\ntitle: Title 1\naliases: [Nick]\n---\n", "---\ntype: meeting\nattendees: [ada, zed]\ntags: y\n---\n\n",
		"---\nlinks:\n  - to: a\n    type: knows\n  - plain\ntitle: \"T: 2\"\n---\n", "+++\ntags = [\"x\"]\n+++\n", "---\nbroken: [\n---\n", "\xef\xbb\xbf"}
	someTails = []string{"", "\n\n---\n\n- 2024-01-01: born\n- **2024-02** | Board — met\n", "\n\n## Timeline\n\n- 2023: x\n\n## After\n\nmore", "\n<!-- timeline -->\nnothing dated", "\r\n\r\n---\r\n\r\n- 2024-01-01: born\r\n"}
)

// A machine is a store, the folder that it imports, and what may happen to them.
type machine struct {
	*rapid.T
	d     *db.DB
	vault folder
}

func (m machine) page(t *rapid.T) string {
	return rapid.SampledFrom(someHeads).Draw(t, "head") + rapid.SampledFrom(someTexts).Draw(t, "text") + rapid.SampledFrom(someTails).Draw(t, "tail")
}

// try runs a command that may be refused for what it is given.
func (m machine) try(command func(tx *db.Tx) error) {
	m.Helper()
	err := m.d.Write(context.Background(), command)
	for _, fine := range []error{ErrNoPage, ErrNoText, ErrNotMarkdown, errNoTOML, ErrNotDeleted, ErrNoVersion, nil} {
		if errors.Is(err, fine) {
			return
		}
	}
	m.Error(err)
}

func (m machine) actions() map[string]func(*rapid.T) {
	slug := func(t *rapid.T) string { return rapid.SampledFrom(someSlugs).Draw(t, "slug") }
	command := func(run func(t *rapid.T, tx *db.Tx, slug string) (Saved, error)) func(*rapid.T) {
		return func(t *rapid.T) {
			s := slug(t)
			m.try(func(tx *db.Tx) error { _, err := run(t, tx, s); return err })
		}
	}
	return map[string]func(*rapid.T){
		"edit": func(t *rapid.T) { m.vault[rapid.SampledFrom(somePaths).Draw(t, "path")] = m.page(t) },
		"move": func(t *rapid.T) {
			if from := m.file(t); from != "" {
				to := rapid.SampledFrom(somePaths).Draw(t, "to")
				text := m.vault[from]
				delete(m.vault, from)
				m.vault[to] = text
			}
		},
		"swap": func(t *rapid.T) {
			if a, b := m.file(t), m.file(t); a != "" {
				m.vault[a], m.vault[b] = m.vault[b], m.vault[a]
			}
		},
		"remove": func(t *rapid.T) { delete(m.vault, m.file(t)) },
		"import": func(*rapid.T) { m.vault.sync(m.T, m.d, "/vault") },
		"put": command(func(t *rapid.T, tx *db.Tx, slug string) (Saved, error) {
			return Put(tx, PutInput{Slug: slug, Source: []byte(m.page(t))}, wordWindows)
		}),
		"tag": command(func(t *rapid.T, tx *db.Tx, slug string) (Saved, error) {
			return Tag(tx, slug, rapid.SampledFrom([]string{"x", "z z", "a,b"}).Draw(t, "tag"), wordWindows)
		}),
		"untag": command(func(t *rapid.T, tx *db.Tx, slug string) (Saved, error) { return Untag(tx, slug, "x", wordWindows) }),
		"link": command(func(t *rapid.T, tx *db.Tx, s string) (Saved, error) {
			return AddLink(tx, s, slug(t), rapid.SampledFrom([]string{"", "knows"}).Draw(t, "type"), "because", wordWindows)
		}),
		"unlink": command(func(t *rapid.T, tx *db.Tx, s string) (Saved, error) { return Unlink(tx, s, slug(t), "", wordWindows) }),
		"event": command(func(t *rapid.T, tx *db.Tx, slug string) (Saved, error) {
			return AddEvent(tx, slug, Event{Date: "2025-05-05", Source: rapid.SampledFrom([]string{"", "Me"}).Draw(t, "source"), Summary: "saw - it", Detail: "line\n\nline"}, wordWindows)
		}),
		"delete":  command(func(t *rapid.T, tx *db.Tx, slug string) (Saved, error) { return Saved{}, Delete(tx, slug) }),
		"restore": command(func(t *rapid.T, tx *db.Tx, slug string) (Saved, error) { return Restore(tx, slug, wordWindows) }),
		"revert": command(func(t *rapid.T, tx *db.Tx, slug string) (Saved, error) {
			versions, err := History(tx, slug, 0)
			if err != nil || len(versions) == 0 {
				return Saved{}, err
			}
			return Revert(tx, slug, rapid.SampledFrom(versions).Draw(t, "version").ID, wordWindows)
		}),
	}
}

// file picks a file of the folder; "" if it is empty.
func (m machine) file(t *rapid.T) string {
	var paths []string
	for p := range m.vault {
		paths = append(paths, p)
	}
	if len(paths) == 0 {
		return ""
	}
	slices.Sort(paths)
	return rapid.SampledFrom(paths).Draw(t, "file")
}

func TestTheStoreIsWhatTheSourcesSay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := machine{rt, openStore(t), folder{}}
		defer m.d.Close()
		actions := m.actions()
		names := slices.Sorted(maps.Keys(actions))
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			actions[rapid.SampledFrom(names).Draw(rt, "action")](rt)
			checkStore(rt, m.d)
		}
		m.vault.sync(rt, m.d, "/vault")
		for p, status := range m.vault.sync(rt, m.d, "/vault") {
			if status != Skipped {
				rt.Errorf("imported twice, %s is %s", p, status)
			}
		}
		first := exportAll(rt, m.d)
		other := openStore(t)
		defer other.Close()
		first.sync(rt, other, "/export")
		checkStore(rt, other)
		if diff := cmp.Diff(map[string]string(first), map[string]string(exportAll(rt, other))); diff != "" {
			rt.Errorf("exported, imported and exported again (-first +second):\n%s", diff)
		}
	})
}

// Twins have one entry, which is the one's that had it first: an export must find it with the same page again.
func TestOfTwinsTheOneWithACitationOfItsOwnComesFirst(t *testing.T) {
	d := openStore(t)
	root := merge.Root{}
	write(t, d, func(tx *db.Tx) (err error) {
		root, err = merge.EnsureRoot(tx, merge.PagesRoot, "/notes")
		return err
	})
	meta := map[string]Meta{"b.md": {Path: "b.md", Slug: "b", Entries: map[string]time.Time{"b": noon}}}
	tree := Tree{Paths: []string{"a.md", "b.md"}, Meta: meta, Hash: func(string) (string, bool) { return "", true }, Unread: func(string) bool { return false }}
	write(t, d, func(tx *db.Tx) error {
		plan, err := Sync(tx, root, tree)
		if err != nil {
			return err
		}
		if got := []string{plan.Items[0].Path, plan.Items[1].Path}; !cmp.Equal(got, []string{"b.md", "a.md"}) {
			t.Errorf("order %v", got)
		}
		return nil
	})
}

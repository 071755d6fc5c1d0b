package page

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
)

// put writes a page and wants it to work.
func put(t testing.TB, d *db.DB, slug, text string) Saved {
	t.Helper()
	var out Saved
	write(t, d, func(tx *db.Tx) (err error) {
		out, err = Put(tx, PutInput{Slug: slug, Source: []byte(text)}, wordWindows)
		return err
	})
	return out
}

// do runs a command that changes a page.
func do(t testing.TB, d *db.DB, command func(tx *db.Tx) (Saved, error)) Saved {
	t.Helper()
	var out Saved
	write(t, d, func(tx *db.Tx) (err error) {
		out, err = command(tx)
		return err
	})
	return out
}

// get reads a page, a deleted one too.
func get(t testing.TB, d *db.DB, slug string) *Record {
	t.Helper()
	var r *Record
	read(t, d, func(tx *db.Tx) (err error) {
		r, err = Get(tx, slug, true)
		return err
	})
	return r
}

// sqlTexts gives the one column of a query.
func sqlTexts(t testing.TB, d *db.DB, query string, args ...any) []string {
	t.Helper()
	var out []string
	read(t, d, func(tx *db.Tx) (err error) {
		out, err = texts(tx, query, args...)
		return err
	})
	return out
}

// edges lists the links that lead somewhere, and with "?" those that do not.
func edges(t testing.TB, d *db.DB) []string {
	t.Helper()
	return sqlTexts(t, d, `SELECT p.slug || ' ' || l.link_type || ' ' || coalesce(o.slug, '?' || l.target) FROM links l JOIN pages p ON p.id = l.page_id
		LEFT JOIN pages o ON o.id = l.other_id WHERE p.deleted_at IS NULL ORDER BY 1`)
}

// found gives the slugs of pages whose words match.
func found(t testing.TB, d *db.DB, match string) []string {
	t.Helper()
	return sqlTexts(t, d, `SELECT p.slug FROM pages_fts f JOIN pages p ON p.id = f.rowid WHERE pages_fts MATCH ? ORDER BY 1`, match)
}

// valid gives the contents of a page's entries that hold now.
func valid(t testing.TB, d *db.DB, slug string) []string {
	t.Helper()
	return sqlTexts(t, d, `SELECT chunk_text FROM content_chunks c JOIN pages p ON p.id = c.page_id WHERE p.slug = ? ORDER BY chunk_index`, slug)
}

func TestPutThenGet(t *testing.T) {
	d := openStore(t)
	const text = "---\ntitle: Ada\ntags: [math, poetry]\naliases: [Countess]\n---\nWrote the first program. Met [[Babbage]].\n\n---\n\n- 1843-09-01: Notes published\n"
	got := put(t, d, "people/ada", text)
	if diff := cmp.Diff(Saved{ID: 1, Slug: "people/ada", Status: Created, Entries: 1, Links: 1, Dangling: []string{"Babbage"}, Events: 1}, got); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
	got.Status = Skipped
	if diff := cmp.Diff(got, put(t, d, "people/ada", text)); diff != "" {
		t.Errorf("the same again (-want +got):\n%s", diff)
	}
	r := get(t, d, "people/ada")
	want := &Record{Slug: "people/ada", Type: "person", Title: "Ada", Tags: []string{"math", "poetry"}, CompiledTruth: "Wrote the first program. Met [[Babbage]].",
		Timeline: "- 1843-09-01: Notes published", Frontmatter: []byte(`{"title":"Ada","tags":["math","poetry"],"aliases":["Countess"]}`),
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, Source: []byte(text)}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Ada\n\nWrote the first program. Met [[Babbage]].\n\n- 1843-09-01: Notes published"}, valid(t, d, "people/ada")); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	for _, word := range []string{"title:ada", "tags:poetry", "aliases:countess", "truth:programs", "timeline:published", "slug:people"} {
		if diff := cmp.Diff([]string{"people/ada"}, found(t, d, word)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", word, diff)
		}
	}
}

func TestPutAgain(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "The quokka hops.")
	if got := put(t, d, "A", "The quokka hops."); got.Status != Skipped || got.Slug != "a" {
		t.Errorf("equal text: %+v", got)
	}
	if got := put(t, d, "a.md", "The wombat digs."); got.Status != Updated {
		t.Errorf("other text: %+v", got)
	}
	if diff := cmp.Diff([]string{}, found(t, d, "quokka")); diff != "" {
		t.Errorf("the old word (-want +got):\n%s", diff)
	}
	if n := len(sqlTexts(t, d, `SELECT id FROM page_versions`)); n != 1 {
		t.Errorf("%d versions", n)
	}
	if got := put(t, d, "a", "The quokka hops."); got.Status != Updated {
		t.Errorf("back: %+v", got)
	}
	if n := len(sqlTexts(t, d, `SELECT id FROM brain_entries`)); n != 2 {
		t.Errorf("%d entries for two texts", n)
	}
}

func TestPutRefuses(t *testing.T) {
	d := openStore(t)
	for name, want := range map[string]error{"": ErrSlug, " ": ErrSlug, "/a": ErrSlug, "../a": ErrSlug, "a/../b": ErrSlug, `a\b`: ErrSlug, "a%2fb": ErrSlug, "a\x00": ErrSlug, "a\u202eb": ErrSlug, "a\xff": ErrSlug} {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			_, err := Put(tx, PutInput{Slug: name, Source: []byte("text")}, wordWindows)
			return err
		})
		if !errors.Is(err, want) {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, text := range []string{"", " \n", "---\ntitle: A\n---\n"} {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			_, err := Put(tx, PutInput{Slug: "a", Source: []byte(text)}, wordWindows)
			return err
		})
		if !errors.Is(err, ErrNoText) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if n := len(sqlTexts(t, d, `SELECT id FROM pages`)); n != 0 {
		t.Errorf("%d pages", n)
	}
	if got := put(t, d, "tasks/Buy  Groceries", "milk"); got.Slug != "tasks/buy-groceries" {
		t.Errorf("a slug with spaces: %+v", got)
	}
}

func TestASaveIsOneTransaction(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "The quokka hops to [[b]].")
	stop := errors.New("stop")
	before := sqlTexts(t, d, `SELECT group_concat(name) || (SELECT total FROM (SELECT count(*) AS total FROM brain_entries)) FROM sqlite_schema`)
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		if _, err := Put(tx, PutInput{Slug: "a", Source: []byte("The wombat digs.")}, wordWindows); err != nil {
			return err
		}
		if _, err := Put(tx, PutInput{Slug: "b", Source: []byte("B")}, wordWindows); err != nil {
			return err
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	after := sqlTexts(t, d, `SELECT group_concat(name) || (SELECT total FROM (SELECT count(*) AS total FROM brain_entries)) FROM sqlite_schema`)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("schema and entries (-before +after):\n%s", diff)
	}
	if got := edges(t, d); !slices.Equal(got, []string{"a mentions ?b"}) || len(found(t, d, "quokka")) != 1 || len(found(t, d, "wombat")) != 0 {
		t.Errorf("half of it stayed: %v", got)
	}
	if got := valid(t, d, "a"); len(got) != 1 || !strings.Contains(got[0], "quokka") {
		t.Errorf("entries %q", got)
	}
}

func TestHostileTextIsStored(t *testing.T) {
	for name, text := range map[string]string{
		"NUL":          "a\x00b [[c\x00d]]\n\n---\n\n- 2024-01-01: x\x00y\n",
		"not UTF-8":    "caf\xe9 \xff\xfe [[\xff]] and more text",
		"UTF-16":       "\xff\xfeh\x00i\x00 \x00t\x00h\x00e\x00r\x00e\x00",
		"CRLF":         "---\r\ntags: [a]\r\n---\r\ntext\r\n",
		"long line":    strings.Repeat("x", 1<<20),
		"many links":   strings.Repeat("[[a]] [[b]](c) ![[d]] ", 2000),
		"deep":         "---\na: " + strings.Repeat("[", 5000) + "\n---\ntext",
		"quotes":       "---\ntitle: \"'; DROP TABLE pages; --\"\n---\n'; DROP TABLE pages; --",
		"only symbols": "#\n##\n***\n---\n---",
	} {
		d := openStore(t)
		got := put(t, d, "p", text)
		if got.Status != Created {
			t.Errorf("%s: %+v", name, got)
		}
		if r := get(t, d, "p"); string(r.Source) != text {
			t.Errorf("%s: the source has changed", name)
		}
		if got := put(t, d, "p", text); got.Status != Skipped {
			t.Errorf("%s, again: %+v", name, got)
		}
		do(t, d, func(tx *db.Tx) (Saved, error) {
			out, err := Tag(tx, "p", "t", wordWindows)
			if errors.Is(err, ErrNotMarkdown) {
				err = nil
			}
			return out, err
		})
	}
}

func TestCitationsOfOldTextStillResolve(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "The quokka hops.")
	old := sqlTexts(t, d, `SELECT citation_id FROM brain_entries`)[0]
	put(t, d, "a", "The wombat digs.")
	write(t, d, func(tx *db.Tx) error { return Delete(tx, "a") })
	write(t, d, func(tx *db.Tx) error {
		c, err := merge.ParseCitation(old)
		if err != nil {
			return err
		}
		var content string
		err = tx.QueryRow(`SELECT content FROM brain_entries WHERE citation_id = ?`, []any{c.String()}, &content)
		if !strings.Contains(content, "quokka") {
			t.Errorf("%s is %q", old, content)
		}
		return err
	})
}

func FuzzCheckSlug(f *testing.F) {
	for _, s := range []string{"people/ada", "A b", "../x", "日本/語", "%2E%2e", "a//b", "🔥", "x.md"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		slug, err := CheckSlug(name)
		if err != nil {
			if !errors.Is(err, ErrSlug) {
				t.Error(err)
			}
			return
		}
		if again, err := CheckSlug(slug); err != nil || again != slug {
			t.Errorf("%q gives %q, which gives %q, %v", name, slug, again, err)
		}
	})
}

func TestAPageWithoutAnyText(t *testing.T) {
	d := openStore(t)
	folder{"a.md": "", "b.md": "\n"}.sync(t, d, "/vault")
	do(t, d, func(tx *db.Tx) (Saved, error) {
		return Put(tx, PutInput{Slug: "c", AllowEmpty: true}, wordWindows)
	})
	for slug, want := range map[string]string{"a": "", "b": "\n", "c": ""} {
		if r := get(t, d, slug); string(r.Source) != want || r.CompiledTruth != "" || r.Timeline != "" {
			t.Errorf("%s: %+v", slug, r)
		}
		put(t, d, slug, "text")
		do(t, d, func(tx *db.Tx) (Saved, error) {
			versions, err := History(tx, slug, 1)
			if err != nil {
				return Saved{}, err
			}
			return Revert(tx, slug, versions[0].ID, wordWindows)
		})
		if r := get(t, d, slug); string(r.Source) != want || r.CompiledTruth != "" {
			t.Errorf("%s, reverted: %+v", slug, r)
		}
	}
}

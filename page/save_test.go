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

func TestCommandsWriteIntoTheText(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "# A\n\nText.\n")
	put(t, d, "b", "# B\n\nText.\n")
	for _, step := range []struct {
		name    string
		command func(tx *db.Tx) (Saved, error)
		want    Status
	}{
		{"tag", func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "#new", wordWindows) }, Updated},
		{"tag again", func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "new", wordWindows) }, Skipped},
		{"event", func(tx *db.Tx) (Saved, error) {
			return AddEvent(tx, "a", Event{Date: "2024-01-02", Source: "Board", Summary: "approved - the plan", Detail: "In **full**."}, wordWindows)
		}, Updated},
		{"event again", func(tx *db.Tx) (Saved, error) {
			return AddEvent(tx, "a", Event{Date: "2024-01-02", Source: "Board", Summary: "approved - the plan"}, wordWindows)
		}, Skipped},
		{"link", func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "works at", "since 2020", wordWindows) }, Updated},
		{"link again", func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "works_at", "since 2020", wordWindows) }, Skipped},
		{"link, other context", func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "works_at", "since 2021", wordWindows) }, Updated},
		{"title", func(tx *db.Tx) (Saved, error) { return SetTitle(tx, "a", "Alpha: one", wordWindows) }, Updated},
		{"type", func(tx *db.Tx) (Saved, error) { return SetType(tx, "a", "person", wordWindows) }, Updated},
	} {
		if got := do(t, d, step.command); got.Status != step.want {
			t.Errorf("%s: %s, want %s", step.name, got.Status, step.want)
		}
	}
	r := get(t, d, "a")
	if r.Title != "Alpha: one" || r.Type != "person" || !slices.Equal(r.Tags, []string{"new"}) {
		t.Errorf("page %+v", r)
	}
	if diff := cmp.Diff([]string{"a works_at b"}, edges(t, d)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	events := func(d *db.DB) (out []TimelineEntry) {
		read(t, d, func(tx *db.Tx) (err error) {
			out, err = Timeline(tx, TimelineFilter{Slug: "a"})
			return err
		})
		return out
	}
	want := []TimelineEntry{{"a", "Alpha: one", "2024-01-02", "Board", "approved - the plan", "In **full**."}}
	if diff := cmp.Diff(want, events(d)); diff != "" {
		t.Errorf("timeline (-want +got):\n%s", diff)
	}
	// All of it is in the file, so another brain reads the same.
	other := openStore(t)
	folder{"a.md": string(r.Source), "b.md": "# B\n\nText.\n"}.sync(t, other, "/export")
	if diff := cmp.Diff(edges(t, d), edges(t, other)); diff != "" {
		t.Errorf("links there (-here +there):\n%s", diff)
	}
	if diff := cmp.Diff(want, events(other)); diff != "" {
		t.Errorf("timeline there (-want +got):\n%s", diff)
	}

	do(t, d, func(tx *db.Tx) (Saved, error) { return Untag(tx, "a", "new", wordWindows) })
	do(t, d, func(tx *db.Tx) (Saved, error) { return Unlink(tx, "a", "b", "", wordWindows) })
	if got := do(t, d, func(tx *db.Tx) (Saved, error) { return Unlink(tx, "a", "b", "", wordWindows) }); got.Status != Skipped {
		t.Errorf("unlink without a link: %s", got.Status)
	}
	if r := get(t, d, "a"); len(r.Tags) != 0 || strings.Contains(string(r.Source), "links:") || len(edges(t, d)) != 0 {
		t.Errorf("after untag and unlink: %s", r.Source)
	}
}

func TestWhatCommandsAddedStays(t *testing.T) {
	const file = "---\ntags: [x, y]\n---\n# A\n\nOne.\n"
	d := openStore(t)
	vault := folder{"a.md": file, "b.md": "# B\n\nText.\n"}
	vault.sync(t, d, "/vault")
	add := func() {
		do(t, d, func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "mine", wordWindows) })
		do(t, d, func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "knows", "", wordWindows) })
		do(t, d, func(tx *db.Tx) (Saved, error) {
			return AddEvent(tx, "a", Event{Date: "2024-01-02", Summary: "met"}, wordWindows)
		})
	}
	state := func() string {
		r := get(t, d, "a")
		return strings.Join(r.Tags, ",") + "|" + r.Timeline + "|" + strings.Join(edges(t, d), ",")
	}
	add()
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"the same file", func() { vault.sync(t, d, "/vault") }, "mine,x,y|- 2024-01-02: met|a knows b"},
		{"a file that was changed", func() {
			vault["a.md"] = "---\ntags: [x]\n---\n# A\n\nTwo.\n"
			vault.sync(t, d, "/vault")
		}, "mine,x|- 2024-01-02: met|a knows b"},
		{"a text without lists", func() { put(t, d, "a", "# A\n\nThree.\n") }, "mine|- 2024-01-02: met|a knows b"},
		{"a text with its own lists", func() { put(t, d, "a", "---\ntags: [z]\nlinks: []\n---\n# A\n\nFour.\n") }, "z|- 2024-01-02: met|"},
	} {
		step.do()
		if got := state(); got != step.want {
			t.Errorf("%s: %s\nwant %s", step.name, got, step.want)
		}
	}
	// What a file once had is the file's.
	add()
	for p, text := range exportAll(t, d) {
		if strings.HasSuffix(p, ".md") {
			vault[p] = text
		}
	}
	if diff := cmp.Diff(map[string]Status{"a.md": Skipped, "b.md": Skipped}, vault.sync(t, d, "/vault")); diff != "" {
		t.Errorf("an export over the folder (-want +got):\n%s", diff)
	}
	vault["a.md"] = "# A\n\nFive.\n"
	vault.sync(t, d, "/vault")
	if got, want := state(), "||"; got != want {
		t.Errorf("taken out of the file: %s", got)
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

package page

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"brain/db"
	"brain/merge"
)

// benchVault makes pages as people write them: so many paragraphs of prose with a link in most, and a timeline on every other
// page. Words are as frequent as in natural text.
func benchVault(n, paragraphs int) folder {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 2, 30000)
	syllables := strings.Fields("ka re mo ti la su ven dor pel qui ran tos mi ster ing ble con pre al es")
	words := make([]string, 30001)
	for i := range words {
		for k := i + 3; k > 0; k /= len(syllables) {
			words[i] += syllables[k%len(syllables)]
		}
	}
	sentence := func() string {
		var b strings.Builder
		for i := range 6 + r.IntN(16) {
			w := words[zipf.Uint64()]
			if i == 0 {
				w = strings.ToUpper(w[:1]) + w[1:]
			}
			b.WriteString(w + " ")
		}
		return strings.TrimSpace(b.String()) + ". "
	}
	dirs := []string{"people", "companies", "deals", "meetings", "concepts", "notes"}
	slug := func(i int) string { return fmt.Sprintf("%s/%s-%d", dirs[i%len(dirs)], words[i%5000+100], i) }
	f := folder{}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: %s %d\ntags: [t%d, t%d]\n---\n\n", words[i%5000+100], i, r.IntN(50), r.IntN(50))
		for range paragraphs/2 + r.IntN(paragraphs+1) {
			for range 3 + r.IntN(4) {
				b.WriteString(sentence())
			}
			to := slug(r.IntN(n))
			switch r.IntN(4) {
			case 0:
				fmt.Fprintf(&b, "Met [%s](../%s.md), who invested in it.", path.Base(to), to)
			case 1:
				fmt.Fprintf(&b, "See [[%s]].", to)
			case 2:
				fmt.Fprintf(&b, "See [[%s]] and [[missing %d]].", path.Base(to), i)
			}
			b.WriteString("\n\n")
		}
		if i%2 == 0 {
			b.WriteString("---\n\n## Timeline\n\n")
			for range 1 + r.IntN(10) {
				fmt.Fprintf(&b, "- **20%02d-%02d-%02d** | Source — %s\n", r.IntN(26), 1+r.IntN(12), 1+r.IntN(28), sentence())
			}
		}
		f[slug(i)+".md"] = b.String()
	}
	return f
}

// BenchmarkImport reads 7,500 files into a new file, 200 a transaction, and tells the CPU seconds for a megabyte of markdown
// and how many times the markdown the file is. BRAIN_BENCH_PAGES names another number.
func BenchmarkImport(b *testing.B) {
	n := benchPages(b, 7500)
	f := benchVault(n, 9)
	size := 0
	for _, text := range f {
		size += len(text)
	}
	for b.Loop() {
		d := openStore(b)
		start := cpu(b)
		benchImport(b, d, f)
		b.ReportMetric((cpu(b)-start).Seconds()/(float64(size)/1e6), "cpu-s/MB")
		if err := d.Close(); err != nil {
			b.Fatal(err)
		}
		info, err := os.Stat(d.Path())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/float64(size), "file/markdown")
	}
}

func benchPages(b *testing.B, n int) int {
	if s := os.Getenv("BRAIN_BENCH_PAGES"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	return n
}

func benchImport(b *testing.B, d *db.DB, f folder) {
	b.Helper()
	var root merge.Root
	var plan *Plan
	write(b, d, func(tx *db.Tx) (err error) {
		if root, err = merge.EnsureRoot(tx, merge.PagesRoot, "/vault"); err != nil {
			return err
		}
		var paths []string
		for p := range f {
			paths = append(paths, p)
		}
		plan, err = Sync(tx, root, Tree{Paths: paths, Hash: func(p string) (string, bool) { return HashSource([]byte(f[p])), true }})
		return err
	})
	for from := 0; from < len(plan.Items); from += 200 {
		write(b, d, func(tx *db.Tx) error {
			var drafts []Draft
			for _, item := range plan.Items[from:min(from+200, len(plan.Items))] {
				p := Parse(item.Path, []byte(f[item.Path]))
				p.Slug = item.Slug
				drafts = append(drafts, Draft{Page: p, Root: root.ID, Old: item.Old, At: noon, Why: "import", Origin: FromFile})
			}
			_, err := SaveAll(tx, drafts, wordWindows)
			return err
		})
	}
}

func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkCommands runs the commands on a file of 5,000 short pages with some 20,000 links. BRAIN_BENCH_PAGES names another
// number.
func BenchmarkCommands(b *testing.B) {
	f := benchVault(benchPages(b, 5000), 3)
	d := openStore(b)
	benchImport(b, d, f)
	var slug string
	for p := range f {
		slug, _ = cutExt(p)
		break
	}
	for _, command := range []struct {
		name string
		run  func(tx *db.Tx) error
	}{
		{"get", func(tx *db.Tx) error { _, err := Get(tx, slug, false); return err }},
		{"resolve", func(tx *db.Tx) error { Resolve(tx, "no such title"); return nil }},
		{"list", func(tx *db.Tx) error { _, _, err := List(tx, ListFilter{Limit: 50}); return err }},
		{"list type", func(tx *db.Tx) error { _, _, err := List(tx, ListFilter{Type: "person", Limit: 50}); return err }},
		{"list tag", func(tx *db.Tx) error { _, _, err := List(tx, ListFilter{Tag: "t1", Limit: 50}); return err }},
		{"tags", func(tx *db.Tx) error { _, err := AllTags(tx); return err }},
		{"backlinks", func(tx *db.Tx) error { _, err := Backlinks(tx, slug, "", false); return err }},
		{"graph 3", func(tx *db.Tx) error { _, err := Neighbourhood(tx, GraphQuery{Slug: slug, Depth: 3}); return err }},
		{"graph 10", func(tx *db.Tx) error { _, err := Neighbourhood(tx, GraphQuery{Slug: slug, Depth: 10}); return err }},
		{"timeline", func(tx *db.Tx) error { _, err := Timeline(tx, TimelineFilter{Limit: 100}); return err }},
		{"timeline of", func(tx *db.Tx) error { _, err := Timeline(tx, TimelineFilter{Slug: slug}); return err }},
		{"stats", func(tx *db.Tx) error { _, err := Count(tx); return err }},
		{"health", func(tx *db.Tx) error { _, err := CheckHealth(tx); return err }},
		{"orphans", func(tx *db.Tx) error { _, err := Orphans(tx, 0); return err }},
		{"dangling", func(tx *db.Tx) error { _, err := Dangling(tx, "", 100); return err }},
		{"stale", func(tx *db.Tx) error { _, err := StalePages(tx, 0); return err }},
		{"history", func(tx *db.Tx) error { _, err := History(tx, slug, 0); return err }},
		{"tag twins", func(tx *db.Tx) error { _, err := CheckTags(tx); return err }},
		{"chunks of", func(tx *db.Tx) error {
			_, err := texts(tx, `SELECT chunk_text FROM content_chunks WHERE page_id = (SELECT id FROM pages WHERE slug = ?)`, slug)
			return err
		}},
	} {
		b.Run(command.name, func(b *testing.B) {
			for b.Loop() {
				read(b, d, command.run)
			}
		})
	}
	n := 0
	for name, run := range map[string]func(tx *db.Tx) error{
		"put": func(tx *db.Tx) error {
			n++
			_, err := Put(tx, PutInput{Slug: slug, Source: fmt.Appendf(nil, "text %d [[%s]]", n, slug)}, wordWindows)
			return err
		},
		"tag": func(tx *db.Tx) error { n++; _, err := Tag(tx, slug, fmt.Sprint("n", n), wordWindows); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				write(b, d, run)
			}
		})
	}
}

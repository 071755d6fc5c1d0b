package engine

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/extract"
	"brain/merge"
)

// Names that files of several languages declare and mention: few, so that they meet.
var (
	drawnFuncs = []string{"alpha", "beta", "gamma"}
	drawnTypes = []string{"Ant", "Bee", "Cat"}
)

// drawnFiles are forms of files by where they may lie. F and G stand for functions, T and U for types, M for a module, P for a Go package.
var drawnFiles = []struct {
	paths []string
	texts []string
}{
	{[]string{"a/x.go", "a/y.go", "b/x.go", "b/x_test.go", "b/z_windows.go", "main.go", "a/sub/x.go"}, []string{
		"package P\n\n// F does something that is worth a comment.\nfunc F() { G() }\n",
		"package P\n\nimport \"example.com/m/b\"\n\nfunc F() { b.G(); var t b.T; t.G() }\n",
		"package P\n\nimport x \"example.com/m/a\"\n\ntype T struct{ x.U }\n\nfunc (t *T) F() x.U { return t.U }\n",
		"package P\n\ntype T interface{ F(); G() string }\n\ntype U struct{}\n\nfunc (U) F() {}\n\n// NOTE: it is a bee.\nfunc (*U) G() string { return \"\" }\n",
		"package P\n\ntype T struct{ n int }\n\nfunc (t T) F() { t.G() }\n\nfunc (t T) G() {}\n\nvar V = T{}.F\n",
		"package P\n\nfunc F[X any](x X) X { return x }\n\ntype T = map[string]*U\n",
		"//go:build ignore\n\npackage main\n\nfunc F() { G() }\n",
		"package P\n\nfunc F() { if {\n",
	}},
	{[]string{"utils.py", "utils/__init__.py", "utils/deep.py", "app.py", "pkg/__init__.py", "pkg/app.py"}, []string{
		"def F():\n    \"\"\"Says that it does F here.\"\"\"\n    return G()\n",
		"from utils import F\n\ndef G():\n    F()\n    T().F()\n",
		"import utils as u\nfrom pkg.app import T\n\nclass U(T):\n    def F(self):\n        return self.G()\n\ndef G(x: T):\n    u.F()\n    x.F()\n",
		"class T:\n    def F(self): pass\n    def G(self): return self.F()\n",
		"from .app import *\nfrom . import deep as G\n\nF()\n",
		"def F(:\n  pass\n",
	}},
	{[]string{"web/a.ts", "web/b.ts", "web/index.ts", "lib/a.ts", "lib/a.js"}, []string{
		"export function F() { return G(); }\nfunction G() {}\n",
		"import { F as G } from './a';\nexport class T { F() { G(); this.G(); } G() {} }\n",
		"import { T } from '../lib/a';\nexport class U extends T { G(): T { return new T(); } }\n",
		"export * from './b';\nexport interface T { F(): void }\nexport const G = () => new U();\n",
		"import * as m from '@/a';\nm.F();\n",
	}},
	{[]string{"src/p/Ant.java", "src/p/Bee.java", "src/q/Ant.java"}, []string{
		"package p;\n\npublic class T extends U {\n  /** Does F as nobody else does. */\n  void F() { G(); new U().G(); }\n  void G() {}\n}\n",
		"package q;\n\nimport p.T;\n\nclass U implements T { T F(T x) { x.G(); return x; } }\n",
		"package p;\n\ninterface T { void F(); }\n",
	}},
	{[]string{"src/Ant.cs", "src/p/Bee.cs", "src/p/Cow.cs"}, []string{
		"namespace M;\n\n/// <summary>Has F and G.</summary>\npublic partial class T : U { void F() { G(); new U().G(); } partial class U { void F() {} } }\n",
		"namespace M { partial class T { void G() { F(); } } class U { void G() {} } }\n",
		"namespace M;\n\npartial class T { void M() {} partial class U { void G() { F(); } } }\n",
	}},
	{[]string{"src/Ant.csproj", "src/p/Bee.csproj"}, []string{"<Project/>\n"}},
	{[]string{"README.md", "docs/guide.md"}, []string{
		"# F\n\nSee [code](../utils.py) and [more](docs/guide.md), `T`, `T.F`, `G()` and `a/x.go`.\n\n## Ant\n",
		"# Guide\n\n`G` and [F](a/x.go)\n\n# Guide\n",
	}},
	{[]string{"go.mod", "b/go.mod"}, []string{"module example.com/m\n", "module example.com/m/b\n\nrequire example.com/other v1.0.0\n", "module example.org/n\n"}},
	{[]string{"package.json", "web/package.json"}, []string{`{"name":"M","dependencies":{"left-pad":"1"}}`, `{"name":"n","main":"web/index.ts"}`}},
	{[]string{"tsconfig.json"}, []string{`{"compilerOptions":{"paths":{"@/*":["./lib/*"]}}}`, `{"compilerOptions":{"baseUrl":".","paths":{"@/*":["web/*"]}}}`}},
	{[]string{"pyproject.toml"}, []string{"[project]\nname = \"M\"\ndependencies = [\"requests\"]\n"}},
	{[]string{".gitignore", "a/.gitignore"}, []string{"*.py\n", "a/\n!README.md\n", "x.go\n/web/\n", "\n"}},
}

// drawnTree is a tree that changes.
type drawnTree struct{ dir string }

func (d *drawnTree) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d *drawnTree) files() []string {
	var out []string
	filepath.WalkDir(d.dir, func(name string, e fs.DirEntry, err error) error {
		if e.IsDir() && e.Name() == ".git" {
			return filepath.SkipDir
		}
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(d.dir, name)
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	slices.Sort(out)
	return out
}

func (d *drawnTree) write(r *rapid.T, name, text string) {
	if err := os.MkdirAll(filepath.Dir(d.path(name)), 0o755); err != nil {
		return // a file is in the way
	}
	if err := os.WriteFile(d.path(name), []byte(text), 0o644); err != nil {
		r.Log(err)
	}
}

// step makes one change, and says what.
func (d *drawnTree) step(r *rapid.T) string {
	have := d.files()
	what := rapid.IntRange(0, 11).Draw(r, "what")
	if len(have) < 4 {
		what = 0
	}
	file := ""
	if len(have) > 0 {
		file = rapid.SampledFrom(have).Draw(r, "file")
	}
	switch what {
	default:
		of := rapid.SampledFrom(drawnFiles).Draw(r, "kind")
		name := rapid.SampledFrom(of.paths).Draw(r, "path")
		text := rapid.SampledFrom(of.texts).Draw(r, "text")
		pick := func(list []string) string { return rapid.SampledFrom(list).Draw(r, "name") }
		text = strings.NewReplacer("F", pick(drawnFuncs), "G", pick(drawnFuncs), "T", pick(drawnTypes), "U", pick(drawnTypes), "M", pick(drawnFuncs),
			"package P", "package "+rapid.SampledFrom([]string{"a", "b", "main", "a_test"}).Draw(r, "package")).Replace(text)
		d.write(r, name, text)
		return "write " + name + ":\n" + text
	case 1:
		os.Remove(d.path(file))
		return "delete " + file
	case 2:
		to := rapid.SampledFrom(have).Draw(r, "to")
		if rapid.Bool().Draw(r, "aside") {
			to = filepath.ToSlash(filepath.Join(filepath.Dir(file), "moved"+filepath.Ext(file)))
		}
		os.Rename(d.path(file), d.path(to))
		return "move " + file + " to " + to
	case 3:
		os.Rename(filepath.Dir(d.path(file)), d.path("moved"))
		return "move the folder of " + file
	case 4: // the same size and time
		info, err := os.Stat(d.path(file))
		raw, _ := os.ReadFile(d.path(file))
		a, b := rapid.SampledFrom(drawnTypes).Draw(r, "a"), rapid.SampledFrom(drawnTypes).Draw(r, "b")
		if err == nil {
			os.WriteFile(d.path(file), bytes.ReplaceAll(raw, []byte(a), []byte(b)), 0o644)
			os.Chtimes(d.path(file), info.ModTime(), info.ModTime())
		}
		return "put " + b + " for " + a + " in " + file
	case 5:
		raw, _ := os.ReadFile(d.path(file))
		a, b := rapid.SampledFrom(drawnFuncs).Draw(r, "a"), rapid.SampledFrom(drawnFuncs).Draw(r, "b")
		os.WriteFile(d.path(file), bytes.ReplaceAll(raw, []byte(a), []byte(b)), 0o644)
		return "put " + b + " for " + a + " in " + file
	case 6:
		raw, _ := os.ReadFile(d.path(file))
		os.WriteFile(d.path(file), append([]byte("\n"), raw...), 0o644)
		return "move the lines of " + file
	case 7:
		old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
		os.Chtimes(d.path(file), old, old)
		return "touch " + file
	}
}

// stored is all that a file has of a graph, and the spans that are open.
func stored(r interface{ Fatal(...any) }, e *Engine) string {
	var b bytes.Buffer
	err := e.read(context.Background(), func(tx *db.Tx) error {
		roots, err := merge.Roots(tx, merge.CodeRoot, merge.GraphRoot)
		if err != nil {
			return err
		}
		if err := extract.ExportJSON(tx, roots, &b); err != nil {
			return err
		}
		return tx.Each(`SELECT n.id, n.content, coalesce(e.content = n.content, 0) FROM graph_nodes n
			LEFT JOIN entry_spans s ON s.source = 'graphify' AND s.entity_id = n.id AND s.valid_to IS NULL LEFT JOIN brain_entries e ON e.id = s.entry_id
			UNION ALL SELECT entity_id, 'a span is open', 0 FROM entry_spans WHERE valid_to IS NULL AND entity_id NOT IN (SELECT id FROM graph_nodes)
			ORDER BY 1`, nil, func(scan func(...any) error) error {
			var id, content string
			var right bool
			err := scan(&id, &content, &right)
			fmt.Fprintf(&b, "%s %v %q\n", id, right, content)
			return err
		})
	})
	if err != nil {
		r.Fatal(err)
	}
	return b.String()
}

// After any change of a tree an update gives what a fresh run gives, in the graph byte for byte.
func TestAnUpdateGivesWhatAFreshRunGives(t *testing.T) {
	old := flag.Lookup("rapid.checks").Value.String()
	if old == "100" { // more by flag
		n := "12"
		if testing.Short() {
			n = "3"
		}
		flag.Set("rapid.checks", n)
		t.Cleanup(func() { flag.Set("rapid.checks", old) })
	}
	_, gitErr := exec.LookPath("git")
	home := t.TempDir()
	run := 0
	rapid.Check(t, func(r *rapid.T) {
		run++
		d := &drawnTree{filepath.Join(home, fmt.Sprint(run), "tree")}
		if err := os.MkdirAll(d.dir, 0o755); err != nil {
			r.Fatal(err)
		}
		defer os.RemoveAll(filepath.Dir(d.dir))
		if gitErr == nil && rapid.Bool().Draw(r, "in git") {
			if out, err := exec.Command("git", "init", "-q", d.dir).CombinedOutput(); err != nil {
				r.Fatalf("%v: %s", err, out)
			}
		}
		e := New(Config{Path: filepath.Join(filepath.Dir(d.dir), "brain.db")})
		defer e.Close()
		for range 6 {
			r.Log(d.step(r))
		}
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			for range rapid.IntRange(1, 3).Draw(r, "changes") {
				r.Log(d.step(r))
			}
			os.Remove(filepath.Join(filepath.Dir(d.dir), "fresh.db"))
			fresh := New(Config{Path: filepath.Join(filepath.Dir(d.dir), "fresh.db")})
			_, freshErr := fresh.Extract(t.Context(), ExtractInput{Dir: d.dir, Full: true})
			_, err := e.Extract(t.Context(), ExtractInput{Dir: d.dir, Update: true})
			want := ""
			if freshErr == nil {
				want = stored(r, fresh)
			}
			fresh.Close()
			if freshErr != nil {
				continue // nothing is left to read
			}
			if err != nil {
				r.Fatal(err)
			}
			got := stored(r, e)
			if want != got {
				r.Fatalf("(-fresh +update):\n%s", cmp.Diff(want, got))
			}
			again, err := e.Extract(t.Context(), ExtractInput{Dir: d.dir, Update: true})
			if err != nil || again.Read != 0 || again.Added+again.Changed+again.Removed != 0 {
				r.Fatalf("nothing changed: %+v, %v", again, err)
			}
		}
	})
}

package main_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// floors are the rooms from the top down: a room imports only rooms of floors below its own.
var floors = [][]string{
	{"brain", "brain/bench"},
	{"brain/cli", "brain/mcp"},
	{"brain/engine"},
	{"brain/page", "brain/memory", "brain/extract", "brain/agent"},
	{"brain/merge"},
	{"brain/rank", "brain/chunk", "brain/embed", "brain/llm", "brain/fts", "brain/fts5", "brain/vec"},
	{"brain/db", "brain/pattern", "brain/monitor", "brain/onecpu"},
	{"brain/arena"},
}

// sideways are the imports between rooms of one floor, which must not become a circle: embed cuts texts that are longer
// than its window as chunk says.
var sideways = map[string][]string{"brain/embed": {"brain/chunk"}, "brain/embed/hugot": {"brain/chunk"}}

// only are rooms that may import fewer rooms than their floor allows.
var only = map[string][]string{
	"brain":      {"brain/cli", "brain/mcp", "brain/engine", "brain/monitor", "brain/onecpu"},
	"brain/cli":  {"brain/engine"},
	"brain/mcp":  {"brain/engine"},
	"brain/fts":  {},
	"brain/rank": {},
	"brain/db":   {"brain/arena"},

	"brain/pattern": {},
	"brain/fts5":    {},
	"brain/onecpu":  {},
	"brain/monitor": {},
	"brain/arena":   {},
}

// pkg is what `go list -json` says of a package.
type pkg struct {
	ImportPath   string
	Name         string
	Standard     bool
	ForTest      string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

func list(t *testing.T, args ...string) map[string]pkg {
	t.Helper()
	var stderr bytes.Buffer
	c := exec.Command("go", append([]string{"list", "-json=ImportPath,Name,Standard,Imports,TestImports,XTestImports,Deps"}, args...)...)
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list %v: %v\n%s", args, err, stderr.String())
	}
	pkgs := map[string]pkg{}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		pkgs[p.ImportPath] = p
	}
	return pkgs
}

// ours keeps the packages of this module.
func ours(imports []string) []string {
	return slices.DeleteFunc(slices.Clone(imports), func(p string) bool { return p != "brain" && !strings.HasPrefix(p, "brain/") })
}

// room is the package that another belongs to: brain/extract for brain/extract/testdata/x.
func room(p string) string {
	parts := strings.SplitN(p, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

func floor(p string) int {
	return slices.IndexFunc(floors, func(rooms []string) bool { return slices.Contains(rooms, room(p)) })
}

func TestImportsPointDownOnly(t *testing.T) {
	pkgs := list(t, "./...")
	if len(pkgs) < 10 {
		t.Fatalf("only %d packages: %v", len(pkgs), slices.Collect(maps.Keys(pkgs)))
	}
	for path, p := range pkgs {
		if floor(path) < 0 {
			if p.Name == "main" {
				continue // a generator: nothing imports it
			}
			t.Errorf("%s has no floor in the house", path)
			continue
		}
		for kind, imports := range map[string][]string{"": p.Imports, " in tests": p.TestImports, " in outer tests": p.XTestImports} {
			for _, to := range ours(imports) {
				switch allowed, narrow := only[path]; {
				case room(to) == room(path), slices.Contains(sideways[path], to):
				case floor(to) <= floor(path):
					t.Errorf("%s imports %s%s, which is not below it", path, to, kind)
				case narrow && kind == "" && !slices.Contains(allowed, to):
					t.Errorf("%s imports %s: it may import %v only", path, to, allowed)
				}
			}
		}
	}
}

// TestWhatARoomLeansOn looks at everything below a room, not only at what it names.
func TestWhatARoomLeansOn(t *testing.T) {
	pkgs := list(t, "-deps", ".")
	for path, forbidden := range map[string][]string{
		"brain/page":    {"brain/memory", "brain/extract", "brain/agent"},
		"brain/memory":  {"brain/page", "brain/extract", "brain/agent"},
		"brain/extract": {"brain/page", "brain/memory", "brain/agent"},
		"brain/agent":   {"brain/page", "brain/memory", "brain/extract"},
		"brain/merge":   {"brain/page", "brain/memory", "brain/extract", "brain/agent", "brain/engine"},
		"brain/engine":  {"github.com/urfave/cli/v3", "golang.org/x/term"},
		"brain/fts":     {"database/sql", "brain/db"},
		"brain/rank":    {"database/sql", "brain/db"},
		"brain/chunk":   {"database/sql", "brain/db"},
		"brain/db":      {"brain/vec", "brain/fts", "brain/merge"},
	} {
		for _, f := range forbidden {
			if slices.Contains(pkgs[path].Deps, f) {
				t.Errorf("%s leans on %s", path, f)
			}
		}
	}
}

// TestLibrariesHaveOneDoorEach: the terminal, the database and the like are named by one room, the network by none.
func TestLibrariesHaveOneDoorEach(t *testing.T) {
	doors := map[string][]string{
		"net":                                        {},
		"net/http":                                   {},
		"github.com/urfave/cli/v3":                   {"brain/cli"},
		"github.com/schollz/progressbar/v3":          {"brain/cli"},
		"github.com/knights-analytics/hugot":         {"brain/embed/hugot"},
		"golang.org/x/term":                          {"brain/cli"},
		"modernc.org/sqlite":                         {"brain/db"},
		"modernc.org/sqlite/vec":                     {"brain/db"},
		"github.com/blevesearch/snowballstem":        {"brain/fts"},
		"github.com/modelcontextprotocol/go-sdk/mcp": {"brain/mcp"},
	}
	got := map[string][]string{}
	for path, p := range list(t, "./...") {
		if p.Name == "main" && path != "brain" {
			continue // a tool beside the program
		}
		for _, i := range p.Imports {
			if doors[i] != nil {
				got[i] = append(got[i], path)
			}
		}
	}
	for library, who := range got {
		slices.Sort(who)
		if diff := cmp.Diff(doors[library], who); diff != "" {
			t.Errorf("%s is imported by (-allowed +got):\n%s", library, diff)
		}
	}
	if got["modernc.org/sqlite"] == nil {
		t.Error("the list is stale: nobody imports modernc.org/sqlite")
	}
}

// TestNothingNeedsCgo: the program is one static file on every platform.
func TestNothingNeedsCgo(t *testing.T) {
	c := exec.Command("go", "list", "-deps", "-f", "{{if .CgoFiles}}{{.ImportPath}}{{end}}", ".")
	c.Env = append(c.Environ(), "CGO_ENABLED=0")
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(out)); got != "" {
		t.Errorf("with CGO_ENABLED=0 these still have cgo files: %s", got)
	}
}

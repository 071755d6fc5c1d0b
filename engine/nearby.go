package engine

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"brain/db"
	"brain/extract"
	"brain/page"
)

// Nearby is a folder that could be read in.
type Nearby struct {
	Path     string `json:"path"`
	Kind     string `json:"kind"`               // notes or code
	Files    int    `json:"files,omitempty"`    // of notes: markdown files that import would read
	Manifest string `json:"manifest,omitempty"` // of code: the one manifest by which it is known, such as go.mod
}

// The kinds of folders that are offered.
const (
	NearbyNotes = "notes"
	NearbyCode  = "code"
)

// The bounds of the search: it shall be done before anybody wonders.
const (
	nearbyDepth   = 3
	nearbyFolders = 3000
	nearbyShown   = 10
	nearbyNotes   = 5 // markdown files from which on a folder without a mark of a program is taken for notes
)

// notePlaces are what people call the folder of their notes, below their home, and nearbyPlaces where else they keep such things.
var (
	notePlaces   = []string{"notes", "Notes", "vault", "Vault", "wiki", "brain", "Obsidian", "obsidian", "logseq"}
	nearbyPlaces = []string{"Documents", "src", "code", "projects", "dev", "work"}
)

// manifests are files by which a folder is known for a project of code.
var manifests = []string{"go.mod", "package.json", "Cargo.toml", "pyproject.toml", "pom.xml"}

// neverNearby are folders of programs.
var neverNearby = []string{"node_modules", "vendor", "dist", "build", "target", "Library", "AppData", "go", "venv", "__pycache__"}

// nearby looks for vaults of notes and for repositories of code, in the working folder and where people keep them.
func (e *Engine) nearby(ctx context.Context) []Nearby {
	known := e.rootPaths(ctx)
	home, homeErr := os.UserHomeDir()
	s := &scout{seen: map[string]int{}, found: []Nearby{}}
	s.home, _ = filepath.EvalSymlinks(home)
	if here, err := os.Getwd(); err == nil && !inExport(here) {
		s.look(ctx, vaultAround(here, home), nearbyDepth)
	}
	if homeErr == nil {
		for _, place := range slices.Concat(notePlaces, nearbyPlaces) {
			s.look(ctx, filepath.Join(home, place), nearbyDepth)
		}
	}
	found := slices.DeleteFunc(outermost(s.found), func(n Nearby) bool {
		for path := range known {
			if _, part := below(path, n.Path); part || path == n.Path {
				return true
			}
		}
		return false
	})
	slices.SortStableFunc(found, func(a, b Nearby) int { return b.Files - a.Files })
	return importable(ctx, found[:min(nearbyShown, len(found))])
}

// importable counts notes as import does, which passes over links and what .gitignore excludes; a folder of which nothing would come in
// is not offered.
func importable(ctx context.Context, found []Nearby) []Nearby {
	out := []Nearby{}
	for _, n := range found {
		if n.Kind == NearbyNotes {
			files, _, err := page.Walk(ctx, n.Path)
			if n.Files = len(files); err != nil {
				continue
			}
		}
		out = append(out, n)
	}
	return out
}

// vaultAround is the vault that a folder is a part of, below the home of the user; without one the folder itself.
func vaultAround(dir, home string) string {
	for at := dir; at != home; {
		if info, err := os.Stat(filepath.Join(at, ".obsidian")); err == nil && info.IsDir() {
			return at
		}
		up := filepath.Dir(at)
		if up == at {
			break
		}
		at = up
	}
	return dir
}

// inExport says whether a folder is one that an export was written into, or lies in one.
func inExport(dir string) bool {
	for {
		if isExport(dir) {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

func isExport(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(page.MetaPath)))
	return err == nil
}

// outermost leaves out folders that are parts of others of their kind: they would be read in twice.
func outermost(found []Nearby) (out []Nearby) {
	for _, n := range found {
		if !slices.ContainsFunc(found, func(other Nearby) bool {
			_, part := below(other.Path, n.Path)
			return part && other.Kind == n.Kind
		}) {
			out = append(out, n)
		}
	}
	return out
}

// rootPaths are the folders that are in the file already.
func (e *Engine) rootPaths(ctx context.Context) map[string]bool {
	known := map[string]bool{}
	// Only an offer is at stake: a file that cannot be read has none.
	_ = e.read(ctx, func(tx *db.Tx) error {
		return tx.Each(`SELECT path FROM roots`, nil, func(scan func(...any) error) error {
			var path string
			err := scan(&path)
			known[path] = true
			return err
		})
	})
	return known
}

// scout walks over folders, a bounded number of them.
type scout struct {
	seen  map[string]int // how many levels below were looked into
	home  string
	reads int
	found []Nearby
}

// look takes a folder for what it is, or looks into those below it.
func (s *scout) look(ctx context.Context, dir string, depth int) {
	real, err := filepath.EvalSymlinks(dir)
	if levels, seen := s.seen[real]; err != nil || seen && levels >= depth || s.reads >= nearbyFolders || ctx.Err() != nil {
		return
	}
	s.seen[real] = depth
	s.reads++
	if isExport(real) {
		return // its pages are in a brain already
	}
	entries, err := os.ReadDir(real)
	if err != nil {
		return
	}
	has := map[string]bool{}
	notes, source := 0, false
	var below []string
	for _, entry := range entries {
		name := entry.Name()
		has[name] = true
		source = source || entry.Type().IsRegular() && sources()[strings.ToLower(filepath.Ext(name))] || entry.IsDir() && name == "src"
		switch {
		case isMarkdown(name) && entry.Type().IsRegular():
			notes++
		case entry.IsDir() && !strings.HasPrefix(name, ".") && !slices.Contains(neverNearby, name):
			below = append(below, filepath.Join(real, name))
		}
	}
	take := func(kind string, files int, marks ...string) {
		s.seen[real] = nearbyDepth
		n := Nearby{Path: real, Kind: kind, Files: files}
		if len(marks) == 1 {
			n.Manifest = marks[0]
		}
		s.found = append(s.found, n)
	}
	marks := slices.DeleteFunc(slices.Clone(manifests), func(name string) bool { return !has[name] })
	switch {
	case has[".obsidian"] || has["logseq"] && has["pages"]:
		take(NearbyNotes, max(notes+s.count(below, depth), 1))
		return
	case len(marks) > 0 || has[".git"] && source:
		take(NearbyCode, 0, marks...)
		return
	case notes >= nearbyNotes:
		take(NearbyNotes, notes+s.count(below, depth))
		return
	case depth > 0 && notes > 0:
		// Notes in folders of their own, with some beside them: one tree, which is read in once.
		if full, apart := s.holdsNotes(below); full > 1 && !apart {
			take(NearbyNotes, notes+s.count(below, depth))
			return
		}
	case depth > 0 && filepath.Dir(real) == s.home && slices.Contains(notePlaces, filepath.Base(real)):
		if _, apart := s.holdsNotes(below); !apart {
			seen := maps.Clone(s.seen)
			if files := s.count(below, depth); files >= nearbyNotes {
				take(NearbyNotes, files)
				return
			}
			s.seen = seen
		}
	}
	if depth > 0 {
		for _, dir := range below {
			s.look(ctx, dir, depth-1)
		}
	}
}

// holdsNotes counts the folders that are taken for notes by what lies in them; apart says that vaults or repositories lie
// beside each other.
func (s *scout) holdsNotes(dirs []string) (full int, apart bool) {
	for _, dir := range dirs {
		if s.reads++; s.reads > nearbyFolders {
			break
		}
		entries, _ := os.ReadDir(dir) // what cannot be read holds none
		notes := 0
		for _, entry := range entries {
			if name := entry.Name(); name == ".obsidian" || name == ".git" || slices.Contains(manifests, name) {
				return 0, true
			} else if isMarkdown(name) && entry.Type().IsRegular() {
				notes++
			}
		}
		if notes >= nearbyNotes {
			full++
		}
	}
	return full, false
}

// count counts markdown files in folders, as far as the bounds allow.
func (s *scout) count(dirs []string, depth int) (n int) {
	for _, dir := range dirs {
		if s.reads >= nearbyFolders || depth < 0 {
			return n
		}
		s.reads++
		s.seen[dir] = nearbyDepth
		entries, _ := os.ReadDir(dir) // what cannot be read is not counted
		var below []string
		for _, entry := range entries {
			switch {
			case isMarkdown(entry.Name()):
				n++
			case entry.IsDir() && !strings.HasPrefix(entry.Name(), "."):
				below = append(below, filepath.Join(dir, entry.Name()))
			}
		}
		n += s.count(below, depth-1)
	}
	return n
}

// sources are the extensions of the languages that extract reads, notes and manifests aside.
var sources = sync.OnceValue(func() map[string]bool {
	exts := map[string]bool{}
	for _, l := range extract.Languages() {
		for _, pattern := range l.Files {
			if ext, ok := strings.CutPrefix(pattern, "*"); ok && !isMarkdown("x"+ext) {
				exts[ext] = true
			}
		}
	}
	return exts
})

func isMarkdown(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".md" || ext == ".markdown" || ext == ".mdx"
}

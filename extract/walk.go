package extract

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Skip names something in the tree that was left out, or taken in part.
type Skip struct {
	Path   string // slash-separated, below the root
	Reason string // one line
	Files  int    // how many source files lie in it, when Path is a folder

	// Fault says that it was meant to be read but could not be. What is left
	// out by rule is no fault.
	Fault bool
}

// goTree is what a walk over a tree found, each list sorted by path.
type goTree struct {
	files   []string // Go files, slash-separated paths below the root
	mods    []string // go.mod files
	skipped []Skip

	all   bool        // files of other languages are looked for too
	other []otherFile // they
}

// maxModBytes is how large a go.mod may be: those of large
// public modules have some 100 KB.
const maxModBytes = 1_000_000

// walkGo finds the Go files below root. It leaves out what the go command
// leaves out (vendor, testdata, names that start with "." or "_") and
// node_modules, follows no symbolic link, and says so for whatever holds Go.
func walkGo(ctx context.Context, root string, maxBytes int64) (*goTree, error) {
	return walk(ctx, root, maxBytes, false)
}

func walk(ctx context.Context, root string, maxBytes int64, all bool) (*goTree, error) {
	info, err := os.Stat(root)
	if err != nil {
		return nil, fmt.Errorf("read tree: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("read tree: %s is not a folder", root)
	}
	t := &goTree{all: all}
	if err := t.walk(ctx, root, "", maxBytes); err != nil {
		return nil, err
	}
	slices.Sort(t.files)
	slices.Sort(t.mods)
	slices.SortFunc(t.skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	return t, nil
}

func (t *goTree) walk(ctx context.Context, root, dir string, maxBytes int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(dir)))
	if err != nil {
		if dir == "" {
			return fmt.Errorf("read tree: %w", err)
		}
		t.fault(dir, "cannot be read: "+pathErr(err))
		// ReadDir gives what it read before the error: go on with that
	}
	for _, e := range entries {
		name := e.Name()
		rel := path.Join(dir, name)
		isGo := strings.HasSuffix(name, ".go")
		switch {
		case !utf8.ValidString(name):
			if isGo || e.IsDir() {
				t.fault(strings.ToValidUTF8(rel, "\uFFFD"), "name is not valid UTF-8")
			}
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Stat(filepath.Join(root, filepath.FromSlash(rel)))
			if isGo || err == nil && target.IsDir() {
				t.skip(rel, "symbolic link, not followed", 0)
			}
		case e.IsDir():
			if reason := t.skipDir(name); reason != "" {
				if n := countGo(filepath.Join(root, filepath.FromSlash(rel))); n > 0 {
					t.skip(rel, reason, n)
				}
				continue
			}
			if err := t.walk(ctx, root, rel, maxBytes); err != nil {
				return err
			}
		case name == "go.mod" && e.Type().IsRegular():
			if reason := unreadable(e, maxModBytes); reason != "" {
				t.fault(rel, reason)
				continue
			}
			t.mods = append(t.mods, rel)
			if t.all {
				t.other = append(t.other, otherFile{rel, &goManifest})
			}
		case isGo:
			reason := skipFile(e)
			if t.all && reason == "" {
				reason = goIgnores(dir)
			}
			if reason != "" {
				t.skip(rel, reason, 0)
				continue
			}
			if reason := unreadable(e, maxBytes); reason != "" {
				t.fault(rel, reason)
				continue
			}
			t.files = append(t.files, rel)
		case t.all:
			if !e.Type().IsRegular() {
				continue
			}
			lang := languageOf(rel)
			if lang == nil && !strings.Contains(name, ".") {
				lang = languageOfScript(filepath.Join(root, filepath.FromSlash(rel)))
			}
			if lang == nil {
				continue
			}
			if reason := unreadable(e, maxBytes); reason != "" {
				t.fault(rel, reason)
				continue
			}
			t.other = append(t.other, otherFile{rel, lang})
		}
	}
	return nil
}

func (t *goTree) skip(path, reason string, files int) {
	t.skipped = append(t.skipped, Skip{Path: path, Reason: reason, Files: files})
}

func (t *goTree) fault(path, reason string) {
	t.skipped = append(t.skipped, Skip{Path: path, Reason: reason, Fault: true})
}

// skipDir is the reason for which a folder is left out. In a tree of several languages only those that hold the code of others are.
func (t *goTree) skipDir(name string) string {
	switch {
	case t.all:
		return skipAny[name]

	case name == ".git":
		return "Git's own folder"
	case name == "node_modules":
		return "node_modules holds code of others"
	case name == "vendor":
		return "vendor holds code of others"
	case name == "testdata":
		return "the go command ignores testdata"
	case name[0] == '.' || name[0] == '_':
		return `the go command ignores names that start with "." or "_"`
	}
	return ""
}

// skipAny are the folders that no language looks into.
var skipAny = map[string]string{
	".git":          "Git's own folder",
	".hg":           "Mercurial's own folder",
	".svn":          "Subversion's own folder",
	"node_modules":  "node_modules holds code of others",
	"vendor":        "vendor holds code of others",
	"venv":          "a Python environment",
	".venv":         "a Python environment",
	"__pycache__":   "compiled code",
	".tox":          "a Python environment",
	".mypy_cache":   "a cache",
	".pytest_cache": "a cache",
	".ruff_cache":   "a cache",
	".gradle":       "a cache",
	"graphify-out":  "Graphify's output",
}

// goIgnores is the reason for which the go command does not look into a folder.
func goIgnores(dir string) string {
	for name := range strings.SplitSeq(dir, "/") {
		switch {
		case name == "testdata":
			return "the go command ignores testdata"
		case name != "" && (name[0] == '.' || name[0] == '_'):
			return `the go command ignores names that start with "." or "_"`
		}
	}
	return ""
}

func skipFile(e fs.DirEntry) string {
	if c := e.Name()[0]; c == '.' || c == '_' {
		return `the go command ignores names that start with "." or "_"`
	}
	if !e.Type().IsRegular() {
		return "not a regular file"
	}
	return ""
}

func unreadable(e fs.DirEntry, maxBytes int64) string {
	info, err := e.Info()
	if err != nil {
		return "cannot be read: " + pathErr(err)
	}
	if info.Size() > maxBytes {
		return fmt.Sprintf("larger than %d bytes", maxBytes)
	}
	return ""
}

// countGo counts the Go files below dir; what it cannot read counts as none.
func countGo(dir string) int {
	n := 0
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(d.Name(), ".go") {
			n++
		}
		return nil
	})
	return n
}

// pathErr is the error without the path, which would name the checkout.
func pathErr(err error) string {
	if e, ok := err.(*fs.PathError); ok {
		err = e.Err
	}
	return oneLine(err.Error())
}

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

	// Fault says that it was meant to be read but could not be; of a file that
	// was taken in part, that what it declares may be missing. What is left out
	// by rule is no fault.
	Fault bool

	// Language is set where this build cannot read a file's language.
	Language string
}

// goTree is what a walk over a tree found, each list sorted by path.
type goTree struct {
	files   []string // Go files, slash-separated paths below the root
	mods    []string // go.mod files
	skipped []Skip

	other  []otherFile // files of other languages, if all is set
	stamps map[string]stamp

	projects []string // folders with a project of .NET, if all is set: what is declared in parts is so within one

	all      bool // files of other languages are looked for too
	maxBytes int64
	excluded func(path string) bool // nil where it is not known what git ignores
}

// total is how many files there are to parse.
func (t *goTree) total() int { return len(t.files) + len(t.other) }

// maxModBytes is how large a go.mod may be: those of large
// public modules have some 100 KB.
const maxModBytes = 1_000_000

// walk finds the Go files below root, for t.all also those of other languages. It
// leaves out what the rules in walkrules.go say, follows no symbolic link, and
// says so for whatever holds source.
func walk(ctx context.Context, root string, t *goTree) (*goTree, error) {
	info, err := os.Stat(root)
	if err != nil {
		return nil, fmt.Errorf("read tree: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("read tree: %s is not a folder", root)
	}
	t.stamps = map[string]stamp{}
	if err := t.walk(ctx, root, ""); err != nil {
		return nil, err
	}
	slices.Sort(t.files)
	slices.Sort(t.mods)
	slices.Sort(t.projects)
	t.projects = slices.Compact(t.projects)
	slices.SortFunc(t.skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	return t, nil
}

func (t *goTree) walk(ctx context.Context, root, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(dir)))
	if err != nil {
		if dir == "" {
			return fmt.Errorf("read tree: %w", err)
		}
		t.fault(dir, unreadReason(err))
		// ReadDir gives what it read before the error: go on with that
	}
	for _, e := range entries {
		name := e.Name()
		rel := path.Join(dir, name)
		isGo := strings.HasSuffix(name, ".go")
		switch {
		case !utf8.ValidString(name):
			if t.isSource(name) || e.IsDir() {
				t.fault(strings.ToValidUTF8(rel, "\uFFFD"), "name is not valid UTF-8")
			}
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Stat(filepath.Join(root, filepath.FromSlash(rel)))
			if t.isSource(name) || err == nil && target.IsDir() {
				t.skip(rel, "symbolic link, not followed", 0)
			}
		case e.IsDir():
			if reason := t.skipDir(rel, entries); reason != "" {
				if n := t.count(filepath.Join(root, filepath.FromSlash(rel))); n > 0 {
					t.skip(rel, reason, n)
				}
				continue
			}
			if err := t.walk(ctx, root, rel); err != nil {
				return err
			}
		case t.all && t.leaves(rel) != "":
			if t.isSource(name) {
				t.skip(rel, t.leaves(rel), 0)
			}
		case name == "go.mod" && e.Type().IsRegular():
			if reason := t.unreadable(rel, e, maxModBytes); reason != "" {
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
			if reason := t.unreadable(rel, e, t.maxBytes); reason != "" {
				t.fault(rel, reason)
				continue
			}
			t.files = append(t.files, rel)
		case t.all:
			if !e.Type().IsRegular() {
				continue
			}
			if isProject(name) {
				t.projects = append(t.projects, dir)
			}
			lang := languageOf(rel)
			if lang == nil && !strings.Contains(name, ".") {
				lang = languageOfScript(filepath.Join(root, filepath.FromSlash(rel)))
			}
			if lang == nil {
				continue
			}
			if reason := t.unreadable(rel, e, t.maxBytes); reason != "" {
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

// unreadable is the reason for which a file cannot be read, "" if it can be; then its stamp is noted.
func (t *goTree) unreadable(rel string, e fs.DirEntry, maxBytes int64) string {
	info, err := e.Info()
	if err != nil {
		return unreadReason(err)
	}
	if info.Size() > maxBytes {
		return fmt.Sprintf("larger than %d bytes", maxBytes)
	}
	t.stamps[rel] = stampOf(info)
	return ""
}

// pathErr is the error without the path, which would name the checkout.
func pathErr(err error) string {
	if e, ok := err.(*fs.PathError); ok {
		err = e.Err
	}
	return oneLine(err.Error())
}

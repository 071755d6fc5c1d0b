package page

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
)

// MaxFileSize is the size in bytes of the largest file that Walk returns.
const MaxFileSize = 64 << 20

// A File is a markdown file that Walk found.
type File struct {
	Path    string // slash-separated, relative to the directory walked, as spelled on disk
	Size    int64
	ModTime time.Time
}

// A Skip is a markdown file, or a directory that may hold some, left out.
type Skip struct {
	Path   string // like File.Path; it may hold control characters or be no UTF-8
	Reason string
	// Rule is what left it out: one of the Rule constants, or the line of a
	// .gitignore as "sub/.gitignore:2: *.tmp.md"; empty for a fault.
	Rule string
	// Fault says that the file was meant to be read but could not be. What is
	// left out by rule (hidden, ignored, a symbolic link) is no fault.
	Fault bool
}

// The rules by which Walk leaves something out, but for those of .gitignore.
const (
	RuleHidden      = "hidden"       // names that begin with a dot: .git, .raw, .brain, .obsidian
	RuleSymlink     = "symlink"      // symbolic links, which might loop or lead out of the tree
	RuleNodeModules = "node_modules" // folders of this name
	RuleExport      = "export"       // folders below the tree that brain export wrote: their pages are there already
	RuleNotMarkdown = "not-markdown" // files of other kinds; told only if asked for
)

// A NoMarkdownError says that Walk found no markdown file to read.
type NoMarkdownError struct {
	Dir     string
	Skipped int // entries left out; they may be the reason
}

func (e *NoMarkdownError) Error() string {
	if e.Skipped > 0 {
		return fmt.Sprintf("no markdown files in %s (%d entries skipped)", e.Dir, e.Skipped)
	}
	return "no markdown files in " + e.Dir
}

// A WalkOption changes what Walk leaves out.
type WalkOption func(*walker)

// IncludeIgnored makes Walk read what .gitignore files exclude.
func IncludeIgnored() WalkOption { return func(w *walker) { w.includeIgnored = true } }

// ListOtherFiles makes Walk list files that are not markdown among the skips.
func ListOtherFiles() WalkOption { return func(w *walker) { w.others = true } }

// Walk lists the markdown files (.md, .markdown, .mdx in any case) below dir in
// the byte order of their paths, and what it left out and why: symbolic links,
// which might loop or lead out of the tree; names that begin with a dot;
// node_modules; folders that an export was written into; what the .gitignore files in the tree exclude; anything that is
// no regular file; files that cannot be opened or are larger than MaxFileSize;
// names that are not UTF-8. dir itself may be a symbolic link.
//
// The error is a *NoMarkdownError if there is nothing to read (the skips are
// returned with it), the context's error, or that of reading dir itself.
func Walk(ctx context.Context, dir string, options ...WalkOption) ([]File, []Skip, error) {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("read directory: %w", err)
	}
	if info, err := os.Stat(root); err != nil {
		return nil, nil, fmt.Errorf("read directory: %w", err)
	} else if !info.IsDir() {
		return nil, nil, fmt.Errorf("read directory: %w", &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR})
	}
	w := walker{root: root}
	for _, option := range options {
		option(&w)
	}
	if err := w.dir(ctx, "", nil); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(w.files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(w.skips, func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) })
	if len(w.files) == 0 {
		return nil, w.skips, &NoMarkdownError{dir, len(w.skips)}
	}
	return w.files, w.skips, nil
}

type walker struct {
	root           string
	includeIgnored bool
	others         bool
	files          []File
	skips          []Skip
}

func (w *walker) skip(rel, rule, reason string) {
	w.skips = append(w.skips, Skip{Path: rel, Reason: reason, Rule: rule})
}

func (w *walker) fault(rel, reason string) {
	w.skips = append(w.skips, Skip{Path: rel, Reason: reason, Fault: true})
}

// dir walks the directory rel ("" is the root) under the ignore rules of the
// directories above it.
func (w *walker) dir(ctx context.Context, rel string, rules ignoreRules) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	full := filepath.Join(w.root, filepath.FromSlash(rel))
	entries, err := os.ReadDir(full)
	if err != nil {
		if rel == "" {
			return fmt.Errorf("read directory: %w", err)
		}
		// What was read before the error still counts.
		w.fault(rel, "cannot be read: "+reasonOf(err))
	}
	if !w.includeIgnored {
		rules = rules.with(rel, readIgnoreFile(filepath.Join(full, ".gitignore")))
	}
	for _, e := range entries {
		name := path.Join(rel, e.Name())
		isDir := e.IsDir()
		_, markdown := cutExt(e.Name())
		link := e.Type()&fs.ModeSymlink != 0
		ignored, isIgnored := rules.exclude(name, isDir)
		switch {
		case !isDir && !markdown && !(link && w.leadsToDir(name)):
			if w.others {
				w.skip(name, RuleNotMarkdown, "not markdown")
			}
		case !utf8.ValidString(e.Name()):
			w.fault(name, "the name is not UTF-8")
		case isHidden(e.Name()):
			w.skip(name, RuleHidden, "hidden: the name begins with a dot")
		case link:
			w.skip(name, RuleSymlink, "a symbolic link")
		case isDir && e.Name() == nodeModules:
			w.skip(name, RuleNodeModules, "node_modules")
		case isIgnored:
			w.skip(name, ignored.String(), "excluded by .gitignore")
		case isDir && w.isExport(name):
			w.skip(name, RuleExport, "an export of pages")
		case isDir:
			if err := w.dir(ctx, name, rules); err != nil {
				return err
			}
		case !e.Type().IsRegular():
			w.fault(name, "not a regular file")
		default:
			w.file(name)
		}
	}
	return nil
}

// nodeModules is the folder of other people's packages.
const nodeModules = "node_modules"

func isHidden(name string) bool { return strings.HasPrefix(name, ".") }

func (w *walker) isExport(rel string) bool {
	_, err := os.Lstat(filepath.Join(w.root, filepath.FromSlash(path.Join(rel, MetaPath))))
	return err == nil
}

func (w *walker) leadsToDir(rel string) bool {
	info, err := os.Stat(filepath.Join(w.root, filepath.FromSlash(rel)))
	return err == nil && info.IsDir()
}

// file takes a regular file if it can be opened.
func (w *walker) file(rel string) {
	f, err := os.Open(filepath.Join(w.root, filepath.FromSlash(rel)))
	if err != nil {
		w.fault(rel, "cannot be read: "+reasonOf(err))
		return
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		w.fault(rel, "cannot be read: "+reasonOf(err))
	case info.Size() > MaxFileSize:
		w.fault(rel, fmt.Sprintf("%d MiB, larger than %d MiB", info.Size()>>20, MaxFileSize>>20))
	default:
		w.files = append(w.files, File{rel, info.Size(), info.ModTime()})
	}
}

// reasonOf drops the path from a file error: the Skip names it already.
func reasonOf(err error) string {
	if pe, ok := err.(*fs.PathError); ok {
		return pe.Err.Error()
	}
	return err.Error()
}

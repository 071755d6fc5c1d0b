package extract

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// needsCgo is why a build without tree-sitter leaves a file out.
const needsCgo = "needs a build with cgo"

// ErrNeedsCgo is the error of a tree that has source files, but only such as this build cannot read: it was built without cgo.
var ErrNeedsCgo = errors.New("read tree: its languages need a build with cgo")

// Tree extracts the graph of all code below dir: Go as [Go] does, the other languages of this package by tree-sitter, Markdown and
// the manifests of projects. Nothing of it is run, nothing but the tree is read, and equal trees give equal graphs wherever they lie.
//
// Calls are resolved by scopes, imports and the types of receivers, as far as a file declares them or they follow from what is
// assigned and returned. An edge that is written so is [Extracted], one that follows is [Inferred]; where several targets are left,
// each is [Ambiguous]. A name alone decides nothing.
//
// Hidden files and folders are left out, and what is no source of the tree: code of others (node_modules, vendor), environments,
// what tests read (testdata), what a build made of it (see [Options]). Skipped names them where they hold source.
//
// Files that a build without cgo cannot read are in Skipped, with the reason "needs a build with cgo" and their language; if there
// are no others, the error is [ErrNeedsCgo], and the result holds nothing but them.
func Tree(ctx context.Context, dir string, opts Options) (*Result, error) {
	x := &goExtractor{root: dir, opts: opts, fset: token.NewFileSet()}
	if x.opts.MaxFileBytes <= 0 {
		x.opts.MaxFileBytes = defaultMaxFileBytes
	}
	if x.opts.Jobs <= 0 {
		x.opts.Jobs = runtime.GOMAXPROCS(0)
	}
	tree, err := walkTree(ctx, dir, x.opts)
	if err != nil {
		return nil, err
	}
	res := &Result{}
	b := &graphBuilder{}
	goFiles, err := x.parse(ctx, tree)
	if err != nil {
		return nil, err
	}
	if err := x.graph(ctx, b, goFiles, &goDirs{modules: readModules(dir, tree.mods)}); err != nil {
		return nil, err
	}
	goRationale(b, goFiles)
	for _, f := range goFiles {
		res.Files = append(res.Files, File{Path: f.rel, SHA256: f.sha, ModTime: f.modTime})
		if f.problem != "" {
			res.Partial = append(res.Partial, Skip{Path: f.rel, Reason: f.problem, Fault: true})
		}
	}
	read, err := x.lowerAll(ctx, tree)
	if err != nil {
		return nil, err
	}
	var units []*unit
	for i, f := range read {
		if f.unit == nil {
			skip := Skip{Path: f.path, Reason: f.problem, Fault: f.problem != needsCgo}
			if !skip.Fault {
				skip.Language = tree.other[i].lang.name
			}
			tree.skipped = append(tree.skipped, skip)
			continue
		}
		units = append(units, f.unit)
		res.Files = append(res.Files, File{Path: f.path, SHA256: f.sha, ModTime: f.modTime})
		if f.problem != "" {
			res.Partial = append(res.Partial, Skip{Path: f.path, Reason: f.problem, Fault: f.fault})
		}
	}
	link(b, units)
	res.Graph = b.build()
	res.Skipped = tree.skipped
	byPath := func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) }
	slices.SortStableFunc(res.Skipped, byPath)
	slices.SortStableFunc(res.Partial, byPath)
	slices.SortFunc(res.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	if len(res.Files) == 0 && slices.ContainsFunc(res.Skipped, func(s Skip) bool { return s.Reason == needsCgo }) {
		return res, ErrNeedsCgo
	}
	return res, nil
}

// goRationale makes rationale of Go's doc comments and of the comments that tell why. b holds nothing but Go yet.
func goRationale(b *graphBuilder, files []*goFile) {
	for i := range len(b.nodes) {
		n := &b.nodes[i]
		if line, err := strconv.Atoi(strings.TrimPrefix(n.SourceLocation, "L")); err == nil && len(n.Doc) > minDoc && n.SourceFile != "" {
			b.rationale(n.Doc, n.SourceFile, int32(line), int32(i))
		}
	}
	for _, f := range files {
		for _, n := range f.notes {
			b.rationale(clean(n.text), f.rel, n.line, int32(f.node))
		}
	}
}

// lowered is a file of a language other than Go.
type lowered struct {
	path    string
	sha     string
	modTime time.Time
	unit    *unit  // nil if it could not be read
	problem string // why it could not be read, or was in part only
	fault   bool   // nothing but the file itself was taken
}

// lowerAll reads the other files of a tree.
func (x *goExtractor) lowerAll(ctx context.Context, tree *goTree) ([]lowered, error) {
	out := make([]lowered, len(tree.other))
	type worker struct {
		*syntaxParser
		room scratch
	}
	parsers := make(chan *worker, x.opts.Jobs)
	for range x.opts.Jobs {
		parsers <- &worker{syntaxParser: newParser()}
	}
	defer func() {
		for range x.opts.Jobs {
			(<-parsers).close()
		}
	}()
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(x.opts.Jobs)
	var mu sync.Mutex
	for i, f := range tree.other {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			p := <-parsers
			defer func() { parsers <- p }()
			lf := lowered{path: f.rel}
			if err := guard(func() error { return lf.read(p.syntaxParser, &p.room, x.root, f.lang) }); err != nil {
				lf.unit, lf.problem = nil, oneLine(err.Error())
			}
			mu.Lock()
			out[i] = lf
			mu.Unlock()
			x.progress("parse", tree.total())
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

func (f *lowered) read(p *syntaxParser, room *scratch, root string, lang *language) error {
	name := filepath.Join(root, filepath.FromSlash(f.path))
	if lang.grammar != "" && !TreeSitter {
		return errors.New(needsCgo)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		return errors.New("cannot be read: " + pathErr(err))
	}
	if info, err := os.Stat(name); err == nil {
		f.modTime = info.ModTime()
	}
	sum := sha256.Sum256(raw)
	f.sha = hex.EncodeToString(sum[:])
	src := decodeText(raw)
	l := newLowering(f.path, lang, src, room)
	var top node
	if lang.grammar != "" {
		t, err := p.parse(lang.grammar, src)
		if err != nil {
			f.problem, f.fault = err.Error()+": only the file itself was taken", true
			f.unit = l.finish(room)
			return nil
		}
		top = t.root()
		f.problem = syntaxProblem(t)
	}
	if err := guard(func() error { lang.lower(l, top); return nil }); err != nil {
		l = newLowering(f.path, lang, src, &scratch{})
		f.problem, f.fault = oneLine(err.Error())+": only the file itself was taken", true
	}
	f.unit = l.finish(room)
	return nil
}

// syntaxProblem names the first place that the grammar does not know, "" if there is none.
func syntaxProblem(t *tree) string {
	for i := range t.nodes {
		if n := &t.nodes[i]; n.flags&(flagError|flagMissing) != 0 {
			return fmt.Sprintf("syntax error in line %d", n.row+1)
		}
	}
	return ""
}

// otherFile is a file of a language other than Go.
type otherFile struct {
	rel  string
	lang *language
}

// walkTree finds the files of a tree as walkGo does, those of other languages too.
func walkTree(ctx context.Context, root string, opts Options) (*goTree, error) {
	tree, err := walk(ctx, root, &goTree{all: true, maxBytes: opts.MaxFileBytes, excluded: opts.Excluded})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(tree.other, func(a, b otherFile) int { return strings.Compare(a.rel, b.rel) })
	return tree, nil
}

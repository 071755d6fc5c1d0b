package extract

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	s, err := Look(ctx, dir, opts, nil)
	if err != nil {
		return nil, err
	}
	res, _, err := s.Read(ctx, nil)
	return res, err
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
	unit    *unit  // nil if it could not be read
	problem string // why it could not be read, or was in part only
	fault   bool   // nothing but the file itself was taken
}

// lowerAll reads the other files of a tree.
func (x *goExtractor) lowerAll(ctx context.Context, files []otherFile, total int) ([]lowered, error) {
	out := make([]lowered, len(files))
	type worker struct {
		*syntaxParser
		room scratch
	}
	jobs := min(x.opts.Jobs, len(files))
	parsers := make(chan *worker, jobs)
	for range jobs {
		parsers <- &worker{syntaxParser: newParser()}
	}
	defer func() {
		for range jobs {
			(<-parsers).close()
		}
	}()
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(jobs, 1))
	var mu sync.Mutex
	for i, f := range files {
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
			x.progress("parse", total)
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
		return errors.New(unreadReason(err))
	}
	f.sha = sumOf(raw)
	src := decodeText(raw)
	var top node
	l := newLowering(f.path, lang, src, room)
	if lang.grammar != "" {
		t, text, err := parseAs(p, lang, src)
		l.src, src = text, text
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
	if t.whole {
		return ""
	}
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

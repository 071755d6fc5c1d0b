package extract

import (
	"context"
	"go/token"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Options say how a tree is extracted. The zero value is what most want.
type Options struct {
	MaxFileBytes int64 // larger files are skipped; 0 is 5 MB
	Jobs         int   // how many files or packages are read at a time; 0 is one for each processor

	// Excluded, if not nil, says that a file or folder is no source: what git
	// ignores, see [GitIgnored]. Tree asks it. Where it is nil, the folders that
	// build tools are known to write beside their manifests are left out.
	Excluded func(path string) bool

	// Progress, if not nil, is told of each step: the stage ("parse" or
	// "check"), and how many of how many files or packages are done. Calls come
	// one at a time.
	Progress func(stage string, done, total int)
}

// Result is what a tree gave.
type Result struct {
	Graph   *Graph
	Files   []File // that the graph was made from, sorted by path
	Skipped []Skip // what was left out, sorted by path
	Partial []Skip // files of Files that were taken in part, sorted by path
}

// File is a source file that went into a graph.
type File struct {
	Path    string    // slash-separated, below the root
	SHA256  string    // of its bytes, in hex
	ModTime time.Time // when it was last changed on disk
}

const defaultMaxFileBytes = 5_000_000

// Go extracts the graph of the Go code below dir: every module and package,
// test files and files for other systems included. Nothing of the code is run,
// and nothing but the tree is read: no go command, no module cache, no standard
// library. So the graph depends on the tree alone, and equal trees give equal
// graphs wherever they lie.
//
// Declarations are resolved by go/types, and what functions do by its rules, so
// the methods of one type are told from those of another; these edges are
// [Extracted]. Where go/types does not
// know a name that one declaration alone can mean, the edge is [Inferred]. What
// is called on a value whose type comes from outside of the tree gives no edge.
//
// Code that does not parse is taken as far as it does, and named in Partial. An
// error means that dir could not be read or ctx ended.
func Go(ctx context.Context, dir string, opts Options) (*Result, error) {
	x := newExtractor(dir, opts)
	tree, err := walk(ctx, dir, &goTree{maxBytes: x.opts.MaxFileBytes})
	if err != nil {
		return nil, err
	}
	files, err := x.parse(ctx, tree)
	if err != nil {
		return nil, err
	}
	b := &graphBuilder{}
	if err := x.graph(ctx, b, files, &goDirs{modules: readModules(dir, tree.mods)}); err != nil {
		return nil, err
	}
	res := &Result{Graph: b.build(), Skipped: tree.skipped}
	slices.SortStableFunc(res.Skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range files {
		res.Files = append(res.Files, File{Path: f.rel, SHA256: f.sha, ModTime: time.Unix(0, tree.stamps[f.rel].written)})
		if f.problem != "" {
			res.Partial = append(res.Partial, Skip{Path: f.rel, Reason: f.problem, Fault: true})
		}
	}
	return res, nil
}

func newExtractor(dir string, opts Options) *goExtractor {
	if opts.MaxFileBytes <= 0 {
		opts.MaxFileBytes = defaultMaxFileBytes
	}
	if opts.Jobs <= 0 {
		opts.Jobs = runtime.GOMAXPROCS(0)
	}
	return &goExtractor{root: dir, opts: opts, fset: token.NewFileSet()}
}

type goExtractor struct {
	root string
	opts Options
	fset *token.FileSet

	whole bool // bodies are left to go/types, against which tests hold what is made of them here

	mu   sync.Mutex
	done map[string]int
}

func (x *goExtractor) progress(stage string, total int) {
	if x.opts.Progress == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.done == nil {
		x.done = map[string]int{}
	}
	x.done[stage]++
	x.opts.Progress(stage, x.done[stage], total)
}

// parse reads the files of a tree. One that cannot be read moves to its
// skipped list.
func (x *goExtractor) parse(ctx context.Context, tree *goTree) ([]*goFile, error) {
	files := make([]*goFile, len(tree.files))
	problems := make([]error, len(tree.files))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(x.opts.Jobs)
	for i, rel := range tree.files {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			problems[i] = guard(func() (err error) {
				files[i], err = parseGo(x.fset, x.root, rel, !x.whole)
				return err
			})
			x.progress("parse", tree.total())
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var out []*goFile
	for i, f := range files {
		if problems[i] != nil {
			tree.fault(tree.files[i], oneLine(problems[i].Error()))
			continue
		}
		out = append(out, f)
	}
	return out, nil
}

// graph adds what the files say to b.
func (x *goExtractor) graph(ctx context.Context, b *graphBuilder, files []*goFile, dirs *goDirs) error {
	units := groupUnits(files, dirs)
	nodes := &goNodes{fset: x.fset, dirs: dirs, at: map[token.Pos]int{}, methods: map[string]bool{}, externals: map[goExternal]int{}}
	nodes.grow(files)
	for _, u := range units {
		nodes.addUnit(u)
	}
	boundGrowth(units, dirs)
	stubs := makeStubs(x.fset, files)
	for _, f := range files {
		f.prepare(dirs)
	}
	var total int
	checker := &goChecker{fset: x.fset, dirs: dirs, stubs: stubs, jobs: x.opts.Jobs, done: func(p *goPass) {
		for _, f := range p.record {
			_ = guard(func() error { // half a syntax tree
				(&goEdges{pass: p, file: f, nodes: nodes, dirs: dirs, stubs: stubs}).read()
				return nil
			})
		}
		x.progress("check", total)
	}}
	passes, err := checker.run(ctx, units, func(n int) { total = n })
	if err != nil {
		return err
	}
	lists := [][]goEdge{nodes.edges}
	for _, f := range files {
		lists = append(lists, f.edges)
		f.edges = nil
	}
	nodes.into(b, append(lists, nodes.implements(passes)))
	return nil
}

package extract

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/sync/errgroup"
)

// goPass is one run of go/types over files of a package that fit together. Most
// packages need one; tests and files for other systems need further ones.
type goPass struct {
	unit    *goUnit
	context buildContext
	files   []*goFile // all, for their declarations
	record  []*goFile // those whose bodies are read in this pass

	pkg   *types.Package
	above *types.Package // whose declarations pkg has too, nil for none
	info  *types.Info
	stubs *goStubs
}

// goChecker type-checks the packages of a tree.
type goChecker struct {
	fset  *token.FileSet
	dirs  *goDirs
	stubs *goStubs
	jobs  int
	done  func(*goPass) // called for each pass when it is checked, from several goroutines
}

// run checks every package: first what others import, imports before
// importers, then tests and variants, last the external tests, which see the
// tested packages. It returns all passes in a fixed order.
func (c *goChecker) run(ctx context.Context, units []*goUnit, total func(int)) ([]*goPass, error) {
	ordered := linkUnits(units, c.dirs)
	var first, second, third []*goPass
	for _, u := range ordered {
		base, rest := u.passes()
		if base != nil {
			first = append(first, base)
		}
		if u.xtest {
			third = append(third, rest...)
		} else {
			second = append(second, rest...)
		}
	}
	total(len(first) + len(second) + len(third))

	for _, level := range levels(first) {
		if err := c.check(ctx, level); err != nil {
			return nil, err
		}
		for _, p := range level {
			p.unit.base, p.unit.baseFiles = p.pkg, p.files
		}
	}
	if err := c.check(ctx, second); err != nil {
		return nil, err
	}
	for _, p := range second {
		if p.unit.tested == nil && p.context.equal(baseContext) && slices.ContainsFunc(p.record, func(f *goFile) bool { return f.test }) {
			p.unit.tested = p.pkg
		}
	}
	if err := c.check(ctx, third); err != nil {
		return nil, err
	}
	return slices.Concat(first, second, third), nil
}

// passes plans the passes over a package: the one that others import, nil when
// it has only tests, and those that take the files which that one leaves.
func (u *goUnit) passes() (base *goPass, rest []*goPass) {
	for _, tests := range []bool{false, true} {
		for _, f := range u.files {
			if f.covered || f.test != tests {
				continue
			}
			c, ok := contextFor(f.tags)
			p := &goPass{unit: u, context: c}
			for _, g := range u.files {
				fits := g == f || ok && c.matches(g.tags) || !ok && baseContext.matches(g.tags)
				if !fits || g.test && !tests {
					continue
				}
				p.files = append(p.files, g)
				if !g.covered && g.test == tests && (ok || g == f) {
					p.record = append(p.record, g)
				}
			}
			for _, g := range p.record {
				g.covered = true
			}
			if base == nil && !tests && !u.xtest {
				base = p
			} else {
				rest = append(rest, p)
			}
		}
	}
	return base, rest
}

func (c *buildContext) equal(d buildContext) bool {
	return c.os == d.os && c.arch == d.arch && slices.Equal(c.tags, d.tags)
}

// levels splits passes, which are in import order, so that no package of a
// level imports one of the same or a later level.
func levels(passes []*goPass) [][]*goPass {
	level := map[*goUnit]int{}
	var out [][]*goPass
	for _, p := range passes {
		n := 0
		for _, v := range p.unit.imports {
			if l, ok := level[v]; ok {
				n = max(n, l+1)
			}
		}
		level[p.unit] = n
		for len(out) <= n {
			out = append(out, nil)
		}
		out[n] = append(out[n], p)
	}
	return out
}

func (c *goChecker) check(ctx context.Context, passes []*goPass) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(c.jobs)
	for _, p := range passes {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			c.one(p)
			c.done(p)
			p.info = nil
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, p := range passes { // bodies that were read are most of the memory
		for _, f := range p.record {
			f.ast = withoutBodies(f.ast)
		}
	}
	return nil
}

// one runs go/types. Errors in the code are expected and say nothing to us:
// what could be resolved is in p.info. Nor does a crash on half a syntax tree:
// the pass is then worth what was found before.
func (c *goChecker) one(p *goPass) {
	p.info = &types.Info{Uses: map[*ast.Ident]types.Object{}, Scopes: map[ast.Node]*types.Scope{}} // the types of all expressions are most of what could be noted, and not asked for
	p.pkg = types.NewPackage(p.unit.path, p.unit.name)
	p.stubs = c.stubs
	if p.above = p.tested(); p.above != nil {
		for _, name := range p.above.Scope().Names() {
			p.pkg.Scope().Insert(p.above.Scope().Lookup(name))
		}
	} else {
		declareHelpers(p.pkg)
	}
	config := types.Config{
		Importer:                 &goImporter{c, p},
		FakeImportC:              true,
		DisableUnusedImportCheck: true,
		Error:                    func(error) {},
	}
	var files []*ast.File
	for _, f := range p.files {
		if slices.Contains(p.record, f) {
			files = append(files, f.ast)
		} else if p.above == nil {
			files = append(files, withoutBodies(f.ast))
		}
	}
	_ = guard(func() error {
		return types.NewChecker(&config, c.fset, p.pkg, p.info).Files(files)
	})
}

// guard turns a panic into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

// isStub reports whether a package is not of the tree.
func (p *goPass) isStub(pkg *types.Package) bool { return p.stubs.isStub(pkg) }

// goImporter gives a pass the packages it imports: those of the tree that are
// checked, stubs for the rest.
type goImporter struct {
	checker *goChecker
	pass    *goPass
}

func (im *goImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	u := im.pass.unit
	if v := im.checker.dirs.find(path, u.dir); v != nil && v != u {
		if u.xtest && v.dir == u.dir && v.tested != nil {
			return v.tested, nil
		}
		if v.base != nil { // nil where an import cycle was cut
			return v.base, nil
		}
	}
	if stub := im.checker.stubs.packages[path]; stub != nil {
		return stub, nil
	}
	return nil, fmt.Errorf("%s is not in the tree", path)
}

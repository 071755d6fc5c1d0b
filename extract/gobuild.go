package extract

import (
	"go/ast"
	"go/build/constraint"
	"path"
	"slices"
	"strings"
)

// buildContext is a choice of build tags under which files are read together.
type buildContext struct {
	os, arch string
	tags     []string // further tags that are set, sorted
}

// baseContext is the choice for whatever does not ask for another. It is the
// same on every machine, so that the graph is too.
var baseContext = buildContext{os: "linux", arch: "amd64"}

// has reports whether a tag is set. Every Go version and cgo are: files that
// need them are code as well.
func (c *buildContext) has(tag string) bool {
	switch {
	case tag == c.os || tag == c.arch || tag == "gc" || tag == "cgo" || strings.HasPrefix(tag, "go1."):
		return true
	case tag == "unix":
		return unixOS[c.os]
	case tag == "linux":
		return c.os == "android"
	case tag == "solaris":
		return c.os == "illumos"
	case tag == "darwin":
		return c.os == "ios"
	}
	return slices.Contains(c.tags, tag)
}

func (c *buildContext) matches(x constraint.Expr) bool { return x == nil || x.Eval(c.has) }

// maxTags bounds the search for a choice of tags; real constraints have a few.
const maxTags = 64

// contextFor finds a choice of tags under which x holds: the base with as
// little changed as will do. ok is false when there is none among those tried.
func contextFor(x constraint.Expr) (c buildContext, ok bool) {
	if baseContext.matches(x) {
		return baseContext, true
	}
	systems := []string{baseContext.os}
	archs := []string{baseContext.arch}
	sets := [][]string{nil}
	var tags []string
	mentioned := tagsOf(x)
	if len(mentioned) > maxTags {
		return buildContext{}, false
	}
	for _, tag := range mentioned {
		switch {
		case knownOS[tag]:
			systems = append(systems, tag)
		case knownArch[tag]:
			archs = append(archs, tag)
		default:
			tags = append(tags, tag)
			sets = append(sets, []string{tag})
		}
	}
	systems = append(systems, "windows", "darwin")
	archs = append(archs, "arm64")
	sets = append(sets, tags)
	for _, set := range sets {
		for _, arch := range archs {
			for _, system := range systems {
				c := buildContext{os: system, arch: arch, tags: set}
				if c.matches(x) {
					return c, true
				}
			}
		}
	}
	return buildContext{}, false
}

// tagsOf lists the tags in x, sorted.
func tagsOf(x constraint.Expr) []string {
	var out []string
	var walk func(constraint.Expr)
	walk = func(x constraint.Expr) {
		switch x := x.(type) {
		case *constraint.TagExpr:
			out = append(out, x.Tag)
		case *constraint.NotExpr:
			walk(x.X)
		case *constraint.AndExpr:
			walk(x.X)
			walk(x.Y)
		case *constraint.OrExpr:
			walk(x.X)
			walk(x.Y)
		}
	}
	walk(x)
	slices.Sort(out)
	return slices.Compact(out)
}

// constraintOf is the build constraint of a file: what its name says and what
// its comments say. nil is none.
func constraintOf(rel string, f *ast.File, comments []*ast.CommentGroup) constraint.Expr {
	x := nameConstraint(path.Base(rel))
	var plus constraint.Expr
	for _, group := range comments {
		if f.Package.IsValid() && group.Pos() > f.Package {
			break
		}
		for _, c := range group.List {
			switch {
			case constraint.IsGoBuild(c.Text):
				if y, err := constraint.Parse(c.Text); err == nil {
					return and(x, y)
				}
			case constraint.IsPlusBuild(c.Text):
				if y, err := constraint.Parse(c.Text); err == nil {
					plus = and(plus, y)
				}
			}
		}
	}
	return and(x, plus)
}

func and(x, y constraint.Expr) constraint.Expr {
	if x == nil || y == nil {
		if x == nil {
			return y
		}
		return x
	}
	return &constraint.AndExpr{X: x, Y: y}
}

// nameConstraint is what the go command reads from a name such as
// file_linux_amd64_test.go: the parts after the first "_" count from the end.
func nameConstraint(name string) constraint.Expr {
	name, _, _ = strings.Cut(name, ".")
	parts := strings.Split(name, "_")[1:]
	if n := len(parts); n > 0 && parts[n-1] == "test" {
		parts = parts[:n-1]
	}
	n := len(parts)
	switch {
	case n >= 2 && knownOS[parts[n-2]] && knownArch[parts[n-1]]:
		return and(&constraint.TagExpr{Tag: parts[n-2]}, &constraint.TagExpr{Tag: parts[n-1]})
	case n >= 1 && (knownOS[parts[n-1]] || knownArch[parts[n-1]]):
		return &constraint.TagExpr{Tag: parts[n-1]}
	}
	return nil
}

// Systems and architectures that the go command knows in file names (go/build,
// Go 1.26), past and planned ones included.
var (
	knownOS   = setOf("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")
	unixOS    = setOf("aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris")
	knownArch = setOf("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm")
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

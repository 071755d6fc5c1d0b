package extract

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

// goFile is a parsed Go file.
type goFile struct {
	rel, dir string // slash-separated, below the root; dir is "" for the root
	test     bool   // *_test.go
	tags     constraint.Expr
	ast      *ast.File // the part that could be parsed
	sha      string
	problem  string // why it is taken in part, "" if whole

	unit    *goUnit
	node    int // of the file
	covered bool
	imports []goImport
	edges   []goEdge
	notes   []remark
	bodies  *goBodies // what was lowered
	of      *nameUses // what it says of other packages
}

type goImport struct {
	path  string
	local string // the name that the file gives it, "" for the package's own
	pos   token.Pos
}

// maxDepth is how deep a file's syntax may nest: go/types and go/ast recurse,
// and a stack that overflows cannot be recovered from.
const maxDepth = 10000

func parseGo(fset *token.FileSet, root, rel string, lower bool) (*goFile, error) {
	name := filepath.Join(root, filepath.FromSlash(rel))
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, errors.New(unreadReason(err))
	}
	f := &goFile{rel: rel, dir: path.Dir(rel), test: strings.HasSuffix(rel, "_test.go")}
	if f.dir == "." {
		f.dir = ""
	}
	f.sha = sumOf(src)

	f.ast, err = parser.ParseFile(fset, rel, asText(src), parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	if f.ast == nil {
		return nil, fmt.Errorf("cannot be parsed: %s", oneLine(err.Error()))
	}
	f.problem = sourceProblem(src, err)
	f.of = newNameUses()
	comments := f.ast.Comments
	if f.problem == "" && lower {
		f.bodies = lowerBodies(f.ast, f.of)
		f.ast.Comments = nil
	}
	if deeper(f.ast, maxDepth) {
		f.problem = "nested too deeply, only the file itself was taken"
		f.ast = &ast.File{Name: f.ast.Name, Package: f.ast.Package}
		f.bodies = nil
	}
	f.tags = constraintOf(rel, f.ast, comments)
	for _, g := range comments {
		for _, c := range g.List {
			row := lineNumber(fset, c.Pos())
			for l := range strings.Lines(c.Text) {
				if t, ok := rationale(l); ok {
					f.notes = append(f.notes, remark{text: t, line: row})
				}
				row++
			}
		}
	}
	for _, spec := range f.ast.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil || p == "" {
			continue
		}
		im := goImport{path: p, pos: spec.Pos()}
		if spec.Name != nil {
			im.local = spec.Name.Name
		}
		f.imports = append(f.imports, im)
	}
	return f, nil
}

// asText makes UTF-8 without NUL of a file, line by line the same. The parser
// gives up on a file that has anything else before its first declaration.
func asText(src []byte) []byte {
	if bytes.IndexByte(src, 0) >= 0 {
		src = bytes.ReplaceAll(src, []byte{0}, []byte{' '})
	}
	if utf8.Valid(src) {
		return src
	}
	return bytes.ToValidUTF8(src, []byte("\uFFFD"))
}

// sourceProblem tells why a file was taken in part only.
func sourceProblem(src []byte, err error) string {
	switch {
	case bytes.IndexByte(src, 0) >= 0:
		return "has NUL bytes"
	case !utf8.Valid(src):
		return "is not valid UTF-8"
	case err == nil:
		return ""
	}
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Sprintf("syntax error in line %d: %s", list[0].Pos.Line, oneLine(list[0].Msg))
	}
	return oneLine(err.Error())
}

// deeper reports whether the tree nests more than limit levels.
func deeper(f *ast.File, limit int) bool {
	depth, over := 0, false
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if over || depth >= limit {
			over = true
			return false // Inspect does not report the end of a node that is not entered
		}
		depth++
		return true
	})
	return over
}

// line is the line of pos in its file; //line comments do not count.
func line(fset *token.FileSet, pos token.Pos) string { return at(lineNumber(fset, pos)) }

func lineNumber(fset *token.FileSet, pos token.Pos) int32 {
	if !pos.IsValid() {
		return 0
	}
	return int32(fset.PositionFor(pos, false).Line)
}

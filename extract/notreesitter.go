//go:build !cgo

package extract

import "errors"

// TreeSitter says that this build has no tree-sitter, and so cannot read the languages that need it.
const TreeSitter = false

// syntaxParser stands for tree-sitter's, which cannot be had without cgo.
type syntaxParser struct{}

func newParser() *syntaxParser { return &syntaxParser{} }

func (*syntaxParser) close() {}

func (*syntaxParser) parse(string, []byte) (*tree, error) { return nil, errors.New(needsCgo) }

package extract

import (
	"iter"
	"strings"
)

// tree is the syntax tree of a file: its nodes in the order in which the text comes to them, parents before children.
type tree struct {
	src    string
	nodes  []flatNode
	kinds  []string
	fields []string
	whole  bool // it is known to have no errors
}

// flatNode is a node as tree-sitter's binding copies it out.
type flatNode struct {
	start, end  uint32 // bytes
	next        uint32 // index of the node after this one and all below it
	parent, row uint32
	kind, field uint16
	flags, _pad uint16
}

const (
	flagNamed = 1 << iota
	flagError
	flagMissing
	flagComment
)

// node is a place in a tree; the zero node is none, of which everything can be asked and nothing is said.
type node struct {
	t *tree
	i uint32
}

func (t *tree) root() node { return node{t, 0} }

func (n node) ok() bool { return n.t != nil }

func (n node) raw() *flatNode { return &n.t.nodes[n.i] }

// kind is the grammar's name of what the node is, "" for none.
func (n node) kind() string {
	if n.t == nil {
		return ""
	}
	if k := int(n.raw().kind); k < len(n.t.kinds) {
		return n.t.kinds[k]
	}
	return "ERROR"
}

func (n node) is(kinds ...string) bool {
	k := n.kind()
	for _, want := range kinds {
		if k == want {
			return true
		}
	}
	return false
}

func (n node) named() bool { return n.t != nil && n.raw().flags&flagNamed != 0 }

func (n node) start() uint32 {
	if n.t == nil {
		return 0
	}
	return n.raw().start
}

func (n node) end() uint32 {
	if n.t == nil {
		return 0
	}
	return n.raw().end
}

// line is counted from 1.
func (n node) line() int32 {
	if n.t == nil {
		return 0
	}
	return int32(n.raw().row) + 1
}

// text is a part of the file's text: what outlives the file is kept by its lowering.
func (n node) text() string {
	if n.t == nil {
		return ""
	}
	r := n.raw()
	return n.t.src[r.start:r.end]
}

func (n node) parent() node {
	if n.t == nil || n.i == 0 {
		return node{}
	}
	return node{n.t, n.raw().parent}
}

// before is the sibling that ends before n begins, none for the first.
func (n node) before() node {
	if n.t == nil || n.i == 0 {
		return node{}
	}
	up := n.raw().parent
	i := n.i - 1
	for i != up && n.t.nodes[i].parent != up {
		i = n.t.nodes[i].parent
	}
	if i == up {
		return node{}
	}
	return node{n.t, i}
}

func (n node) comment() bool { return n.t != nil && n.raw().flags&flagComment != 0 }

// all are the children, tokens such as "(" included.
func (n node) all() iter.Seq[node] {
	return func(yield func(node) bool) {
		if n.t == nil {
			return
		}
		end := n.raw().next
		for i := n.i + 1; i < end; i = n.t.nodes[i].next {
			if !yield(node{n.t, i}) {
				return
			}
		}
	}
}

// children are the named children without comments.
func (n node) children() iter.Seq[node] {
	return func(yield func(node) bool) {
		for c := range n.all() {
			if c.raw().flags&(flagNamed|flagComment) == flagNamed && !yield(c) {
				return
			}
		}
	}
}

// field is the first child in a field of the grammar.
func (n node) field(name string) node {
	for c := range n.fieldAll(name) {
		return c
	}
	return node{}
}

func (n node) fieldAll(name string) iter.Seq[node] {
	return func(yield func(node) bool) {
		for c := range n.all() {
			if f := int(c.raw().field); f != 0 && f < len(n.t.fields) && n.t.fields[f] == name && !yield(c) {
				return
			}
		}
	}
}

// child is the first child of one of the kinds, tokens included.
func (n node) child(kinds ...string) node {
	for c := range n.all() {
		if c.is(kinds...) {
			return c
		}
	}
	return node{}
}

// has reports whether a child is of the kind, which may be a token such as "static".
func (n node) has(kind string) bool { return n.child(kind).ok() }

// first is the first named child that is no comment.
func (n node) first() node {
	for c := range n.children() {
		return c
	}
	return node{}
}

// last is the last of them.
func (n node) last() node {
	var l node
	for c := range n.children() {
		l = c
	}
	return l
}

// below are all nodes under n, in the order of the text.
func (n node) below() iter.Seq[node] {
	return func(yield func(node) bool) {
		if n.t == nil {
			return
		}
		for i := n.i + 1; i < n.raw().next; i++ {
			if !yield(node{n.t, i}) {
				return
			}
		}
	}
}

// head is the text from n up to where its body begins, on one line.
func (n node) head(body node) string {
	end := n.end()
	if body.ok() {
		end = body.start()
	}
	return cut(oneLine(strings.TrimRight(n.t.src[n.start():end], " \t\r\n{:=")))
}

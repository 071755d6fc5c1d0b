package fts

import (
	"slices"
	"strings"
)

// Query is a tsquery: lexemes joined by AND, OR, NOT and FOLLOWED BY. The zero value is the empty query, which matches
// nothing. A Query is immutable; goroutines may share it.
type Query struct {
	// nodes is the query in postfix order: operands before their operator, the root last. Everything that walks a
	// query walks this slice, so that no query, however deep, costs stack.
	nodes []node
	// operands are the nodes of the distinct lexemes, ordered by the bytes of their lexemes.
	operands []int32
}

type nodeKind uint8

const (
	operandNode nodeKind = iota
	stopNode             // an operand without lexemes; gone once a query is built
	notNode
	andNode
	orNode
	phraseNode
)

// precedence is how tightly an operator binds: NOT, then FOLLOWED BY, AND, OR.
var precedence = [...]int{notNode: 4, phraseNode: 3, andNode: 2, orNode: 1}

type node struct {
	lexeme   string
	left     int32 // binary operator: its left operand; the right one is the node before it
	parent   int32 // -1 at the root
	first    int32 // the first node of its subtree
	phrase   int32 // first node of an outermost phrase: that phrase, else -1
	distance int32 // phrase: the number of positions from the left to the right operand
	kind     nodeKind
	weights  uint8 // operand: the labels that count, bit 1<<Weight; 0 for all
	prefix   bool  // operand: every lexeme that begins so
	isLeft   bool  // the left operand of a binary operator
}

// Empty reports whether the query has no lexeme: nothing was written, or only stop words.
func (q Query) Empty() bool { return len(q.nodes) == 0 }

// NumNode is the number of lexemes and operators (numnode).
func (q Query) NumNode() int { return len(q.nodes) }

// Lexemes are the distinct lexemes of the query in byte order, those under NOT too.
func (q Query) Lexemes() []string {
	lexemes := make([]string, len(q.operands))
	for i, n := range q.operands {
		lexemes[i] = q.nodes[n].lexeme
	}
	return lexemes
}

// HasPrefix reports whether a lexeme of the query stands for all that begin with it ('super':*).
func (q Query) HasPrefix() bool {
	return slices.ContainsFunc(q.nodes, func(n node) bool { return n.prefix })
}

// Required are the lexemes, in byte order, that every vector matched by the query holds: all of an AND or a phrase,
// what both sides of an OR have in common, nothing of a NOT and no prefix. It may be empty; a query of one OR of
// different words has none. An index finds the candidates for Match with it.
func (q Query) Required() []string {
	if q.Empty() {
		return nil
	}
	// The smaller set always goes into the larger one, or filters it, so that a long chain stays linear.
	var sets []map[string]bool
	for i := range q.nodes {
		n := &q.nodes[i]
		top := len(sets) - 1
		switch n.kind {
		case operandNode:
			set := map[string]bool{}
			if !n.prefix {
				set[n.lexeme] = true
			}
			sets = append(sets, set)
		case notNode:
			sets[top] = map[string]bool{}
		default:
			small, large := sets[top-1], sets[top]
			if len(small) > len(large) {
				small, large = large, small
			}
			sets = sets[:top]
			if n.kind == orNode {
				for lexeme := range small {
					if !large[lexeme] {
						delete(small, lexeme)
					}
				}
				sets[top-1] = small
			} else {
				for lexeme := range small {
					large[lexeme] = true
				}
				sets[top-1] = large
			}
		}
	}
	required := make([]string, 0, len(sets[0]))
	for lexeme := range sets[0] {
		required = append(required, lexeme)
	}
	slices.Sort(required)
	return required
}

// newQuery completes nodes, whose operands have no stop words left, to a query: it links operands with operators and
// lists the distinct lexemes.
func newQuery(nodes []node) Query {
	var roots []int32
	for i := range nodes {
		n := &nodes[i]
		n.parent, n.first, n.phrase = -1, int32(i), -1
		top := len(roots) - 1
		switch n.kind {
		case operandNode:
			roots = append(roots, int32(i))
			continue
		case notNode:
			n.first = nodes[roots[top]].first
		default:
			n.left = roots[top-1]
			nodes[n.left].isLeft = true
			nodes[n.left].parent = int32(i)
			n.first = nodes[n.left].first
			roots = roots[:top]
			top--
		}
		nodes[i-1].parent = int32(i)
		roots[top] = int32(i)
	}
	// Phrases need positions, everything else only presence: mark where the outermost phrases begin.
	for i := len(nodes) - 1; i >= 0; i-- {
		if nodes[i].kind == phraseNode {
			nodes[nodes[i].first].phrase = int32(i)
			i = int(nodes[i].first)
		}
	}
	return Query{nodes: nodes, operands: distinctOperands(nodes)}
}

// distinctOperands lists one node for each lexeme, by bytes. Of several with the same lexeme it takes the last one
// written, as PostgreSQL does: ts_rank of 'cat' & 'cat':* counts the prefix, that of 'cat':* & 'cat' does not. (From
// seven operands on its sort is not stable, and which of such a pair it takes is chance; ours stays the last.)
func distinctOperands(nodes []node) []int32 {
	var operands []int32
	for i := len(nodes) - 1; i >= 0; i-- {
		if nodes[i].kind == operandNode {
			operands = append(operands, int32(i))
		}
	}
	slices.SortStableFunc(operands, func(a, b int32) int { return strings.Compare(nodes[a].lexeme, nodes[b].lexeme) })
	return slices.CompactFunc(operands, func(a, b int32) bool { return nodes[a].lexeme == nodes[b].lexeme })
}

package fts

import (
	"slices"
	"strconv"
	"strings"
)

// String is the query as PostgreSQL prints it, with no more parentheses than it needs: ( 'cat' | 'rat' ) & 'dog'.
// ParseQuery reads it.
func (q Query) String() string {
	var b strings.Builder
	// What is still to be written, the next on top: a node, or the words between two nodes.
	type item struct {
		node        int32 // -1: text
		least       int   // an operator that binds less tightly needs parentheses
		phraseRight bool  // the right operand of a phrase: a phrase needs parentheses here, as a <-> b <-> c is (a <-> b) <-> c
		text        string
	}
	todo := []item{{node: int32(len(q.nodes) - 1)}}
	for len(todo) > 0 {
		it := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if it.node < 0 {
			b.WriteString(it.text)
			continue
		}
		n := &q.nodes[it.node]
		if n.kind == operandNode {
			writeOperand(&b, n)
			continue
		}
		binds := precedence[n.kind]
		if binds < it.least || n.kind == phraseNode && it.phraseRight {
			b.WriteString("( ")
			todo = append(todo, item{node: -1, text: " )"})
		}
		todo = append(todo, item{node: it.node - 1, least: binds, phraseRight: n.kind == phraseNode})
		if n.kind == notNode {
			b.WriteByte('!')
			continue
		}
		todo = append(todo, item{node: -1, text: operatorText(n)}, item{node: n.left, least: binds})
	}
	return b.String()
}

func operatorText(n *node) string {
	switch {
	case n.kind == andNode:
		return " & "
	case n.kind == orNode:
		return " | "
	case n.distance == 1:
		return " <-> "
	}
	return " <" + strconv.Itoa(int(n.distance)) + "> "
}

func writeOperand(b *strings.Builder, n *node) {
	b.WriteByte('\'')
	for i := 0; i < len(n.lexeme); i++ {
		if c := n.lexeme[i]; c == '\'' || c == '\\' {
			b.WriteByte(c)
		}
		b.WriteByte(n.lexeme[i])
	}
	b.WriteByte('\'')
	if n.prefix || n.weights != 0 {
		b.WriteByte(':')
	}
	if n.prefix {
		b.WriteByte('*')
	}
	for w := WeightA; ; w-- {
		if n.weights&(1<<w) != 0 {
			b.WriteByte("DCBA"[w])
		}
		if w == WeightD {
			return
		}
	}
}

// QueryTree is the part of the query that an index can look up (querytree): without NOT, and without an OR that had
// one. It is "T" if that leaves nothing, "" for the empty query.
func (q Query) QueryTree() string {
	if q.Empty() {
		return ""
	}
	var kept []node
	var starts []int // of each subtree, where in kept it begins, or -1 if it is gone
	for _, n := range q.nodes {
		top := len(starts) - 1
		switch n.kind {
		case operandNode:
			starts = append(starts, len(kept))
			kept = append(kept, n)
			continue
		case notNode:
			if starts[top] >= 0 {
				kept = kept[:starts[top]]
			}
			starts[top] = -1
			continue
		}
		l, r := starts[top-1], starts[top]
		starts = starts[:top]
		switch {
		case l >= 0 && r >= 0:
			kept = append(kept, n)
		case n.kind == orNode:
			if start := max(l, r); start >= 0 {
				kept = kept[:start]
			}
			l = -1
		case l < 0:
			l = r
		}
		starts[top-1] = l
	}
	if len(kept) == 0 {
		return "T"
	}
	return newQuery(slices.Clip(kept)).String()
}

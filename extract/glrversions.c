//go:build cgo

#include "glrparse.h"
#include <string.h>

bool glr_can_join(const glr_head *a, const glr_head *b) {
	return a->status == glr_active && b->status == glr_active && a->node->state == b->node->state && a->node->at == b->node->at && glr_same_scanned(a->scanned, b->scanned);
}

static bool alike(const glr_tree *a, const glr_tree *b) {
	if (a == b) return true;
	return a->symbol == b->symbol && a->space == b->space && a->end - a->start == b->end - b->start && a->count == b->count &&
		(a->flags & glr_extra) == (b->flags & glr_extra) && glr_same_scanned(a->scanned, b->scanned);
}

// add_link joins another way to get to a place of the stack. Ways that differ in one tree alone are one at once.
static void add_link(glr_parser *p, glr_node *n, glr_link link, unsigned depth) {
	if (link.node == n) return;
	if (depth > glr_max_depth) {
		p->gave_up = true;
		return;
	}
	for (int i = 0; i < n->links; i++) {
		glr_link old = glr_link_of(n, i);
		if (!alike(old.tree, link.tree)) continue;
		if (old.node == link.node) {
			if (link.tree->precedence > old.tree->precedence) {
				*(i == 0 ? &n->tree : &n->more[i - 1].tree) = link.tree;
				n->precedence = link.node->precedence + link.tree->precedence;
			}
			return;
		}
		if (old.node->state != link.node->state || old.node->at != link.node->at) continue;
		for (int j = 0; j < link.node->links; j++) add_link(p, old.node, glr_link_of(link.node, j), depth + 1);
		int32_t precedence = link.node->precedence + link.tree->precedence;
		if (precedence > n->precedence) n->precedence = precedence;
		return;
	}
	if (n->links == glr_max_links) return;
	if (!n->more) n->more = glr_take(p, sizeof(glr_link) * (glr_max_links - 1));
	n->more[n->links++ - 1] = link;
	int32_t precedence = link.node->precedence + link.tree->precedence;
	if (precedence > n->precedence) n->precedence = precedence;
}

void glr_remove(glr_parser *p, unsigned v) {
	p->count--;
	memmove(&p->heads[v], &p->heads[v + 1], sizeof(glr_head) * (p->count - v));
}

void glr_link_all(glr_parser *p, glr_node *to, glr_node *from) {
	for (int i = 0; i < from->links; i++) add_link(p, to, glr_link_of(from, i), 0);
}

static bool join(glr_parser *p, unsigned a, unsigned b) {
	if (!glr_can_join(&p->heads[a], &p->heads[b])) return false;
	glr_link_all(p, p->heads[a].node, p->heads[b].node);
	glr_remove(p, b);
	return true;
}

bool glr_condense(glr_parser *p) {
	bool some = false;
	for (unsigned i = 0; i < p->count; i++) {
		if (p->heads[i].status == glr_halted) {
			glr_remove(p, i--);
			continue;
		}
		// What i is compared by is what it was to begin with, even if it changed its place: so it is done there.
		bool b_active = p->heads[i].status == glr_active;
		int32_t b_precedence = p->heads[i].node->precedence;
		some = some || b_active;
		for (unsigned j = 0; j < i; j++) {
			glr_head *a = &p->heads[j], *b = &p->heads[i];
			bool a_active = a->status == glr_active;
			int32_t a_precedence = a->node->precedence;
			if (a_active && !b_active) {
				glr_remove(p, i--);
				j = i;
			} else if (!a_active && b_active) {
				glr_remove(p, j--);
				i--;
			} else if (join(p, j, i)) {
				i--;
				j = i;
			} else if (b_precedence > a_precedence) {
				glr_head swap = *a;
				*a = *b;
				*b = swap;
			}
		}
	}
	if (p->count > glr_max_versions) p->count = glr_max_versions;
	return some;
}

// compare orders two readings by their symbols, going down from the top, as tree-sitter does.
static int compare(glr_parser *p, const glr_tree *a, const glr_tree *b) {
	typedef struct pair pair;
	struct pair { const glr_tree *a, *b; pair *next; };
	pair *todo = NULL, *unused = NULL;
	for (;;) {
		if (a->symbol != b->symbol) return a->symbol < b->symbol ? -1 : 1;
		if (a->count != b->count) return a->count < b->count ? -1 : 1;
		for (uint32_t i = a == b ? 0 : a->count; i-- > 0;) {
			pair *q = unused;
			if (q) unused = q->next;
			else q = glr_take(p, sizeof *q);
			*q = (pair){a->kids[i], b->kids[i], todo};
			todo = q;
		}
		if (!todo) return 0;
		pair *q = todo;
		todo = q->next;
		a = q->a;
		b = q->b;
		q->next = unused;
		unused = q;
	}
}

bool glr_prefers(glr_parser *p, const glr_tree *a, const glr_tree *b) {
	if (a->precedence != b->precedence) return b->precedence > a->precedence;
	return compare(p, a, b) > 0;
}

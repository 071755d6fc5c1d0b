//go:build cgo

#include "glrparse.h"
#include <stdlib.h>
#include <string.h>

// A list of trees from the first to the last, which is how they come off the stack. Ways that part share what they have in common.
typedef struct list list;
struct list {
	glr_tree *tree;
	list *next;
};

typedef struct { glr_node *node; list *trees; unsigned count; } way;
typedef struct { list *trees; unsigned version; } slice;

// make gives a tree its children, of which some at the end may belong to no rule: they stay on the stack.
static glr_tree *make(glr_parser *p, uint16_t symbol, uint16_t production, glr_tree **kids, uint32_t count, const glr_node *under) {
	glr_tree *t = glr_take(p, sizeof *t + sizeof *kids * count);
	*t = (glr_tree){.start = under->at, .end = under->at, .row = under->row, .end_row = under->row, .symbol = symbol, .production = production, .count = count};
	if (count) {
		t->start = kids[0]->start;
		t->row = kids[0]->row;
		t->space = kids[0]->space;
		t->end = kids[count - 1]->end;
		t->end_row = kids[count - 1]->end_row;
	}
	for (uint32_t i = 0; i < count; i++) {
		t->kids[i] = kids[i];
		t->precedence += kids[i]->precedence;
	}
	return t;
}

static bool room_for_kids(glr_parser *p, size_t count) {
	if (count <= p->kids_size) return true;
	size_t size = p->kids_size ? p->kids_size * 2 : 1024;
	while (size < count) size *= 2;
	glr_tree **kids = realloc(p->kids, size * sizeof *kids);
	if (!kids) {
		p->gave_up = true;
		return false;
	}
	p->kids = kids;
	p->kids_size = size;
	return true;
}

static uint32_t copy_list(glr_parser *p, const list *l) {
	uint32_t n = 0;
	for (; l; l = l->next) {
		if (!room_for_kids(p, n + 1)) return 0;
		p->kids[n++] = l->tree;
	}
	return n;
}

// without_extras is how many of the trees are left without those at the end that may stand anywhere.
static uint32_t without_extras(glr_tree **kids, uint32_t n) {
	while (n > 0 && kids[n - 1]->flags & glr_extra) n--;
	return n;
}

static void add_slice(glr_parser *p, slice *slices, unsigned *count, unsigned v, glr_node *n, list *trees) {
	for (unsigned i = *count; i-- > 0;) {
		if (p->heads[slices[i].version].node != n) continue;
		memmove(&slices[i + 2], &slices[i + 1], sizeof *slices * (*count - i - 1));
		slices[i + 1] = (slice){trees, slices[i].version};
		++*count;
		return;
	}
	if (p->count == sizeof p->heads / sizeof *p->heads) {
		p->gave_up = true;
		return;
	}
	p->heads[p->count] = (glr_head){n, p->heads[v].scanned, glr_active};
	slices[(*count)++] = (slice){trees, p->count++};
}

// pop follows all ways down the stack until each has passed a number of trees, or all of them. Where a way ends, a version begins.
static unsigned pop(glr_parser *p, unsigned v, unsigned goal, bool all, slice *slices) {
	way ways[glr_max_ways];
	unsigned n = 1, count = 0;
	ways[0] = (way){p->heads[v].node, NULL, 0};
	while (n > 0) {
		for (unsigned i = 0, size = n; i < size; i++) {
			way w = ways[i];
			bool ends = w.node->links == 0, there = all ? ends : w.count == goal;
			if (there) {
				if (count == glr_max_ways) p->gave_up = true;
				else add_slice(p, slices, &count, v, w.node, w.trees);
				if (p->gave_up) return 0;
			}
			if (there || ends) {
				n--;
				size--;
				memmove(&ways[i], &ways[i + 1], sizeof *ways * (n - i));
				i--;
				continue;
			}
			for (int j = 1; j <= w.node->links; j++) {
				way *to = &ways[i];
				if (j < w.node->links) {
					if (n == glr_max_ways) {
						p->gave_up = true;
						return 0;
					}
					to = &ways[n++];
				}
				glr_link link = glr_link_of(w.node, j == w.node->links ? 0 : j);
				list *trees = glr_take(p, sizeof *trees);
				*trees = (list){link.tree, w.trees};
				*to = (way){link.node, trees, w.count + !(link.tree->flags & glr_extra)};
			}
		}
	}
	return count;
}

// put_back puts a tree on a place of the stack, and after it the extras that had come after its children.
static glr_node *put_back(glr_parser *p, glr_node *under, glr_tree *t, int16_t precedence, bool ends_extra, glr_tree **extras, uint32_t count) {
	uint16_t next = glr_look_up(p, under->state, t->symbol);
	if (ends_extra && next == under->state) t->flags |= glr_extra;
	t->precedence += precedence;
	glr_node *n = glr_push(p, under, t, next);
	for (uint32_t i = 0; i < count; i++) n = glr_push(p, n, extras[i], next);
	return n;
}

// join_other joins a place with that of a version before it.
static bool join_other(glr_parser *p, const glr_head *h, unsigned before, unsigned v) {
	for (unsigned j = 0; j < before; j++) {
		if (j == v || !glr_can_join(&p->heads[j], h)) continue;
		glr_link_all(p, p->heads[j].node, h->node);
		return true;
	}
	return false;
}

// reduce_straight is glr_reduced where one way leads down. It gives false where there are more.
static bool reduce_straight(glr_parser *p, unsigned v, glr_action a, bool only, bool ends_extra, int *result) {
	glr_head *h = &p->heads[v];
	glr_node *n = h->node;
	uint32_t count = 0;
	for (unsigned left = a.reduce.count; left > 0; n = n->under) {
		if (n->links != 1) return false;
		count++;
		left -= !(n->tree->flags & glr_extra);
	}
	if (!room_for_kids(p, count)) return true;
	n = h->node;
	for (uint32_t i = count; i-- > 0;) {
		glr_node *left = n;
		p->kids[i] = n->tree;
		n = n->under;
		if (only && p->count == 1) { // nobody else is above n
			left->under = p->unused;
			p->unused = left;
		}
	}
	uint32_t inside = without_extras(p->kids, count);
	glr_tree *t = make(p, a.reduce.symbol, a.reduce.production, p->kids, inside, n);
	glr_head made = {put_back(p, n, t, a.reduce.precedence, ends_extra, p->kids + inside, count - inside), h->scanned, glr_active};
	*result = -1;
	if (p->count > 1 && join_other(p, &made, p->count, v)) return true;
	if (only) {
		*h = made;
		*result = (int)v;
		return true;
	}
	if (p->count > glr_room_versions) {
		p->gave_up = true;
		return true;
	}
	*result = (int)p->count;
	p->heads[p->count++] = made;
	return true;
}

int glr_reduced(glr_parser *p, unsigned v, glr_action a, bool only, bool ends_extra) {
	int result = -1;
	if (reduce_straight(p, v, a, only, ends_extra, &result)) return result;
	unsigned before = p->count, removed = 0;
	slice slices[glr_max_ways + 1];
	unsigned n = pop(p, v, a.reduce.count, false, slices);
	for (unsigned i = 0; i < n && !p->gave_up; i++) {
		unsigned at = slices[i].version - removed;
		if (at > glr_room_versions) {
			p->gave_up = true;
			break;
		}
		glr_node *under = p->heads[at].node;
		uint32_t count = copy_list(p, slices[i].trees), inside = without_extras(p->kids, count);
		const list *chosen = slices[i].trees;
		glr_tree *t = make(p, a.reduce.symbol, a.reduce.production, p->kids, inside, under);
		for (; i + 1 < n && slices[i + 1].version == slices[i].version; i++) {
			uint32_t other_count = copy_list(p, slices[i + 1].trees);
			glr_tree *other = make(p, a.reduce.symbol, a.reduce.production, p->kids, without_extras(p->kids, other_count), under);
			if (!glr_prefers(p, t, other)) continue;
			t = other;
			chosen = slices[i + 1].trees;
		}
		count = copy_list(p, chosen);
		inside = without_extras(p->kids, count);
		if (p->gave_up) break;
		p->heads[at].node = put_back(p, under, t, a.reduce.precedence, ends_extra, p->kids + inside, count - inside);
		if (join_other(p, &p->heads[at], at, v)) {
			glr_remove(p, at);
			removed++;
		}
	}
	return p->count > before ? (int)before : -1;
}

void glr_accepted(glr_parser *p, unsigned v, glr_tree *end) {
	p->heads[v].node = glr_push(p, p->heads[v].node, end, 1);
	slice slices[glr_max_ways + 1];
	unsigned n = pop(p, v, 0, true, slices);
	for (unsigned i = 0; i < n && !p->gave_up; i++) {
		uint32_t count = copy_list(p, slices[i].trees), j = without_extras(p->kids, count);
		if (p->gave_up || j == 0) {
			p->gave_up = true;
			return;
		}
		// What the grammar's first rule made takes in what stands before and after it.
		const glr_tree *top = p->kids[--j];
		if (!room_for_kids(p, (size_t)count + top->count)) return;
		memmove(p->kids + j + top->count, p->kids + j + 1, sizeof *p->kids * (count - j - 1));
		memcpy(p->kids + j, top->kids, sizeof *p->kids * top->count);
		glr_tree *t = make(p, top->symbol, top->production, p->kids, count - 1 + top->count, p->heads[slices[i].version].node);
		if (!p->finished || glr_prefers(p, p->finished, t)) p->finished = t;
	}
	if (n > 0) glr_remove(p, slices[0].version);
	p->heads[v].status = glr_halted;
}

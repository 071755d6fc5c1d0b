//go:build cgo

#include "glrwalk.h"
#include <stdlib.h>

uint16_t *glr_fields(const TSLanguage *l) {
	if (l->abi != 14) return NULL;
	uint16_t *fields = calloc((size_t)l->productions * l->longest + 1, sizeof *fields);
	for (uint32_t i = 0; fields && l->fields && i < l->productions; i++) {
		for (unsigned j = 0; j < l->field_slices[i].length; j++) {
			unsigned at = l->field_slices[i].index + j, child = l->field_entries[at].child;
			if (l->field_entries[at].inherited || child >= l->longest) continue;
			uint16_t *f = &fields[i * l->longest + child];
			if (!*f) *f = l->field_entries[at].field;
		}
	}
	return fields;
}

// A tree whose children are being copied.
typedef struct frame frame;
struct frame {
	const glr_tree *tree;
	frame *up, *down;
	uint32_t kid, place; // the next child, and which it is of those that the rule has
	uint32_t shown;      // where the tree stands in the result, if it is seen
	uint16_t field;      // what its children are of those that see it, if it is not
	bool seen;
};

bool flat_room(flat_out *out) {
	uint32_t more = out->cap ? out->cap * 2 : 1 << 14;
	flat_node *p = realloc(out->nodes, sizeof *p * (size_t)more);
	if (!p) return false;
	out->nodes = p;
	out->cap = more;
	return true;
}

int64_t glr_walk(flat_out *out, const TSLanguage *l, const uint16_t *fields, const glr_tree *top, const uint16_t *flags) {
	uint32_t count = 0, parent = 0;
	frame base = {.tree = NULL}, *f = &base;
	const glr_tree *t = top;
	uint16_t alias = 0, field = 0;
	bool seen = true;
	for (;;) {
		if (seen) {
			if (count == out->cap && !flat_room(out)) return -2;
			uint16_t symbol = l->public_symbols[alias ? alias : t->symbol];
			out->nodes[count] = (flat_node){.start = t->start, .end = t->end, .next = count + 1, .parent = parent, .row = t->row, .kind = symbol, .field = field, .flags = flags[symbol]};
		}
		if (t->count) {
			frame *d = f->down;
			if (!d) {
				d = arena_take(&out->memory, sizeof *d);
				*d = (frame){.up = f};
				f->down = d;
			}
			d->tree = t;
			d->kid = d->place = 0;
			d->shown = parent;
			d->seen = seen;
			d->field = seen ? 0 : field;
			f = d;
			if (seen) parent = count;
		}
		count += seen;
		while (f->tree && f->kid == f->tree->count) {
			if (f->seen) {
				out->nodes[parent].next = count;
				parent = f->shown;
			}
			f = f->up;
		}
		if (!f->tree) return count;
		const glr_tree *up = f->tree;
		t = up->kids[f->kid++];
		alias = field = 0;
		if (!(t->flags & glr_extra)) {
			size_t at = (size_t)up->production * l->longest + f->place;
			if (up->production && f->place < l->longest) {
				alias = l->alias_sequences[at];
				field = fields[at];
			}
			if (!field) field = f->field;
			f->place++;
		}
		seen = alias || l->metadata[t->symbol].visible;
	}
}

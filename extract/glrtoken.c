//go:build cgo

#include "glrparse.h"
#include <string.h>

// What is read where no token is known. No state goes on with it.
static const glr_tree no_token = {.symbol = glr_no_symbol};

bool glr_same_scanned(const glr_scanned *a, const glr_scanned *b) {
	uint32_t n = a ? a->size : 0;
	return a == b || (n == (b ? b->size : 0) && (n == 0 || memcmp(a->data, b->data, n) == 0));
}

static const glr_scanned *scanned_state(glr_parser *p, const glr_scanned *before) {
	char data[glr_scanned_size];
	uint32_t n = p->language->scanner.serialize(p->scanner, data);
	if (n > sizeof data) n = 0, p->gave_up = true;
	if (n == (before ? before->size : 0) && (n == 0 || memcmp(before->data, data, n) == 0)) return before;
	glr_scanned *s = glr_take(p, sizeof *s + n);
	s->size = n;
	memcpy(s->data, data, n);
	return s;
}

static bool scan(glr_parser *p, const glr_scanned *before, uint16_t mode) {
	const TSLanguage *l = p->language;
	l->scanner.deserialize(p->scanner, before && before->size ? before->data : NULL, before ? before->size : 0);
	bool found = l->scanner.scan(p->scanner, &p->lexer.data, l->scanner.states + (size_t)l->external_tokens * mode);
	glr_lexer_finish(&p->lexer);
	return found;
}

const glr_tree *glr_lex(glr_parser *p, const glr_head *h, uint16_t state) {
	const TSLanguage *l = p->language;
	glr_lexer *x = &p->lexer;
	glr_mode mode = l->modes[state];
	if (mode.lex == 0xffff) return NULL;
	uint32_t at = h->node->at, row = h->node->row;
	const glr_scanned *scanned = NULL;
	bool external = false;
	for (bool error = false;; error = true) {
		if (error) mode = l->modes[0];
		if (mode.external) {
			glr_lexer_start(x, at, row);
			if (scan(p, h->scanned, mode.external)) {
				scanned = scanned_state(p, h->scanned);
				external = x->end > at || !error || scanned != h->scanned;
				if (external) break;
			}
		}
		glr_lexer_start(x, at, row);
		bool found = l->lex(&x->data, mode.lex);
		glr_lexer_finish(x);
		if (found) break;
		if (error) return &no_token;
	}
	uint16_t symbol = x->data.result_symbol;
	uint32_t start = x->start, start_row = x->start_row, end = x->end, end_row = x->end_row;
	uint8_t flags = 0;
	if (external) {
		symbol = l->scanner.symbols[symbol];
		flags = glr_external;
	} else if (symbol == l->word && symbol != 0) {
		glr_lexer_start(x, start, start_row);
		bool keyword = l->lex_keyword(&x->data, 0);
		glr_lexer_finish(x);
		if (keyword) flags = glr_keyword;
		if (keyword && x->end == end && glr_look_up(p, state, x->data.result_symbol)) symbol = x->data.result_symbol;
	}
	if (symbol == 0) flags |= glr_extra;
	glr_tree *t = glr_take(p, sizeof *t);
	*t = (glr_tree){.start = start, .end = end, .row = start_row, .end_row = end_row, .space = start - at, .symbol = symbol, .state = state, .flags = flags, .scanned = external ? scanned : NULL};
	return t;
}

bool glr_reusable(const glr_parser *p, const glr_tree *t, uint16_t state, const glr_action *entry) {
	const TSLanguage *l = p->language;
	glr_mode want = l->modes[state], was = l->modes[t->state];
	if (want.lex == 0xffff) return false;
	if (entry->entry.count > 0 && want.lex == was.lex && want.external == was.external && (t->symbol != l->word || (!(t->flags & glr_keyword) && t->state == state))) return true;
	if (t->end == t->start && t->symbol != 0) return false;
	return want.external == 0 && entry->entry.reusable;
}

glr_tree *glr_changed(glr_parser *p, const glr_tree *t, uint16_t symbol, bool extra) {
	glr_tree *c = glr_take(p, sizeof *c);
	*c = *t;
	c->symbol = symbol;
	c->flags = (uint8_t)((t->flags & ~glr_extra) | (extra ? glr_extra : 0));
	return c;
}

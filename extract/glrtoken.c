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

// charge takes what a lexer read from the steps that are left: one that looks far ahead for nothing takes longer than the parser.
static void charge(glr_parser *p, uint32_t at) {
	uint64_t n = (p->lexer.at - at) / glr_bytes_a_step;
	p->steps -= n < p->steps ? n : p->steps;
}

static bool scan(glr_parser *p, const glr_scanned *before, uint32_t at, uint16_t mode) {
	const TSLanguage *l = p->language;
	l->scanner.deserialize(p->scanner, before && before->size ? before->data : NULL, before ? before->size : 0);
	bool found = l->scanner.scan(p->scanner, &p->lexer.data, l->scanner.states + (size_t)l->external_tokens * mode);
	charge(p, at);
	glr_lexer_finish(&p->lexer);
	return found;
}

// What the lexers that are made of states give. keyword is what that of keywords makes of a word, glr_no_symbol for nothing.
typedef struct {
	uint32_t start, end, row, end_row;
	uint16_t symbol, keyword;
	bool whole; // the keyword is all of the word
} token;

// read_token reads the token at a place in a state of the lexer. It gives false if there is none.
static bool read_token(glr_parser *p, uint32_t at, uint32_t row, uint16_t mode, token *t) {
	const TSLanguage *l = p->language;
	glr_lexer *x = &p->lexer;
	glr_known *k = glr_known_token(p, at, mode);
	if (k && k->size) {
		*t = (token){at + k->start, at + k->end, row + k->row, row + k->end_row, k->symbol, k->keyword, k->whole};
		return true;
	}
	glr_lexer_start(x, at, row);
	bool found = l->lex(&x->data, mode);
	charge(p, at);
	glr_lexer_finish(x);
	if (!found) return false;
	*t = (token){x->start, x->end, x->start_row, x->end_row, x->data.result_symbol, glr_no_symbol, false};
	uint32_t looked = x->at;
	if (t->symbol == l->word && t->symbol != 0) {
		glr_lexer_start(x, t->start, t->row);
		bool keyword = l->lex_keyword(&x->data, 0);
		glr_lexer_finish(x);
		if (keyword) t->keyword = x->data.result_symbol;
		t->whole = x->end == t->end;
		if (x->at > looked) looked = x->at;
	}
	if (k && looked <= at + k->room) {
		k->size = k->room;
		k->symbol = t->symbol;
		k->keyword = t->keyword;
		k->whole = t->whole;
		k->start = (uint8_t)(t->start - at);
		k->end = (uint8_t)(t->end - at);
		k->row = (uint8_t)(t->row - row);
		k->end_row = (uint8_t)(t->end_row - row);
	}
	return true;
}

const glr_tree *glr_lex(glr_parser *p, const glr_head *h, uint16_t state) {
	const TSLanguage *l = p->language;
	glr_mode mode = l->modes[state];
	if (mode.lex == 0xffff) return NULL;
	uint32_t at = h->node->at, row = h->node->row;
	const glr_scanned *scanned = NULL;
	uint8_t flags = 0;
	token t;
	for (bool error = false;; error = true) {
		if (error) mode = l->modes[0];
		if (mode.external) {
			glr_lexer *x = &p->lexer;
			glr_lexer_start(x, at, row);
			if (scan(p, h->scanned, at, mode.external)) {
				scanned = scanned_state(p, h->scanned);
				if (x->end > at || !error || scanned != h->scanned) {
					t = (token){x->start, x->end, x->start_row, x->end_row, l->scanner.symbols[x->data.result_symbol], glr_no_symbol, false};
					flags = glr_external;
					break;
				}
			}
		}
		if (read_token(p, at, row, mode.lex, &t)) {
			scanned = NULL;
			break;
		}
		if (error) return &no_token;
	}
	if (t.keyword != glr_no_symbol) {
		flags |= glr_keyword;
		if (t.whole && glr_look_up(p, state, t.keyword)) t.symbol = t.keyword;
	}
	if (t.symbol == 0) flags |= glr_extra;
	glr_tree *made = glr_take(p, sizeof *made);
	*made = (glr_tree){.start = t.start, .end = t.end, .row = t.row, .end_row = t.end_row, .space = t.start - at, .symbol = t.symbol, .state = state, .flags = flags, .scanned = scanned};
	return made;
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

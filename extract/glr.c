//go:build cgo

#include "glrparse.h"
#include <string.h>

// The parser that follows is tree-sitter's (0.25), a generalized LR parser over a stack that forks and joins, as far as a text has no
// errors: the same tables, the same order of versions, the same choice between readings. What makes it quicker is what it leaves out,
// since nothing is parsed again after an edit: counted references, what is needed to reuse a tree, costs of errors. Where a text has
// an error, or anything else that is rare, it gives up, and tree-sitter parses the text instead.

glr_node *glr_push(glr_parser *p, glr_node *under, glr_tree *t, uint16_t state) {
	glr_node *n = p->unused;
	if (n) p->unused = n->under;
	else n = glr_take(p, sizeof *n);
	*n = (glr_node){under, t, NULL, t->end, t->end_row, under->precedence + t->precedence, state, 1};
	return n;
}

uint16_t glr_look_up(glr_parser *p, uint16_t state, uint16_t symbol) {
	const TSLanguage *l = p->language;
	if (state < l->large_states) return l->table[(size_t)state * l->symbols + symbol];
	uint32_t key = (uint32_t)state << 16 | symbol;
	glr_found *f = &p->found[(state * 31u + symbol) % glr_found_size];
	if (f->key == key) return f->value;
	const uint16_t *data = &l->small_table[l->small_map[state - l->large_states]];
	uint16_t value = 0;
	for (unsigned groups = *data++; groups > 0; groups--) {
		uint16_t v = *data++, n = *data++;
		unsigned i = 0;
		while (i < n && data[i] != symbol) i++;
		if (i < n) {
			value = v;
			break;
		}
		data += n;
	}
	*f = (glr_found){key, value};
	return value;
}

static const glr_action *entry_of(glr_parser *p, uint16_t state, uint16_t symbol) {
	static const glr_action none[1];
	if (symbol == glr_no_symbol) return none;
	return &p->language->actions[glr_look_up(p, state, symbol)];
}

// step lets a version go on to the next token, to its end, or to where it cannot go on.
static void step(glr_parser *p, unsigned v) {
	const TSLanguage *l = p->language;
	glr_head *h = &p->heads[v];
	uint16_t state = h->node->state;
	uint32_t at = h->node->at;
	const glr_scanned *before = h->scanned;
	const glr_tree *token = NULL;
	const glr_action *entry = NULL;
	if (p->cached && p->cached_at == at && glr_same_scanned(p->cached_scanned, before)) {
		entry = entry_of(p, state, p->cached->symbol);
		if (glr_reusable(p, p->cached, state, entry)) token = p->cached;
	}
	for (bool wants = !token;;) {
		if (wants) {
			wants = false;
			token = glr_lex(p, h, state);
			if (token) {
				p->cached = token;
				p->cached_at = at;
				p->cached_scanned = before;
			}
			entry = entry_of(p, state, token ? token->symbol : 0);
		}
		if (p->gave_up || p->steps == 0 || p->used > p->allowed) {
			p->gave_up = true;
			return;
		}
		p->steps--;
		int reduced = -1;
		for (unsigned i = 1, n = entry->entry.count; i <= n; i++) {
			glr_action a = entry[i];
			switch (a.type) {
			case glr_shift: {
				if (a.shift.repetition) break;
				if (!token) {
					p->gave_up = true;
					return;
				}
				glr_tree *t = (glr_tree *)token;
				if (a.shift.extra != ((t->flags & glr_extra) != 0)) t = glr_changed(p, t, t->symbol, a.shift.extra);
				h->node = glr_push(p, h->node, t, a.shift.extra ? state : a.shift.state);
				if (t->flags & glr_external) h->scanned = t->scanned;
				return;
			}
			case glr_reduce: {
				int r = glr_reduced(p, v, a, n == 1, !token);
				if (r >= 0) reduced = r;
				if (p->gave_up) return;
				break;
			}
			case glr_accept:
				if (token) glr_accepted(p, v, (glr_tree *)token);
				else p->gave_up = true;
				return;
			default:
				p->gave_up = true;
				return;
			}
		}
		if (reduced >= 0) {
			if ((unsigned)reduced != v) {
				p->heads[v] = p->heads[reduced];
				glr_remove(p, (unsigned)reduced);
			}
			state = h->node->state;
			if (token) entry = entry_of(p, state, token->symbol);
			else wants = true;
			continue;
		}
		if (!token) {
			h->status = glr_halted;
			return;
		}
		if (token->flags & glr_keyword && token->symbol != l->word) {
			entry = entry_of(p, state, l->word);
			if (entry->entry.count > 0) {
				token = glr_changed(p, token, l->word, token->flags & glr_extra);
				continue;
			}
		}
		h->status = glr_paused;
		return;
	}
}

glr_tree *glr_parse(glr_parser *p, arena *memory, const TSLanguage *language, const char *text, uint32_t size) {
	p->language = language;
	p->memory = memory;
	p->steps = (uint64_t)size * 20 + 20000;
	p->used = 0;
	p->allowed = (size_t)size * 1024 + (1 << 24);
	p->gave_up = false;
	p->cached = NULL;
	p->finished = NULL;
	p->unused = NULL;
	if (p->found_for != language) {
		memset(p->found, 0, sizeof p->found); // state 0 is never looked up: it is that of errors
		memset(p->known, 0, sizeof p->known);
		p->found_for = language;
	}
	glr_lexer_init(&p->lexer, text, size);
	glr_node *base = glr_take(p, sizeof *base);
	*base = (glr_node){.state = 1};
	p->heads[0] = (glr_head){base, NULL, glr_active};
	p->count = 1;
	p->scanner = language->scanner.states && language->scanner.create ? language->scanner.create() : NULL;
	uint32_t last = 0;
	while (p->count && !p->gave_up && !p->lexer.odd) {
		for (unsigned v = 0; v < p->count && !p->gave_up; v++) {
			while (p->heads[v].status == glr_active) {
				step(p, v);
				if (p->gave_up) break;
				uint32_t at = p->heads[v].node->at;
				if (at > last || (v > 0 && at == last)) {
					last = at;
					break;
				}
			}
		}
		if (p->gave_up) break;
		bool some = glr_condense(p);
		if (p->finished && !some) break;
		if (p->count && p->heads[0].status == glr_paused) p->gave_up = true;
		for (unsigned i = 0; i < p->count; i++) {
			if (p->heads[i].status == glr_paused) glr_remove(p, i--);
		}
	}
	if (p->scanner && language->scanner.destroy) language->scanner.destroy(p->scanner);
	p->lexer.text = NULL;
	return p->gave_up || p->lexer.odd ? NULL : p->finished;
}

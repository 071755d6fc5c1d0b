//go:build cgo

#include "glr.h"

// decode reads the character at the lexer's place. It knows UTF-8 as Unicode defines it: what is not that is left to tree-sitter.
static void decode(glr_lexer *l) {
	if (l->at >= l->size) {
		l->data.lookahead = 0;
		l->width = 1;
		return;
	}
	const uint8_t *s = l->text + l->at;
	uint32_t left = l->size - l->at, c = s[0], n = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	if (c < 0x80) {
		l->data.lookahead = (int32_t)c;
		l->width = 1;
		return;
	}
	static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
	bool ok = c >= 0xc2 && c < 0xf5 && left >= n;
	if (ok) {
		c &= 0xff >> (n + 1);
		for (uint32_t i = 1; i < n; i++) {
			ok = ok && (s[i] & 0xc0) == 0x80;
			c = c << 6 | (s[i] & 0x3f);
		}
		ok = ok && c >= least[n] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
	}
	l->odd = l->odd || !ok;
	l->data.lookahead = ok ? (int32_t)c : -1;
	l->width = ok ? n : 1;
}

static void advance(TSLexer *data, bool skip) {
	glr_lexer *l = (glr_lexer *)data;
	if (l->at >= l->size) return;
	l->row += l->data.lookahead == '\n';
	l->at += l->width;
	if (skip) {
		l->start = l->at;
		l->start_row = l->row;
	}
	if (l->at < l->size && l->text[l->at] < 0x80) {
		l->data.lookahead = l->text[l->at];
		l->width = 1;
		return;
	}
	decode(l);
}

static void mark_end(TSLexer *data) {
	glr_lexer *l = (glr_lexer *)data;
	l->end = l->at;
	l->end_row = l->row;
	l->ended = true;
}

static bool at_end(const TSLexer *data) {
	const glr_lexer *l = (const glr_lexer *)data;
	return l->at >= l->size;
}

static bool at_start(const TSLexer *data) {
	const glr_lexer *l = (const glr_lexer *)data;
	return l->at == 0 && l->size > 0;
}

static const int32_t byte_order_mark = 0xfeff;

// counts tells whether a byte begins a character that is counted. The mark that a text may begin with is not.
static bool counts(const glr_lexer *l, uint32_t i) {
	return (l->text[i] & 0xc0) != 0x80 && !(i == 0 && l->size >= 3 && l->text[0] == 0xef && l->text[1] == 0xbb && l->text[2] == 0xbf);
}

// get_column counts characters from the place that it was last asked for, as far as that is on the same line: a scanner may ask at each
// character, and a line may be as long as the text.
static uint32_t get_column(TSLexer *data) {
	glr_lexer *l = (glr_lexer *)data;
	uint32_t n = 0, i = l->column_at;
	if (i > l->at) {
		while (i > l->at && l->text[i - 1] != '\n') n += counts(l, --i);
		if (i == l->at) {
			l->column_at = l->at;
			return l->column -= n;
		}
		n = 0;
	}
	for (i = l->at; i != l->column_at && i > 0 && l->text[i - 1] != '\n';) n += counts(l, --i);
	if (i == l->column_at) n += l->column;
	l->column_at = l->at;
	return l->column = n;
}

static void no_log(const TSLexer *data, const char *format, ...) {
	(void)data;
	(void)format;
}

void glr_lexer_init(glr_lexer *l, const char *text, uint32_t size) {
	*l = (glr_lexer){
		.data = {.advance = advance, .mark_end = mark_end, .get_column = get_column, .is_at_included_range_start = at_start, .eof = at_end, .log = no_log},
		.text = (const uint8_t *)text,
		.size = size,
	};
}

// glr_lexer_start goes to a place, where a token may begin.
void glr_lexer_start(glr_lexer *l, uint32_t at, uint32_t row) {
	if (l->at != at || !l->width) {
		l->at = at;
		l->row = row;
		decode(l);
	}
	l->start = at;
	l->start_row = row;
	l->ended = false;
	l->data.result_symbol = 0;
	if (at == 0 && l->data.lookahead == byte_order_mark) advance(&l->data, true);
}

// glr_lexer_finish ends the token where it was said to, or where reading it stopped.
void glr_lexer_finish(glr_lexer *l) {
	if (!l->ended) mark_end(&l->data);
	if (l->end < l->start) {
		l->start = l->end;
		l->start_row = l->end_row;
	}
}

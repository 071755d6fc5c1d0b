//go:build cgo

#include "glrguard.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Scanners write what they remember into a room of 1024 bytes, and read it again. That of Bash (0.23.3) writes up to 3 bytes more where
// the words that end here-documents are long, that of Ruby (0.23.1) cuts the length of a word to a byte, and asserts that it has not.
// Bash's asks isdigit for characters of Unicode, which C defines for bytes: glibc looks far behind its table. Each would end the process,
// and one file of a thousand is not worth that.

static __thread glr_guard *current;

typedef struct {
	TSLanguage language;
	const TSLanguage *real;
} guarded;

static _Noreturn void fault(void) { longjmp(current->fault, 1); }

static const TSLanguage *real(void) { return ((const guarded *)current->language)->real; }

static void *create(void) { return current->scanner = real()->scanner.create(); }

static void destroy(void *scanner) {
	current->scanner = NULL;
	real()->scanner.destroy(scanner);
}

static unsigned serialize(void *scanner, char *data) {
	char room[2 * glr_scanned_size];
	unsigned n = real()->scanner.serialize(scanner, room);
	if (n > glr_scanned_size) fault();
	memcpy(data, room, n);
	return n;
}

// see lets a scanner see the lexer's character, or one that is neither space nor letter nor digit.
static void see(TSLexer *l) {
	current->lookahead = l->lookahead;
	if (l->lookahead > 0xff) l->lookahead = 0xff;
}

static void advance(TSLexer *l, bool skip) {
	l->lookahead = current->lookahead;
	current->advance(l, skip);
	see(l);
}

static bool scan(void *scanner, TSLexer *l, const bool *valid) {
	current->advance = l->advance;
	l->advance = advance;
	see(l);
	bool found = real()->scanner.scan(scanner, l, valid);
	l->advance = current->advance;
	l->lookahead = current->lookahead;
	return found;
}

TSLanguage *glr_guarded(const TSLanguage *l, bool bytes) {
	if (l->abi != 14) return NULL;
	guarded *g = calloc(1, sizeof *g);
	if (!g) return NULL;
	g->language = *l;
	g->real = l;
	if (l->scanner.create && l->scanner.destroy && l->scanner.serialize) {
		g->language.scanner.create = create;
		g->language.scanner.destroy = destroy;
		g->language.scanner.serialize = serialize;
		if (bytes) g->language.scanner.scan = scan;
	}
	return &g->language;
}

void glr_guard_begin(glr_guard *g, const TSLanguage *l) {
	g->language = l;
	g->scanner = NULL;
	current = g;
}

void glr_guard_end(glr_guard *g) {
	if (g->scanner) destroy(g->scanner);
	current = NULL;
}

// What assert calls, of which the scanners are full, in the C libraries that are known. It takes precedence over the library's own.
#if defined __linux__
_Noreturn void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
#elif defined __APPLE__
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *what) {
#else
_Noreturn void glr_assertion(const char *function, const char *file, int line, const char *what) {
#endif
	if (current) fault();
	fprintf(stderr, "%s:%d: %s: %s does not hold\n", file, (int)line, function ? function : "", what);
	abort();
}

#pragma once
#include "glr.h"
#include <setjmp.h>

// A guard keeps what a grammar's scanner does wrong to the file that it is about.
typedef struct {
	jmp_buf fault; // where to go on
	const TSLanguage *language;
	void *scanner;
	void (*advance)(TSLexer *, bool); // of the lexer, while its own is ours
	int32_t lookahead;                // the lexer's, while it sees another
} glr_guard;

// glr_guarded gives a language whose scanner, a guard of the calling thread given, remembers no more than there is room for. NULL is for
// want of memory, or if the tables are of a version that is not known. What is beyond a byte is one and the same to a scanner that takes
// characters for bytes.
TSLanguage *glr_guarded(const TSLanguage *l, bool bytes);

// glr_guard_begin makes a guard that of the calling thread, glr_guard_end lets go of it, and of a scanner that is left. In between, an
// assertion that does not hold in a scanner or in tree-sitter goes to fault.
void glr_guard_begin(glr_guard *g, const TSLanguage *l);
void glr_guard_end(glr_guard *g);

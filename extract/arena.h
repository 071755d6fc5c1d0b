#pragma once
#include <stddef.h>

// An arena holds what tree-sitter allocates while it parses one file. The next file gets the same memory anew.
enum { arena_classes = 88 };
typedef struct arena_chunk arena_chunk;
typedef struct {
	arena_chunk *first, *at;     // chunks, and the one that is being used
	char *next, *end;            // what is left of it
	void *unused[arena_classes]; // pieces that were given back, by their class
} arena;

// arena_install makes tree-sitter allocate by arenas. Call it once, before any parser is made.
void arena_install(void);

// arena_begin makes the calling thread allocate from an arena, arena_end lets go of all that it took.
void arena_begin(arena *a);
void arena_end(arena *a);
void arena_free(arena *a);

// arena_take gives a piece that is not given back before the arena is.
void *arena_take_slow(arena *a, size_t size);
static inline void *arena_take(arena *a, size_t size) {
	size = (size + 7) & ~(size_t)7;
	if ((size_t)(a->end - a->next) < size) return arena_take_slow(a, size);
	void *p = a->next;
	a->next += size;
	return p;
}

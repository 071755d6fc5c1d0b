//go:build cgo

#include "arena.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

// A parser asks for millions of small pieces and gives most of them back: each is of one of few classes of sizes, and what is given
// back is the next that is taken of its class. No other thread has to be kept out, and what is left of a file needs no walk to free it.
enum {
	grain = 16,         // bytes from one small class to the next
	small_classes = 64, // up to 1 kB; above, sizes double from class to class
	chunk_size = 1 << 20,
	kept_size = 8 << 20, // what an arena keeps from one file to the next
};

struct arena_chunk {
	arena_chunk *next;
	size_t size; // without this header
};

// A piece begins with its class. What follows is aligned for pointers, and tree-sitter has nothing that needs more.
typedef struct { size_t class; } header;

static __thread arena *current;

static void *or_die(void *p, size_t size) {
	if (!p) {
		fprintf(stderr, "brain: no memory for %zu bytes of a syntax tree\n", size);
		abort();
	}
	return p;
}

static size_t class_of(size_t size, size_t *room) {
	size_t n = size + sizeof(header);
	if (n <= grain * (small_classes - 1)) {
		size_t class = (n + grain - 1) / grain;
		*room = class * grain;
		return class;
	}
	size_t class = small_classes;
	*room = grain * small_classes;
	while (*room < n) {
		if (++class == arena_classes) or_die(NULL, size);
		*room *= 2;
	}
	return class;
}

// next_chunk goes on to a chunk that has the room.
static void next_chunk(arena *a, size_t room) {
	arena_chunk **link = a->at ? &a->at->next : &a->first;
	if (!*link || (*link)->size < room) {
		size_t size = room > chunk_size ? room : chunk_size;
		arena_chunk *c = or_die(malloc(sizeof(arena_chunk) + size), size);
		c->size = size;
		c->next = *link;
		*link = c;
	}
	a->at = *link;
	a->next = (char *)(a->at + 1);
	a->end = a->next + a->at->size;
}

static void *arena_malloc(size_t size) {
	arena *a = current;
	if (!a) return or_die(malloc(size ? size : 1), size);
	size_t room, class = class_of(size, &room);
	void *p = a->unused[class];
	if (p) {
		a->unused[class] = *(void **)p;
		return p;
	}
	header *h = arena_take(a, room);
	h->class = class;
	return h + 1;
}

static void *arena_calloc(size_t count, size_t size) {
	if (size && count > SIZE_MAX / 2 / size) return or_die(NULL, size);
	return memset(arena_malloc(count * size), 0, count * size);
}

static void arena_release(void *p) {
	arena *a = current;
	if (!p) return;
	if (!a) {
		free(p);
		return;
	}
	size_t class = ((header *)p - 1)->class;
	*(void **)p = a->unused[class];
	a->unused[class] = p;
}

static void *arena_realloc(void *p, size_t size) {
	if (!p) return arena_malloc(size);
	if (!current) return or_die(realloc(p, size ? size : 1), size);
	size_t room, was = ((header *)p - 1)->class;
	if (class_of(size, &room) <= was) return p;
	size_t had = was < small_classes ? was * grain : (size_t)grain * small_classes << (was - small_classes);
	void *q = arena_malloc(size);
	memcpy(q, p, had - sizeof(header));
	arena_release(p);
	return q;
}

void *arena_take_slow(arena *a, size_t size) {
	next_chunk(a, size);
	void *p = a->next;
	a->next += size;
	return p;
}

void arena_install(void) { ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_release); }

void arena_begin(arena *a) {
	a->at = NULL;
	a->next = a->end = NULL;
	memset(a->unused, 0, sizeof a->unused);
	current = a;
}

void arena_end(arena *a) {
	current = NULL;
	size_t kept = 0;
	for (arena_chunk **link = &a->first; *link;) {
		arena_chunk *c = *link;
		if ((kept += c->size) <= kept_size) {
			link = &c->next;
			continue;
		}
		kept -= c->size;
		*link = c->next;
		free(c);
	}
}

void arena_free(arena *a) {
	for (arena_chunk *c = a->first; c;) {
		arena_chunk *next = c->next;
		free(c);
		c = next;
	}
	a->first = NULL;
}

#pragma once
#include "arena.h"
#include "glr.h"

enum {
	// Bounds of tree-sitter's, which decide what it takes an ambiguous text for.
	glr_max_versions = 6,
	glr_room_versions = 10, // while a token is read
	glr_max_links = 8,
	glr_max_ways = 64,

	glr_max_depth = 1000, // of places that are joined below others
	glr_found_size = 4096,
	glr_known_size = 2048,
	glr_known_bytes = 24,
	glr_bytes_a_step = 16, // that the lexers may read for a step of the parser
};

typedef struct glr_node glr_node;
typedef struct { glr_node *node; glr_tree *tree; } glr_link;

// A place on the stack: a state, and the trees that lead there from places below it. Most have one.
struct glr_node {
	glr_node *under;
	glr_tree *tree;
	glr_link *more;
	uint32_t at, row;
	int32_t precedence;
	uint16_t state, links;
};

static inline glr_link glr_link_of(const glr_node *n, int i) { return i == 0 ? (glr_link){n->under, n->tree} : n->more[i - 1]; }

// A version of the stack. It is paused where its next token cannot follow.
typedef struct {
	glr_node *node;
	const glr_scanned *scanned;
	enum { glr_active, glr_paused, glr_halted } status;
} glr_head;

// What the table of the states that are written short has for a state and a symbol: to find it takes a walk.
typedef struct { uint32_t key; uint16_t value; } glr_found;

// What the lexer made of some bytes in one of its states.
typedef struct {
	uint64_t key[glr_known_bytes / 8]; // space, the token, and the byte after it
	uint16_t mode, symbol, keyword;    // keyword is what the lexer of keywords makes of it, glr_no_symbol for nothing
	uint8_t size, room;                // without the byte after it; size is 0 while nothing is known
	uint8_t start, end, row, end_row;
	bool whole; // the keyword is all of the token
} glr_known;

// A parser parses one text at a time. It begins as zeros.
typedef struct {
	const TSLanguage *language;
	arena *memory;
	void *scanner;
	glr_lexer lexer;
	glr_head heads[glr_room_versions * 4];
	unsigned count;
	const glr_tree *cached; // the last token that was read, and where
	const glr_scanned *cached_scanned;
	uint32_t cached_at;
	glr_tree *finished;
	glr_node *unused; // places that nothing leads to any more
	uint64_t steps;
	size_t used, allowed; // bytes
	bool gave_up;
	glr_tree **kids; // room for the children of a tree
	size_t kids_size;
	const TSLanguage *found_for;
	glr_found found[glr_found_size];
	glr_known known[glr_known_size];
} glr_parser;

static inline void *glr_take(glr_parser *p, size_t size) {
	p->used += size;
	return arena_take(p->memory, size);
}

// glr_parse gives the tree of a text, which is in the arena, NULL if tree-sitter has to parse it.
glr_tree *glr_parse(glr_parser *p, arena *memory, const TSLanguage *language, const char *text, uint32_t size);

// glr_lex reads the token that follows a version in a state. It gives NULL where none is wanted, which ends what may stand anywhere,
// such as a comment that is made of several tokens.
const glr_tree *glr_lex(glr_parser *p, const glr_head *h, uint16_t state);
glr_known *glr_known_token(glr_parser *p, uint32_t at, uint16_t mode);
// glr_reusable tells whether a token that another version read can be taken in a state. entry is what the state has for it.
bool glr_reusable(const glr_parser *p, const glr_tree *t, uint16_t state, const glr_action *entry);
// glr_changed gives a token another symbol, or makes it stand anywhere.
glr_tree *glr_changed(glr_parser *p, const glr_tree *t, uint16_t symbol, bool extra);
bool glr_same_scanned(const glr_scanned *a, const glr_scanned *b);

// glr_look_up gives the next state, or of a token the place in the actions.
uint16_t glr_look_up(glr_parser *p, uint16_t state, uint16_t symbol);
glr_node *glr_push(glr_parser *p, glr_node *under, glr_tree *t, uint16_t state);
bool glr_can_join(const glr_head *a, const glr_head *b);
// glr_link_all joins the ways to a place with those to another.
void glr_link_all(glr_parser *p, glr_node *to, glr_node *from);
void glr_remove(glr_parser *p, unsigned v);
// glr_condense drops versions that came to nothing and joins those that came to the same. It tells whether some can go on.
bool glr_condense(glr_parser *p);
// glr_prefers tells whether the second of two readings is the better one.
bool glr_prefers(glr_parser *p, const glr_tree *a, const glr_tree *b);

// glr_reduced takes trees from a version's stack and puts one of them in their place. It gives the first version that came of it, which
// is v itself if that need not be kept, -1 for none.
int glr_reduced(glr_parser *p, unsigned v, glr_action a, bool only, bool ends_extra);
// glr_accepted ends a version with the token that ends the text.
void glr_accepted(glr_parser *p, unsigned v, glr_tree *end);

#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a grammar's parser.c says of its language, as it is laid out since version 14 of tree-sitter's tables.
typedef struct TSLexer TSLexer;
struct TSLexer {
	int32_t lookahead;
	uint16_t result_symbol;
	void (*advance)(TSLexer *, bool);
	void (*mark_end)(TSLexer *);
	uint32_t (*get_column)(TSLexer *);
	bool (*is_at_included_range_start)(const TSLexer *);
	bool (*eof)(const TSLexer *);
	void (*log)(const TSLexer *, const char *, ...);
};

typedef union {
	struct { uint8_t type; uint16_t state; bool extra, repetition; } shift;
	struct { uint8_t type, count; uint16_t symbol; int16_t precedence; uint16_t production; } reduce;
	struct { uint8_t count; bool reusable; } entry;
	uint8_t type;
} glr_action;
enum { glr_shift, glr_reduce, glr_accept, glr_recover };

typedef struct { uint16_t lex, external; } glr_mode;

typedef struct TSLanguage {
	uint32_t abi, symbols, aliases, tokens, external_tokens, states, large_states, productions, fields;
	uint16_t longest;
	const uint16_t *table, *small_table;
	const uint32_t *small_map;
	const glr_action *actions;
	const char *const *symbol_names, *const *field_names;
	const struct { uint16_t index, length; } *field_slices;
	const struct { uint16_t field; uint8_t child; bool inherited; } *field_entries;
	const struct { bool visible, named, supertype; } *metadata;
	const uint16_t *public_symbols, *alias_map, *alias_sequences;
	const glr_mode *modes;
	bool (*lex)(TSLexer *, uint16_t);
	bool (*lex_keyword)(TSLexer *, uint16_t);
	uint16_t word;
	struct {
		const bool *states;
		const uint16_t *symbols;
		void *(*create)(void);
		void (*destroy)(void *);
		bool (*scan)(void *, TSLexer *, const bool *);
		unsigned (*serialize)(void *, char *);
		void (*deserialize)(void *, const char *, unsigned);
	} scanner;
	const uint16_t *primary_states;
} TSLanguage;

enum { glr_no_symbol = 0xffff, glr_scanned_size = 1024 };

// What a scanner wrote in C remembered after a token. None is the same as nothing remembered.
typedef struct { uint32_t size; char data[]; } glr_scanned;

enum { glr_extra = 1, glr_keyword = 2, glr_external = 4 };

// A tree of the grammar's symbols, those that nobody sees included.
typedef struct glr_tree glr_tree;
struct glr_tree {
	uint32_t start, end, row, end_row; // end_row is that of its end
	uint32_t space;                    // bytes before it that belong to no token
	int32_t precedence;
	uint32_t count;
	uint16_t symbol, production;
	uint16_t state; // in which a token was read
	uint8_t flags;
	const glr_scanned *scanned; // of a token that is external
	glr_tree *kids[];
};

// The lexer that the grammar's functions call back. data has to be the first.
typedef struct {
	TSLexer data;
	const uint8_t *text;
	uint32_t size, at, row, width; // width is that of the lookahead, 0 before it is decoded
	uint32_t start, start_row, end, end_row;
	uint32_t column, column_at; // the last column that was asked for, and of which place
	bool ended, odd; // odd: there are bytes that are no UTF-8
} glr_lexer;

void glr_lexer_init(glr_lexer *l, const char *text, uint32_t size);
void glr_lexer_start(glr_lexer *l, uint32_t at, uint32_t row);
void glr_lexer_finish(glr_lexer *l);

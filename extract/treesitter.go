//go:build cgo

package extract

/*
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include "glrguard.h"
#include "glrwalk.h"

// The part of tree-sitter's api.h (0.25) that is used here. Its symbols come with the go-tree-sitter package; a file's whole
// tree is copied out in one call, since a call from Go for each node costs more than parsing it.
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct { uint32_t row, column; } TSPoint;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
typedef struct {
	void *payload;
	const char *(*read)(void *payload, uint32_t byte_index, TSPoint position, uint32_t *bytes_read);
	int encoding;
	void *decode;
} TSInput;
typedef struct { void *payload; uint32_t current_byte_offset; bool has_error; } TSParseState;
typedef struct { void *payload; bool (*progress_callback)(TSParseState *state); } TSParseOptions;

TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *self);
bool ts_parser_set_language(TSParser *self, const TSLanguage *language);
TSTree *ts_parser_parse_with_options(TSParser *self, const TSTree *old_tree, TSInput input, TSParseOptions options);
TSNode ts_tree_root_node(const TSTree *self);
TSTreeCursor ts_tree_cursor_new(TSNode node);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *self);
bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);
uint16_t ts_node_symbol(TSNode self);
uint32_t ts_node_end_byte(TSNode self);
bool ts_node_is_missing(TSNode self);
uint32_t ts_language_symbol_count(const TSLanguage *self);
const char *ts_language_symbol_name(const TSLanguage *self, uint16_t symbol);
int ts_language_symbol_type(const TSLanguage *self, uint16_t symbol);
uint32_t ts_language_field_count(const TSLanguage *self);
const char *ts_language_field_name_for_id(const TSLanguage *self, uint16_t id);

typedef struct { const char *src; uint32_t len, read; uint64_t left; } flat_input;

enum { flat_read_size = 256 };

// flat_read gives little at a time, and where that was read counts it as a step too: a lexer that looks far ahead for nothing, or asks
// for the column on a long line, takes longer than the parser. Nothing is left to read once the steps are used up.
static const char *flat_read(void *payload, uint32_t at, TSPoint position, uint32_t *n) {
	flat_input *in = payload;
	(void)position;
	*n = 0;
	if (at >= in->len || in->left == 0) return "";
	in->left -= at == in->read;
	in->read = in->len - at > flat_read_size ? at + flat_read_size : in->len;
	while (in->read < in->len && (in->src[in->read] & 0xc0) == 0x80) in->read++; // all of the last character
	*n = in->read - at;
	return in->src + at;
}

// Steps are counted, not seconds: what is given up may not depend on the machine's load.
static bool flat_stop(TSParseState *state) {
	flat_input *in = state->payload;
	if (in->left == 0) return true;
	in->left--;
	return false;
}

// flat_walk copies a tree into out->nodes. It gives the number of nodes, -2 for want of memory.
static int64_t flat_walk(flat_out *out, const TSTree *tree, const uint16_t *flags) {
	TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
	uint32_t count = 0, parent = 0;
	for (;;) {
		if (count == out->cap && !flat_room(out)) return -2;
		TSNode n = ts_tree_cursor_current_node(&c);
		flat_node *f = &out->nodes[count];
		f->start = n.context[0];
		f->row = n.context[1];
		f->end = ts_node_end_byte(n);
		f->kind = ts_node_symbol(n);
		f->field = ts_tree_cursor_current_field_id(&c);
		f->flags = f->kind == 0xffff ? 1 | 2 : flags[f->kind];
		if (f->start == f->end && ts_node_is_missing(n)) f->flags |= 4;
		f->parent = parent;
		f->unused = 0;
		if (ts_tree_cursor_goto_first_child(&c)) {
			parent = count++;
			continue;
		}
		f->next = ++count;
		while (!ts_tree_cursor_goto_next_sibling(&c)) {
			if (!ts_tree_cursor_goto_parent(&c)) return count;
			out->nodes[parent].next = count;
			parent = out->nodes[parent].parent;
		}
	}
}

// flat_parse_quickly is flat_parse by our own parser. It gives -1 for what it leaves to tree-sitter.
static int64_t flat_parse_quickly(flat_out *out, const TSLanguage *language, const uint16_t *fields, const uint16_t *flags, const char *src, uint32_t len) {
	glr_guard guard;
	int64_t count = -1;
	arena_begin(&out->memory);
	glr_guard_begin(&guard, language);
	if (setjmp(guard.fault) == 0) {
		const glr_tree *top = glr_parse(&out->parser, &out->memory, language, src, len);
		if (top) count = glr_walk(out, language, fields, top, flags);
	}
	glr_guard_end(&guard);
	arena_end(&out->memory);
	return count;
}

static int64_t flat_parse_all(flat_out *out, const TSLanguage *language, const uint16_t *flags, const char *src, uint32_t len, uint64_t steps) {
	int64_t count = -1;
	TSParser *parser = ts_parser_new();
	if (ts_parser_set_language(parser, language)) {
		flat_input in = {src, len, 0, steps};
		TSInput input = {&in, flat_read, 0, NULL};
		TSParseOptions options = {&in, flat_stop};
		TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
		if (tree && in.left > 0) count = flat_walk(out, tree, flags);
	}
	ts_parser_delete(parser); // for the scanner of the language, which has its own memory
	return count;
}

// flat_parse copies the tree of a text into out->nodes, in preorder. flags are those of a node by its symbol. It gives the number of
// nodes, -1 when the steps were used up, -2 when memory was, -3 when the language's scanner fails. What tree-sitter allocates is let go
// of at once, and with it the tree.
static int64_t flat_parse(flat_out *out, const TSLanguage *language, const uint16_t *flags, const char *src, uint32_t len, uint64_t steps) {
	glr_guard guard;
	int64_t count = -3;
	arena_begin(&out->memory);
	glr_guard_begin(&guard, language);
	if (setjmp(guard.fault) == 0) count = flat_parse_all(out, language, flags, src, len, steps);
	glr_guard_end(&guard);
	arena_end(&out->memory);
	return count;
}

static void flat_free(flat_out *out) {
	free(out->nodes);
	free(out->parser.kids);
	arena_free(&out->memory);
	free(out);
}
*/
import "C"

import (
	"errors"
	"math"
	"sync"
	"unsafe"

	_ "github.com/tree-sitter/go-tree-sitter" // tree-sitter itself
)

// TreeSitter says that this build has tree-sitter, and so reads the languages that need it.
const TreeSitter = true

// syntaxParser parses one file at a time. It is not safe for use by several goroutines. What has no errors is parsed by our own parser,
// which reads tree-sitter's tables, gives the same tree and takes 40 % of the time.
type syntaxParser struct {
	out   *C.flat_out
	plain bool // all is left to tree-sitter
	quick bool // the last file was not
}

// useArenas keeps tree-sitter from calling Go for memory, as its binding makes it do: for the many small pieces of a tree that takes as
// long as parsing.
var useArenas = sync.OnceFunc(func() { C.arena_install() })

func newParser() *syntaxParser {
	useArenas()
	return &syntaxParser{out: (*C.flat_out)(C.calloc(1, C.sizeof_flat_out))}
}

func (p *syntaxParser) close() { C.flat_free(p.out) }

// parse parses src by a grammar. The tree is valid until the next call, and as long as src stays as it is.
func (p *syntaxParser) parse(grammar string, src []byte) (*tree, error) {
	g := grammarOf(grammar)
	if g == nil {
		return nil, errors.New("has no grammar")
	}
	if len(src) > math.MaxInt32 {
		return nil, errors.New("is too large to parse")
	}
	if len(src) == 0 {
		src = []byte{'\n'}
	}
	flags, text, size := (*C.uint16_t)(&g.flags[0]), (*C.char)(unsafe.Pointer(&src[0])), C.uint32_t(len(src))
	n := C.int64_t(-1)
	if g.fieldsOf != nil && !p.plain {
		n = C.flat_parse_quickly(p.out, g.language, g.fieldsOf, flags, text, size)
	}
	if p.quick = n >= 0; n == -1 {
		n = C.flat_parse(p.out, g.language, flags, text, size, maxSteps(len(src)))
	}
	switch {
	case n == -2:
		return nil, errors.New("needs too much memory to parse")
	case n == -3:
		return nil, errors.New("is more than the scanner of its grammar can take")
	case n < 0:
		return nil, errors.New("takes too long to parse")
	}
	return &tree{src: unsafe.String(&src[0], len(src)), nodes: unsafe.Slice((*flatNode)(unsafe.Pointer(p.out.nodes)), int(n)), kinds: g.kinds, fields: g.fields, whole: p.quick}, nil
}

// maxSteps is how many hundreds of parser steps a file may take, and parts of its text that are read. Code takes about one step a byte; what takes a
// hundred times that is made to.
func maxSteps(bytes int) C.uint64_t { return C.uint64_t(bytes + 20_000) }

// loadedGrammar is a grammar and the names of what its trees hold.
type loadedGrammar struct {
	language *C.TSLanguage
	kinds    []string    // by symbol
	flags    []uint16    // of the nodes, by symbol
	fields   []string    // by field
	fieldsOf *C.uint16_t // by production and child, nil for what tree-sitter alone can read
}

const symbolRegular = 0 // tree-sitter's TSSymbolTypeRegular: what has a name in the grammar

var loaded sync.Map // name → *loadedGrammar

func grammarOf(name string) *loadedGrammar {
	if g, ok := loaded.Load(name); ok {
		return g.(*loadedGrammar)
	}
	language, ok := grammars[name]
	if !ok {
		return nil
	}
	ts := (*C.TSLanguage)(language())
	g := &loadedGrammar{language: C.glr_guarded(ts, name == "bash")}
	if g.language == nil {
		g.language = ts
	}
	for i := range C.ts_language_symbol_count(ts) {
		kind, flags := C.GoString(C.ts_language_symbol_name(ts, C.uint16_t(i))), uint16(0)
		if C.ts_language_symbol_type(ts, C.uint16_t(i)) == symbolRegular {
			flags = flagNamed
		}
		if isComment(kind) {
			flags |= flagComment
		}
		g.kinds, g.flags = append(g.kinds, kind), append(g.flags, flags)
	}
	g.fields = []string{""}
	for i := range C.ts_language_field_count(ts) {
		g.fields = append(g.fields, C.GoString(C.ts_language_field_name_for_id(ts, C.uint16_t(i+1))))
	}
	g.fieldsOf = C.glr_fields(ts)
	if other, ok := loaded.LoadOrStore(name, g); ok {
		C.free(unsafe.Pointer(g.fieldsOf))
		if g.language != ts {
			C.free(unsafe.Pointer(g.language))
		}
		return other.(*loadedGrammar)
	}
	return g
}

func isComment(kind string) bool {
	return kind == "comment" || kind == "line_comment" || kind == "block_comment"
}

//go:build cgo

package extract

/*
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// The part of tree-sitter's api.h (0.25) that is used here. Its symbols come with the go-tree-sitter package; a file's whole
// tree is copied out in one call, since a call from Go for each node costs more than parsing it.
typedef struct TSLanguage TSLanguage;
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

void ts_set_allocator(void *(*new_malloc)(size_t), void *(*new_calloc)(size_t, size_t), void *(*new_realloc)(void *, size_t), void (*new_free)(void *));
TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *self);
void ts_parser_reset(TSParser *self);
bool ts_parser_set_language(TSParser *self, const TSLanguage *language);
TSTree *ts_parser_parse_with_options(TSParser *self, const TSTree *old_tree, TSInput input, TSParseOptions options);
void ts_tree_delete(TSTree *self);
TSNode ts_tree_root_node(const TSTree *self);
TSTreeCursor ts_tree_cursor_new(TSNode node);
void ts_tree_cursor_delete(TSTreeCursor *self);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *self);
bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);
uint16_t ts_node_symbol(TSNode self);
uint32_t ts_node_start_byte(TSNode self);
uint32_t ts_node_end_byte(TSNode self);
TSPoint ts_node_start_point(TSNode self);
bool ts_node_is_named(TSNode self);
bool ts_node_is_error(TSNode self);
bool ts_node_is_missing(TSNode self);
uint32_t ts_language_symbol_count(const TSLanguage *self);
const char *ts_language_symbol_name(const TSLanguage *self, uint16_t symbol);
uint32_t ts_language_field_count(const TSLanguage *self);
const char *ts_language_field_name_for_id(const TSLanguage *self, uint16_t id);

typedef struct { uint32_t start, end, next, parent, row; uint16_t kind, field, flags, unused; } flat_node;
typedef struct { const char *src; uint32_t len; uint64_t left; } flat_input;

static const char *flat_read(void *payload, uint32_t at, TSPoint position, uint32_t *n) {
	flat_input *in = payload;
	(void)position;
	*n = at < in->len ? in->len - at : 0;
	return at < in->len ? in->src + at : "";
}

// Steps are counted, not seconds: what is given up may not depend on the machine's load.
static bool flat_stop(TSParseState *state) {
	flat_input *in = state->payload;
	if (in->left == 0) return true;
	in->left--;
	return false;
}

// flat_parse fills *out, an array of *cap nodes that it enlarges, in preorder. It returns their number, -1 when the steps were
// used up, -2 when memory was.
static int64_t flat_parse(TSParser *parser, const void *language, const char *src, uint32_t len, uint64_t steps, flat_node **out, uint32_t *cap) {
	if (!ts_parser_set_language(parser, language)) return -1;
	flat_input in = {src, len, steps};
	TSInput input = {&in, flat_read, 0, NULL};
	TSParseOptions options = {&in, flat_stop};
	TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
	if (!tree) {
		ts_parser_reset(parser);
		return -1;
	}
	TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
	uint32_t count = 0, parent = 0;
	int64_t result = 0;
	for (;;) {
		if (count == *cap) {
			uint32_t more = *cap ? *cap * 2 : 1 << 14;
			flat_node *p = realloc(*out, sizeof(flat_node) * (size_t)more);
			if (!p) { result = -2; break; }
			*out = p;
			*cap = more;
		}
		TSNode n = ts_tree_cursor_current_node(&c);
		flat_node *f = &(*out)[count];
		f->start = ts_node_start_byte(n);
		f->end = ts_node_end_byte(n);
		f->row = ts_node_start_point(n).row;
		f->kind = ts_node_symbol(n);
		f->field = ts_tree_cursor_current_field_id(&c);
		f->flags = (ts_node_is_named(n) ? 1 : 0) | (ts_node_is_error(n) ? 2 : 0) | (ts_node_is_missing(n) ? 4 : 0);
		f->parent = parent;
		if (ts_tree_cursor_goto_first_child(&c)) {
			parent = count++;
			continue;
		}
		f->next = ++count;
		while (!ts_tree_cursor_goto_next_sibling(&c)) {
			if (!ts_tree_cursor_goto_parent(&c)) goto done;
			(*out)[parent].next = count;
			parent = (*out)[parent].parent;
		}
	}
done:
	ts_tree_cursor_delete(&c);
	ts_tree_delete(tree);
	return result ? result : count;
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

// syntaxParser parses one file at a time. It is not safe for use by several goroutines.
type syntaxParser struct {
	ts    *C.TSParser
	nodes *C.flat_node
	cap   C.uint32_t
}

// plainMalloc lets tree-sitter call the C library for memory. The binding makes it call Go, which then calls C: for the many small
// pieces of a tree that takes as long as parsing.
var plainMalloc = sync.OnceFunc(func() { C.ts_set_allocator(nil, nil, nil, nil) })

func newParser() *syntaxParser {
	plainMalloc()
	return &syntaxParser{ts: C.ts_parser_new()}
}

func (p *syntaxParser) close() {
	C.ts_parser_delete(p.ts)
	C.free(unsafe.Pointer(p.nodes))
}

// parse parses src by a grammar. The tree is valid until the next call.
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
	n := C.flat_parse(p.ts, g.language, (*C.char)(unsafe.Pointer(&src[0])), C.uint32_t(len(src)), maxSteps(len(src)), &p.nodes, &p.cap)
	switch {
	case n == -2:
		return nil, errors.New("needs too much memory to parse")
	case n < 0:
		return nil, errors.New("takes too long to parse")
	}
	return &tree{src: src, nodes: unsafe.Slice((*flatNode)(unsafe.Pointer(p.nodes)), int(n)), kinds: g.kinds, fields: g.fields}, nil
}

// maxSteps is how many hundreds of parser steps a file may take. Code takes about one step a byte; what takes a hundred times that is
// made to.
func maxSteps(bytes int) C.uint64_t { return C.uint64_t(bytes + 20_000) }

// loadedGrammar is a grammar and the names of what its trees hold.
type loadedGrammar struct {
	language unsafe.Pointer
	kinds    []string // by symbol
	fields   []string // by field
}

var loaded sync.Map // name → *loadedGrammar

func grammarOf(name string) *loadedGrammar {
	if g, ok := loaded.Load(name); ok {
		return g.(*loadedGrammar)
	}
	language, ok := grammars[name]
	if !ok {
		return nil
	}
	g := &loadedGrammar{language: language()}
	ts := (*C.TSLanguage)(g.language)
	for i := range C.ts_language_symbol_count(ts) {
		g.kinds = append(g.kinds, C.GoString(C.ts_language_symbol_name(ts, C.uint16_t(i))))
	}
	g.fields = []string{""}
	for i := range C.ts_language_field_count(ts) {
		g.fields = append(g.fields, C.GoString(C.ts_language_field_name_for_id(ts, C.uint16_t(i+1))))
	}
	loaded.Store(name, g)
	return g
}

#pragma once
#include "glrparse.h"

// A node as it is copied out: see flatNode.
typedef struct { uint32_t start, end, next, parent, row; uint16_t kind, field, flags, unused; } flat_node;
typedef struct { flat_node *nodes; uint32_t cap; arena memory; glr_parser parser; } flat_out;

// flat_room makes room for one more node. It gives false for want of memory.
bool flat_room(flat_out *out);

// glr_fields gives the field of each child of each production that has one in itself. It gives NULL for a language whose tables are of
// another version than those that glr_parse reads, and for want of memory.
uint16_t *glr_fields(const TSLanguage *l);

// glr_walk copies what is seen of a tree, in preorder. It gives the number of nodes, -2 for want of memory.
int64_t glr_walk(flat_out *out, const TSLanguage *l, const uint16_t *fields, const glr_tree *top, const uint16_t *flags);

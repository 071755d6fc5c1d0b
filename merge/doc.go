// Package merge is the unified store: brain_entries, their citations and spans, the four steps of brain-merge, and the
// query over all of it.
//
// It knows no store. Stores hand it rows in their own transaction (Put, Retire), so a page or a node and its entry are
// written together or not at all. What the steps do and in which order rows come out is what the PostgreSQL design gives
// over the same rows; where the design's own texts disagree, each function says which reading holds and why.
package merge

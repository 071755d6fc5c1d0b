// Package fts5 reads an index of SQLite's FTS5 as it lies in its tables. To ask FTS5 itself costs a command ten times as much: it makes
// its own statement anew for each look-up of a word, and goes through every row's list of places in the driver's slow code.
// It knows indexes with places of every token (detail=full) without rows that they hold themselves; what is of another form is ErrIndex.
package fts5

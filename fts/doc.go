// Package fts is PostgreSQL 15's text search in Go: the lexemes of a text, queries over them, matching and ranking, and
// the trigram similarity of pg_trgm. It reproduces the server's results, oddities included, for a database with
// encoding UTF8 and locale C.UTF-8; it needs no server, and its tests compare it with recorded answers of PostgreSQL 15.18.
//
// The document side: [Parse] cuts a text into tokens, [Stem] is the english_stem dictionary, [ToVector] makes the
// tsvector of a text, and [Vector] has the operators of that type. [Packed] is a vector in a BLOB; [IndexToken] is the
// spelling of a lexeme in an FTS5 index, where candidates are looked up.
//
// The query side: [Plain], [Phrase], [Web] and [ToQuery] make a [Query] from text, [Query.Match] is the operator @@, [Rank]
// and [RankCD] are ts_rank and ts_rank_cd.
//
// Names: [Similarity], [WordSimilarity] and [StrictWordSimilarity] compare strings by their trigrams.
//
// Deliberate differences: letters that came to Unicode after version 14, which the compared server does not know, are
// letters here. A text whose vector is too large for PostgreSQL still gets one (see [ToVector]), and so does a word that
// grows beyond 2,046 bytes in lower case, with which the server damages the vector. A query may nest deeper than the
// server's 32 open operators.
package fts

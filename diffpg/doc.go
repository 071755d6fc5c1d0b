// Diffpg compares brain with a real PostgreSQL 15: it asks both the same random questions and stops at the first answer
// that differs, cut down to the smallest question that still shows it.
//
//	go run ./diffpg -n 20000 [-seed 7] [-only number,text,query,tsvector,rank,trigram,vector,rrf,merge]
//	go run ./diffpg -bench -sizes 1000,10000
//
// It needs the programs initdb and postgres of PostgreSQL 15 with pg_trgm, and starts a server of its own in a temporary
// folder, which listens on a Unix socket there and on nothing else. Where there are none it says so and succeeds: the
// recorded answers in testdata hold everywhere, this finds what nobody thought of recording.
//
// What brain does otherwise on purpose is in the rules of known.go. A rule takes the cause out of the question and asks
// again: only if both sides then agree is the difference counted as known.
//
// Exit codes: 0 all agree, or no server; 1 a difference or a failure; 2 wrong usage.
package main

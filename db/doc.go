// Package db is the file: it opens one SQLite database, says whose it is, migrates it, and hands out transactions.
//
// One writer connection and several query_only readers share the file in WAL mode, so many processes may read while one
// writes. Transactions are closures: the handle given to them cannot commit, a panic rolls back and goes on.
package db

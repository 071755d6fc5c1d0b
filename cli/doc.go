// Package cli is the command line: it puts argv in order, calls the engine and prints. It holds no SQL and ranks nothing.
package cli

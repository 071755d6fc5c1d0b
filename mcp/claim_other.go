//go:build !unix

package mcp

import "os"

// claim takes standard input and output for the protocol: what Go code writes to os.Stdout from now on goes to standard error.
func claim() (in, out *os.File, err error) {
	in, out = os.Stdin, os.Stdout
	os.Stdout = os.Stderr
	os.Stdin, err = os.Open(os.DevNull)
	return in, out, err
}

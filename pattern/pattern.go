// Package pattern holds regular expressions that are compiled when they are first asked for: compiling those of memory and page
// took 2.7 ms of every process, of which most ask none of them.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern gives a regular expression, compiled once. It may be called from many goroutines.
type Pattern func() *regexp.Regexp

// Lazy makes a pattern of an expression in Go's syntax. The first call panics where the expression is wrong.
func Lazy(expr string) Pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

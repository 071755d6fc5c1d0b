package extract

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// stdSource declares the part of the standard library that matters for what
// can be told of other code: interfaces that others embed or implement, and
// generic functions and types that hand a type of the tree through. Functions
// need no body. It is the API that the Go 1 promise keeps, of Go 1.26.
//
// A package comes after those it imports.
var stdSource = []struct{ path, source string }{
	{"fmt", `package fmt
type Stringer interface { String() string }
type GoStringer interface { GoString() string }`},
	{"io", `package io
type Reader interface { Read(p []byte) (n int, err error) }
type Writer interface { Write(p []byte) (n int, err error) }
type Closer interface { Close() error }
type Seeker interface { Seek(offset int64, whence int) (int64, error) }
type ReadWriter interface { Reader; Writer }
type ReadCloser interface { Reader; Closer }
type WriteCloser interface { Writer; Closer }
type ReadWriteCloser interface { Reader; Writer; Closer }
type ReadSeeker interface { Reader; Seeker }
type ReadSeekCloser interface { Reader; Seeker; Closer }
type WriteSeeker interface { Writer; Seeker }
type ReadWriteSeeker interface { Reader; Writer; Seeker }
type ReaderFrom interface { ReadFrom(r Reader) (n int64, err error) }
type WriterTo interface { WriteTo(w Writer) (n int64, err error) }
type ReaderAt interface { ReadAt(p []byte, off int64) (n int, err error) }
type WriterAt interface { WriteAt(p []byte, off int64) (n int, err error) }
type ByteReader interface { ReadByte() (byte, error) }
type ByteScanner interface { ByteReader; UnreadByte() error }
type ByteWriter interface { WriteByte(c byte) error }
type RuneReader interface { ReadRune() (r rune, size int, err error) }
type RuneScanner interface { RuneReader; UnreadRune() error }
type StringWriter interface { WriteString(s string) (n int, err error) }`},
	{"sort", `package sort
type Interface interface { Len() int; Less(i, j int) bool; Swap(i, j int) }`},
	{"container/heap", `package heap
import "sort"
type Interface interface { sort.Interface; Push(x any); Pop() any }`},
	{"hash", `package hash
import "io"
type Hash interface { io.Writer; Sum(b []byte) []byte; Reset(); Size() int; BlockSize() int }
type Hash32 interface { Hash; Sum32() uint32 }
type Hash64 interface { Hash; Sum64() uint64 }`},
	{"encoding", `package encoding
type TextMarshaler interface { MarshalText() (text []byte, err error) }
type TextUnmarshaler interface { UnmarshalText(text []byte) error }
type BinaryMarshaler interface { MarshalBinary() (data []byte, err error) }
type BinaryUnmarshaler interface { UnmarshalBinary(data []byte) error }`},
	{"encoding/json", `package json
type Marshaler interface { MarshalJSON() ([]byte, error) }
type Unmarshaler interface { UnmarshalJSON([]byte) error }`},
	{"flag", `package flag
type Value interface { String() string; Set(string) error }
type Getter interface { Value; Get() any }`},
	{"database/sql", `package sql
type Scanner interface { Scan(src any) error }`},
	{"sync", `package sync
type Locker interface { Lock(); Unlock() }
func OnceValue[T any](f func() T) func() T
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2)`},
	{"sync/atomic", `package atomic
type Pointer[T any] struct { _ *T }
func (x *Pointer[T]) Load() *T
func (x *Pointer[T]) Store(val *T)
func (x *Pointer[T]) Swap(new *T) (old *T)
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool)`},
	{"cmp", `package cmp
type Ordered interface { ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string }
func Or[T comparable](vals ...T) T`},
	{"iter", `package iter
type Seq[V any] func(yield func(V) bool)
type Seq2[K, V any] func(yield func(K, V) bool)
func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func())
func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func())`},
	{"slices", `package slices
import ("cmp"; "iter")
func All[S ~[]E, E any](s S) iter.Seq2[int, E]
func Backward[S ~[]E, E any](s S) iter.Seq2[int, E]
func Values[S ~[]E, E any](s S) iter.Seq[E]
func Chunk[S ~[]E, E any](s S, n int) iter.Seq[S]
func AppendSeq[S ~[]E, E any](s S, seq iter.Seq[E]) S
func Collect[E any](seq iter.Seq[E]) []E
func Sorted[E cmp.Ordered](seq iter.Seq[E]) []E
func SortedFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E
func SortedStableFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E
func Clip[S ~[]E, E any](s S) S
func Clone[S ~[]E, E any](s S) S
func Compact[S ~[]E, E comparable](s S) S
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S
func Concat[S ~[]E, E any](s ...S) S
func Delete[S ~[]E, E any](s S, i, j int) S
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S
func Grow[S ~[]E, E any](s S, n int) S
func Insert[S ~[]E, E any](s S, i int, v ...E) S
func Max[S ~[]E, E cmp.Ordered](x S) E
func MaxFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E
func Min[S ~[]E, E cmp.Ordered](x S) E
func MinFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E
func Repeat[S ~[]E, E any](x S, n int) S
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S`},
	{"maps", `package maps
import "iter"
func All[M ~map[K]V, K comparable, V any](m M) iter.Seq2[K, V]
func Keys[M ~map[K]V, K comparable, V any](m M) iter.Seq[K]
func Values[M ~map[K]V, K comparable, V any](m M) iter.Seq[V]
func Clone[M ~map[K]V, K comparable, V any](m M) M
func Collect[K comparable, V any](seq iter.Seq2[K, V]) map[K]V`},
}

// checkStd gives the packages of stdSource by import path, those that wanted has
// and what they import. The positions of their declarations are new in fset, so
// that none is mistaken for the tree's.
func checkStd(fset *token.FileSet, wanted map[string]bool) map[string]*types.Package {
	needed := maps.Clone(wanted)
	for _, p := range slices.Backward(stdSource) {
		for _, q := range stdSource {
			if needed[p.path] && strings.Contains(p.source, strconv.Quote(q.path)) {
				needed[q.path] = true
			}
		}
	}
	out := importMap{}
	for _, p := range stdSource {
		if !needed[p.path] {
			continue
		}
		f, err := parser.ParseFile(fset, "std/"+p.path, p.source, parser.SkipObjectResolution)
		if err != nil {
			continue // a test checks that none does
		}
		config := types.Config{Importer: out, Error: func(error) {}}
		pkg, _ := config.Check(p.path, fset, []*ast.File{f}, nil) // functions lack a body
		out[p.path] = pkg
	}
	return out
}

type importMap map[string]*types.Package

func (m importMap) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// Package extract turns source trees and Graphify's graph.json files into one
// kind of graph: nodes for files, packages, types and functions, edges for what
// they contain, import, call and reference.
//
// [Go] reads a tree of Go code with go/parser and go/types; it runs nothing,
// asks no network, and needs neither the go command nor the standard library's
// source. [ReadGraphJSON] reads the files that Graphify 0.7 to 0.9 and their
// April 2026 predecessors write. Both give a [Graph], and [Graph.Contents] says
// each of its nodes in words, as an entry of the brain holds it.
//
// Node ids follow Graphify 0.9.96 ([MakeID]) but never collide: see [claim].
package extract

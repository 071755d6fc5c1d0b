// Package extract turns source trees and Graphify's graph.json files into one
// kind of graph: nodes for files, packages, types and functions, edges for what
// they contain, import, call and reference.
//
// [Go] reads a tree of Go code with go/parser and go/types; it runs nothing,
// asks no network, and needs neither the go command nor the standard library's
// source. [Tree] reads other languages as well, by tree-sitter, which needs a
// build with cgo; Markdown and the manifests of projects it reads in any.
// [ReadGraphJSON] reads the files that Graphify 0.8 and 0.9 and their
// April 2026 predecessors write. Both give a [Graph], and [Graph.Contents] says
// each of its nodes in words, as an entry of the brain holds it.
//
// Node ids follow Graphify 0.9.96 ([MakeID]), but no two nodes share one, and the
// name of the checkout is in none:
//
//	svc/server.go         svc_server, as Graphify; with a hash if the package
//	                      has a type Server, which then keeps that id
//	func New in it        svc_server_new
//	type Server           svc_server: folder and type. In the root the package's
//	                      name stands for the folder, for main the module's
//	its method Close      svc_server_close
//	package svc           go_pkg_example_com_m_svc, from the import path
//	package net/http      go_pkg_net_http
//	type http.Request     go_type_net_http_request
//
// Graphify takes only the last folder for a type, so types in nested folders
// differ: a/util.T is a_util_t here, util_t there.
//
// In other languages an id is the file's path without extension and the names of
// what holds the declaration: src_models_response_json. Files that differ in their
// extension only, and what they declare alike, begin with the whole name:
// foo_py_foo, foo_js_foo. Of names that give one id in a file the only public one
// keeps it, the others end in a hash.
//
// # How a file becomes part of the graph
//
// A language lowers the syntax of a file to a unit: declarations with their
// scopes, imports, and the expressions that name and call things, in a form that
// all languages share and without a word of other files. The resolver then knows
// all units. It finds what names mean by scopes and imports and what values are by
// declared types, and where there are none by what is assigned and returned. The
// linker makes nodes and edges of both. So a file whose text is the same gives the
// same unit, and only the linking sees the whole tree.
//
// A language is a file lang_NAME.go, with more beside it for a large one: its
// extensions, how it is lowered, and how its imports and global names are found.
// The list in languages.go and, for its parser, the one in grammars.go name it;
// nothing else knows of it. testdata/tree shows what each gives.
package extract

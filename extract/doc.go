// Package extract turns source trees and Graphify's graph.json files into one
// kind of graph: nodes for files, packages, types and functions, edges for what
// they contain, import, call and reference.
//
// [Go] reads a tree of Go code with go/parser and go/types; it runs nothing,
// asks no network, and needs neither the go command nor the standard library's
// source. [ReadGraphJSON] reads the files that Graphify 0.8 and 0.9 and their
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
package extract

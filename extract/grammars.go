//go:build cgo

package extract

import (
	"unsafe"

	tsBash "github.com/tree-sitter/tree-sitter-bash/bindings/go"
	tsCsharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	tsC "github.com/tree-sitter/tree-sitter-c/bindings/go"
	tsCpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	tsJava "github.com/tree-sitter/tree-sitter-java/bindings/go"
	tsJavascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	tsPhp "github.com/tree-sitter/tree-sitter-php/bindings/go"
	tsPython "github.com/tree-sitter/tree-sitter-python/bindings/go"
	tsRuby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	tsRust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	tsScala "github.com/tree-sitter/tree-sitter-scala/bindings/go"
	tsTypescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
)

// grammars are the parsers that languages name.
var grammars = map[string]func() unsafe.Pointer{
	"bash":       tsBash.Language,
	"c":          tsC.Language,
	"c-sharp":    tsCsharp.Language,
	"cpp":        tsCpp.Language,
	"java":       tsJava.Language,
	"javascript": tsJavascript.Language,
	"php":        tsPhp.LanguagePHP,
	"python":     tsPython.Language,
	"ruby":       tsRuby.Language,
	"rust":       tsRust.Language,
	"scala":      tsScala.Language,
	"tsx":        tsTypescript.LanguageTSX,
	"typescript": tsTypescript.LanguageTypescript,
}

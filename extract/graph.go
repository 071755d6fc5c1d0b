package extract

import "encoding/json"

// Graph is a directed multigraph of code. Edges name their ends by node id; an
// end may be missing from Nodes (a dangling edge), as in the files of Graphify 0.8.
type Graph struct {
	Nodes []Node
	Edges []Edge

	// Hyperedges is the JSON list of Graphify's hyperedges, nil when there is none.
	Hyperedges json.RawMessage
	// Attrs is a JSON object with the graph-level keys of the file it was read
	// from ("directed", "graph", "built_at_commit", …), nil when there are none.
	Attrs json.RawMessage
}

// Node is a thing the graph knows: a file, a package, a declaration, or in
// graphs that a language model helped to write, a document or a concept.
type Node struct {
	ID       string // unique in the graph
	Label    string // "name()" for functions, ".name()" for methods, bare for types, the base name for files
	FileType string // Graphify's class of source: code, document, paper, image, rationale or concept
	Kind     string // a Kind constant, or what a foreign file calls it; "" when unknown

	SourceFile     string // slash-separated path below the root, "" for what is not in the tree
	SourceLocation string // "L<line>" of the declaration, counted from 1; "" for none

	Container   string // type of a method, import path of the package for the rest
	Signature   string // declaration on one line, without body
	Doc         string // doc comment as text
	Description string // description that a language model or a person wrote

	CapturedAt string // ISO 8601 time at which an ingested document was captured
	Community  *int   // cluster number that Graphify gave

	// Attrs is a JSON object with every other key of a foreign node, nil when
	// there are none, so that nothing of the file is lost.
	Attrs json.RawMessage
}

// Edge is a directed relation between two nodes. Several may join the same
// nodes, one for each relation.
type Edge struct {
	Source, Target string // node ids
	Relation       string // a Rel constant, or what a foreign file calls it

	Confidence      string   // Extracted, Inferred or Ambiguous
	ConfidenceScore *float64 // 0 to 1; nil when the file gives none, see [Edge.Score]

	SourceFile     string // where the relation is written
	SourceLocation string // "L<line>"
	Context        string // how it is written: "call", "parameter_type", "field", …
	Weight         *float64

	Attrs json.RawMessage // every other key of a foreign edge, as a JSON object or nil
}

// Kinds of nodes that [Go] and [Tree] make.
const (
	KindFile            = "file"
	KindPackage         = "package"
	KindFunction        = "function"
	KindMethod          = "method"
	KindInterfaceMethod = "interface method"
	KindStruct          = "struct"
	KindInterface       = "interface"
	KindAlias           = "alias"
	KindType            = "type" // any other defined type
	KindExternalPackage = "external package"
	KindExternalType    = "external type"
	KindClass           = "class"
	KindEnum            = "enum"
	KindEnumCase        = "enum case"
	KindImpl            = "impl"
	KindTrait           = "trait"
	KindRecord          = "record"
	KindAnnotation      = "annotation type"
	KindModule          = "module"
	KindNamespace       = "namespace"
	KindConstant        = "constant"
	KindVariable        = "variable"
	KindField           = "field"
	KindProperty        = "property"
	KindMacro           = "macro"
	KindObject          = "object"
	KindScript          = "script" // what a file does when it is run
	KindDocument        = "document"
	KindHeading         = "heading"
	KindRationale       = "rationale"
	KindDependency      = "dependency"
	KindKey             = "key" // of a manifest
	KindProject         = "project"
	KindCitation        = "citation"
	KindExternal        = "external" // module or symbol that the tree does not hold
)

// Relations of edges that [Go] and [Tree] make; the words are Graphify's.
const (
	RelContains   = "contains"      // package → file, file → declaration
	RelMethod     = "method"        // type → method
	RelImports    = "imports"       // file → what it takes
	RelCalls      = "calls"         // function → function
	RelDispatches = "dispatches_to" // method as it is declared → its definition, which calls of the one reach
	RelIndirect   = "indirect_call" // function → function it uses as a value
	RelReferences = "references"    // declaration → type
	RelEmbeds     = "embeds"        // type → embedded type
	RelImplements = "implements"    // type → interface
	RelInherits   = "inherits"      // type → type that it extends
	RelMixesIn    = "mixes_in"      // type → trait or module that it takes in
	RelDefines    = "defines"       // type → field, script → function
	RelCaseOf     = "case_of"       // enum → its case
	RelFrom       = "imports_from"  // file → file, package or module of which it takes something
	RelExports    = "re_exports"    // file → what it imports and exports again
	RelDynamic    = "dynamic_import"
	RelUses       = "uses" // declaration → type of another file
	RelRationale  = "rationale_for"
	RelDeclares   = "declares"   // manifest → dependency
	RelExtends    = "extends"    // configuration → configuration
	RelCites      = "cites"      // file → standard or decision that its comments name
	RelDependsOn  = "depends_on" // project → project
)

// More contexts of edges, Graphify's words.
const (
	ctxExport    = "export"
	ctxReexport  = "re-export"
	ctxSubmodule = "submodule_import"
	ctxRead      = "property_read"
	ctxDecorator = "decorator"
	ctxAttribute = "attribute"

	ctxLink        = "link"
	ctxConstructor = "constructor"
	ctxDependency  = "dependency"
)

// Confidences of an edge, as Graphify names them.
const (
	Extracted = "EXTRACTED" // written in the source
	Inferred  = "INFERRED"  // concluded from names
	Ambiguous = "AMBIGUOUS" // one reading of several
)

// Score is the edge's confidence from 0 to 1. Where the file gives none, the
// defaults of Graphify 0.9.96 hold: 1 for Extracted, 0.55 for Inferred, 0.2 else.
func (e *Edge) Score() float64 {
	switch {
	case e.ConfidenceScore != nil:
		return *e.ConfidenceScore
	case e.Confidence == Extracted:
		return 1
	case e.Confidence == Inferred:
		return 0.55
	}
	return 0.2
}

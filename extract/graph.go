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

// Kinds of nodes that [Go] makes.
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
)

// Relations of edges that [Go] makes; the words are Graphify's.
const (
	RelContains   = "contains"      // package → file, file → declaration
	RelMethod     = "method"        // type → method
	RelImports    = "imports"       // file → package
	RelCalls      = "calls"         // function → function
	RelIndirect   = "indirect_call" // function → function it uses as a value
	RelReferences = "references"    // declaration → type
	RelEmbeds     = "embeds"        // type → embedded type
	RelImplements = "implements"    // type → interface
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

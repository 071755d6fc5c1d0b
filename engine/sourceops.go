package engine

func sourceOperations() []*Operation {
	return []*Operation{
		operation("import", "read a folder of markdown into pages", (*Engine).Import, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `Each .md, .markdown or .mdx file becomes a page (title, type, compiled truth, timeline), and each window of its text an entry.
The file's bytes are kept as they are. A second import writes only what changed; a file that was moved keeps its page, and pages
whose file is gone are marked deleted. Files that cannot be read are named and skipped (exit code 5).`
			op.Examples = []Example{{"brain import notes/", "pages, entries and vectors"}, {"brain import docs/ --no-embed", "vectors later, with brain embed"},
				{"brain import notes/ --dry-run --explain-skips", "what would be done, and what is left out by which rule"}}
		}),
		operation("sync", "follow a folder that was imported", (*Engine).Import, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `It is import, by another name.`
			op.Examples = []Example{{"brain sync notes/", "what changed since"}, {"brain sync notes/ --watch", "until it is stopped"}}
		}),
		operation("export", "write the pages as markdown", (*Engine).Export, func(op *Operation) {
			op.Effect, op.Idempotent = Destroys, true
			op.Help = `A page that nobody has changed is the file that it was read from, byte for byte; of a changed one only what changed is other. What
markdown has no place for (times, citations, raw data) goes into .brain and .raw, and import reads it back. Other files in the
folder stay.`
			op.Examples = []Example{{"brain export --dir backup", "all pages"}, {"brain export --dir people --type person", "those of one type"}}
		}),
		operation("extract", "turn source code into a code graph", (*Engine).Extract, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = extractHelp()
			op.Examples = []Example{{"brain extract .", "the code in this folder"}, {"brain extract . --include-ignored", "with what .gitignore excludes"}}
		}),
		operation("graph import", "read Graphify's graph.json", (*Engine).GraphImport, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `Reads the clustered and the raw form of Graphify 0.8 and 0.9, with links or edges. Every node becomes an entry of its own: the
entry's content names the node's file and line, so nodes with equal labels are not taken for duplicates. What is no node and
no edge is counted and skipped (exit code 5).`
			op.Examples = []Example{{"brain graph import graphify-out/graph.json", "nodes, edges and entries"}}
		}),
		operation("graph export", "write the code graph as graph.json", (*Engine).GraphExport, func(op *Operation) {
			op.Effect = Reads
			op.Help = `Node-link JSON as Graphify's, which graph import reads: a line a node and a line an edge, sorted, every relation between two nodes
kept. The same graph gives the same bytes, in whatever order and at whatever time it was written.
Of several trees in the file all are written, with the ids that tell them apart; --root writes one.`
			op.Examples = []Example{{"brain graph export > graph.json", "all that is stored"}, {"brain graph export --root myproject", "one tree of several"}}
		}),
		operation("entries import", "bring rows of brain_entries in from JSON lines", (*Engine).EntriesImport, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.Help = `The way over from a PostgreSQL brain. A line is {"source","entity_id","entity_name","content","embedding","created_at",
"updated_at"}; embedding is '[…]' or null. The first row with a content wins. Vectors may have any one dimension on a file
that has none yet: the first one decides. Lines that are no such rows are named and skipped (exit code 5). Rows are written in
batches of 1,000.`
			op.Examples = []Example{{"psql -Atc \"SELECT row_to_json(e) FROM brain_entries e ORDER BY id\" | brain entries import -", "a whole PostgreSQL brain"}}
		}),
		operation("entries export", "print all rows of brain_entries as JSON lines", (*Engine).EntriesExport, func(op *Operation) {
			op.Effect, op.Lines = Reads, true
			op.Help = `One object a line, in the form that entries import reads, with id, citation_id and content_hash.`
			op.Examples = []Example{{"brain entries export > entries.jsonl", "a plain copy"}}
		}),
		operation("embed", "give vectors to entries that have none", (*Engine).Embed, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `The model is the built-in all-MiniLM-L6-v2, 384 dimensions, no network, or another (brain model). Work is written in batches: stopping it loses little, and the next
run goes on where it ended. Only entries that are valid now are embedded.`
			op.Examples = []Example{{"brain embed", "what has no vector yet"}, {"brain embed --all", "everything anew"}}
		}),
	}
}

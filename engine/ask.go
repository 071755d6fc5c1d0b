package engine

func askOperations() []*Operation {
	return []*Operation{
		operation("query", "ask the pages, or all stores at once", (*Engine).Ask, func(op *Operation) {
			op.Effect, op.Many = Reads, true
			op.World = true
			op.Agent = &Agent{"Ask what is known. unified: true ranks pages, code and memories together, each row with its citation; without it pages alone answer, with snippets.",
				[]string{"text", "unified", "limit", "store", "as-of", "type", "tag"}}
			op.Help = `Asks the pages: by words, by meaning and by links, names first, near-duplicates folded, each page once. A page whose timeline knows
of something later than its text is marked stale. If BRAIN_LLM is set, up to two other wordings are asked too. In a file
without pages it is search, by the name that brain-cli first gave it (ten hits by itself).
--unified ranks every entry twice, by its text (PostgreSQL's ts_rank over all rows that hold all the words) and by the distance of its
vector to the query's, and fuses both lists by reciprocal rank (1/(60+rank), 20 decimals). A page comes first and the code
of the same name under it. With --json that ranking is flat: nothing is moved or folded.`
			op.Examples = []Example{
				{`brain query "who works at Acme Labs" --explain`, "pages, with how each score came about"},
				{`brain query --unified "how are citations parsed"`, "pages and code, best first"},
				{`brain query --unified --store graphify --limit 5 --json "open the file"`, "code only, for programs"},
			}
		}),
		operation("ask", "ask the pages", (*Engine).Ask, func(op *Operation) {
			op.Effect, op.Many = Reads, true
			op.World = true
			op.Help = `It is query, by another name.`
			op.Examples = []Example{{`brain ask "when should one ignore conventional wisdom?"`, "pages, best first"}}
		}),
		operation("cite", "resolve a citation [BM:store:id:time] to its entry", (*Engine).Cite, func(op *Operation) {
			op.Effect = Reads
			op.Agent = &Agent{"Resolve a citation [BM:store:id:time] to the text that it stands for.",
				[]string{"citation"}}
			op.Help = `An unknown citation is an error that names the nearest ones.`
			op.Examples = []Example{{"brain cite '[BM:gbrain:design:2026-05-23T14:00:00Z]'", "the quotes keep the shell from reading the brackets"}}
		}),
		operation("sql", "run SQL over the file", (*Engine).SQL, func(op *Operation) {
			op.Effect = Destroys
			op.Help = `Beside SQLite's own functions there are similarity, word_similarity, show_trgm, to_tsvector, plainto_tsquery,
websearch_to_tsquery, phraseto_tsquery, to_tsquery, ts_match, ts_rank, ts_rank_cd, cosine_distance, rrf, vector,
timestamptz and sha256.
--param 2=… binds $2 and $2::vector as well as :2 and @2.`
			op.Examples = []Example{
				{`brain sql "SELECT source, count(*) AS n FROM brain_entries GROUP BY source"`, "a table, or --json"},
				{`brain sql --param q=@question.txt "SELECT entity_name FROM brain_entries WHERE ts_match(to_tsvector(content), plainto_tsquery(:q))"`, "a value from a file"},
			}
		}),
	}
}

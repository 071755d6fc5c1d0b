package engine

// pageOperations are those of pages: what GBrain v0 has, under its names. get, search, delete, restore, history, link and tags are
// beside those of memories, which they are too.
func pageOperations() []*Operation {
	return []*Operation{
		operation("put", "write a page", (*Engine).Put, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Agent = &Agent{"Write a page as markdown, whole. What it was stays as a version.",
				[]string{"slug", "content"}}
			op.Help = `The text is markdown, with or without frontmatter. What the page was becomes a version; equal text is skipped. Tags and links
that commands have made stay, unless the text lists its own. A text without any word is refused.`
			op.Examples = []Example{
				{"brain put people/ada-lovelace < ada.md", "from standard input"},
				{`brain put concepts/growth --content "# Growth"`, "from the command line"},
			}
		}),
		operation("list", "list pages", (*Engine).List, func(op *Operation) {
			op.Effect = Reads
			op.Help = `A line a page: slug, type, day, title, with tabs between them. What the limit leaves out is counted on stderr.`
			op.Examples = []Example{{"brain list --type person --tag founder", "the newest first"}, {"brain list --slug-prefix people/ --sort slug --limit 0", "all below people/"}}
		}),
		operation("tag", "add a tag to a page", (*Engine).Tag, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.Examples = []Example{{"brain tag people/ada-lovelace founder", "it goes into the frontmatter"}}
		}),
		operation("untag", "take a tag off a page", (*Engine).Untag, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Examples = []Example{{"brain untag people/ada-lovelace founder", "nothing happens where it is not there"}}
		}),
		operation("timeline", "list what happened, the latest first", (*Engine).Timeline, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain timeline people/ada-lovelace", "of one page"}, {"brain timeline --after 2026-05 --before 2026-06", "of all pages, in two months"}}
		}),
		operation("timeline-add", "add a dated entry to a page's timeline", (*Engine).TimelineAdd, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.Agent = &Agent{"Add a dated event to a page's timeline.",
				[]string{"ref", "date", "text", "source", "detail"}}
			op.Help = `It is written into the page in the form of the entries that are there. One of the same date, source and text is skipped.`
			op.Examples = []Example{{`brain timeline-add people/ada-lovelace 2026-05-23 "met in Turin" --source "board meeting"`, "a line more"}}
		}),
		operation("unlink", "take links off a page that brain link made", (*Engine).Unlink, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `Links in the text are the text's: they go when it is rewritten.`
			op.Examples = []Example{{"brain unlink people/ada-lovelace companies/acme", "of all types"}}
		}),
		operation("links", "list the links of a page, or those that lead nowhere", (*Engine).Links, func(op *Operation) {
			op.Effect = Reads
			op.Help = `A link to what no page is called is kept, and leads there once a page is called so.`
			op.Examples = []Example{{"brain links people/ada-lovelace", "where it leads"}, {"brain links --dangling", "what pages name and nobody has written"}}
		}),
		operation("backlinks", "list the links that lead to a page", (*Engine).Backlinks, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain backlinks companies/acme --type works_at", "who works there"}}
		}),
		operation("graph", "walk over the links between pages", (*Engine).PageGraph, func(op *Operation) {
			op.Effect = Reads
			op.Agent = &Agent{"Walk over the links between pages, from one on.",
				[]string{"ref", "depth", "direction", "type"}}
			op.Help = `Gives the pages that links lead to, the nearest first, and the links between them. Circles end.`
			op.Examples = []Example{{"brain graph companies/acme --depth 2 --direction both", "its neighbours and theirs"}, {"brain graph --slug import", "a page that is called like a command"}}
		}),
		operation("diff", "compare two versions of a page", (*Engine).Diff, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain diff people/ada-lovelace", "the last change"}, {"brain diff people/ada-lovelace 3 7", "from version 3 to version 7"}}
		}),
		operation("revert", "make a page again what it was", (*Engine).Revert, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `Text, title, type, tags, links and timeline of that version; what searches find follows at once. What the page is now becomes a
version too.`
			op.Examples = []Example{{"brain revert people/ada-lovelace 3", "as version 3 of its history"}}
		}),
		operation("raw put", "store what another program knows of a page", (*Engine).RawPut, func(op *Operation) {
			op.Effect, op.Idempotent = Destroys, true
			op.Help = `One JSON value a source. It stands beside the page, not in its text, and goes with it into an export.`
			op.Examples = []Example{{"brain raw put companies/acme crunchbase < acme.json", "from standard input"}}
		}),
		operation("raw get", "show what a source knows of a page", (*Engine).RawGet, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain raw get companies/acme crunchbase", "JSON"}}
		}),
		operation("raw list", "list the sources that know something of a page", (*Engine).RawList, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain raw list companies/acme", "with when it was stored"}}
		}),
		operation("ingest-log", "list what was read in", (*Engine).IngestLog, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain ingest-log --limit 5", "the latest first"}}
		}),
		operation("ingest-log add", "note that something was read in", (*Engine).IngestAdd, func(op *Operation) {
			op.Effect = Adds
			op.Examples = []Example{{`brain ingest-log add meeting notes/board.md --page people/ada-lovelace --summary "the board met"`, "for whoever reads in by hand"}}
		}),
		operation("health", "say how well the pages are kept", (*Engine).Health, func(op *Operation) {
			op.Effect = Reads
			op.Help = `The score is up to 100: 35 for vectors, 25 for pages that lead on, 15 each for timelines and for pages that are not alone, 10 for
links that lead somewhere. A page is stale if its timeline knows of something later than its text.`
			op.Examples = []Example{{"brain health", "counts and a score"}}
		}),
		operation("orphans", "list pages without a link to or from another", (*Engine).Orphans, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain orphans --limit 20", "by slug"}}
		}),
		operation("maintain", "embed what has no vector, and look for what wants care", (*Engine).Maintain, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `--daily makes vectors for what has none. --weekly lists stale pages, orphans, dead links, and tags that may be one. Without either
both are done. brain schedule has the system run it.`
			op.Examples = []Example{{"brain maintain", "all of it"}, {"brain maintain --weekly --json", "what wants care, for programs"}}
		}),
	}
}

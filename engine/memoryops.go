package engine

// memoryOperations are those of memories: what brain-cli 3.4.0 has, under its names.
func memoryOperations() []*Operation {
	return []*Operation{
		operation("save", "save a memory", (*Engine).Save, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.Agent = &Agent{"Keep a fact, decision or solution for later sessions. One fact a memory; a duplicate is told, with its uid.",
				[]string{"type", "title", "content", "abstract", "project", "tags"}}
			op.Help = `Prints the uid of the new memory. What is there already, by title and content, is not saved again: exit code 2, and stdout
names the one that is there. A content of any size comes by --content - or --content-file; on a command line the system
ends it at 128 KiB.`
			op.Examples = []Example{
				{`brain save --type=learning --title="Drain HTTP bodies" --content="Else the connection is not used again." --tags=go,http`, "one learning"},
				{`git log -1 | brain save --type=note --title="What changed" --content -`, "the content from another program"},
			}
		}),
		operation("add", "save a memory, as brain-cli's older programs call it", (*Engine).Add, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.Help = `It is save without --abstract.`
			op.Examples = []Example{{`brain add --type=note --title="A fact"`, "like save"}}
		}),
		operation("search", "find memories, pages and code", (*Engine).Find, func(op *Operation) {
			op.Effect, op.Many = Reads, true
			op.Agent = &Agent{"Find memories by words and meaning; an empty query lists the newest. in: gbrain finds pages, graphify code.",
				[]string{"query", "limit", "type", "project", "since-days", "as-of", "in"}}
			op.Help = `Words and meaning rank together: each hit is scored by its places in both lists, a little by its age and by how often it
was asked for. Without a match it is "No results" and exit code 0. An empty query lists the newest that the filters let
through. --explain shows the parts of a score, --compact a line a hit. --in, or the setting search.in, looks into pages
(gbrain) and code (graphify) too: then the best of each store come by turns, since their scores do not compare, and
--project, --since-days and --as-of narrow memories only.`
			op.Examples = []Example{
				{`brain search "deploy regression" --limit=5 --compact`, "five hits, a line each"},
				{`brain search "" --type=task`, "the newest tasks"},
				{`brain search endpoint --as-of 2026-01-15`, "what was known and true then"},
				{`brain search "release process" --in memory,gbrain`, "memories and pages"},
			}
		}),
		operation("get", "show a memory, a page or a node", (*Engine).Show, func(op *Operation) {
			op.Effect = Reads
			op.Agent = &Agent{"Show a memory, page, node or citation whole.",
				[]string{"ref"}}
			op.Help = `Takes a memory's uid, a page's slug or a name that is like it, a node's id, or a citation, which it shows as cite does. Of names
that may be several pages it lists these (exit code 3). A page is printed as its file. That a memory was asked for is counted: it
ranks a little higher afterwards, and a harvest does not take it for news.`
			op.Examples = []Example{{"brain get ab12cd34ef56", "the whole memory"}, {"brain get ab12cd34ef56 --json", "all that is kept of it"},
				{`brain get "dont scale"`, "the page whose name is like that"}}
		}),
		operation("context", "make a block for a prompt of the memories that matter", (*Engine).Context, func(op *Operation) {
			op.Effect = Reads
			op.Agent = &Agent{"Before a task: the memories that matter for it, as a block under a budget of tokens.",
				[]string{"query", "budget", "type", "project"}}
			op.Help = `A line a memory, under a hard limit: nothing goes beyond the budget. What it shows counts as recalled.`
			op.Examples = []Example{{`brain context "rotate the webhook secret" --budget 800`, "at most 3,200 characters"}}
		}),
		operation("update", "change the text of a memory", (*Engine).Update, func(op *Operation) {
			op.Effect = Changes
			op.Agent = &Agent{"Add to a memory, or replace its text. The former text is kept.",
				[]string{"uid", "append", "replace", "abstract", "reason"}}
			op.Help = `The former text is kept, and history tells of the change. An empty --replace empties the content.`
			op.Examples = []Example{
				{`brain update ab12cd34ef56 --append "Also true on PostgreSQL 16." --reason recheck`, "a dated line more"},
				{`brain update ab12cd34ef56 --abstract "Drain bodies before Close"`, "another abstract"},
			}
		}),
		operation("history", "show what was done to a memory, or what a page was", (*Engine).HistoryOf, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain history ab12cd34ef56", "when, what, why; the oldest first"}, {"brain history people/ada-lovelace", "its versions, the newest first"}}
		}),
		operation("link", "link two memories, or two pages", (*Engine).Tie, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.Help = `The kinds of memories are cites, caused_by, fixed_by, superseded_by, blocks, related_to and duplicate_of. The type of a link
between pages is any word; it is written into the frontmatter of the first, and may lead to a page that is yet to come.`
			op.Examples = []Example{{"brain link ab12cd34ef56 gh78ij90kl12 fixed_by", "the first is fixed by the second"},
				{"brain link people/ada-lovelace companies/acme --type works_at", "two pages"}}
		}),
		operation("delete", "delete a memory or a page, until it is restored", (*Engine).DeleteRef, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Examples = []Example{{"brain delete ab12cd34ef56", "nothing finds it any more"}, {"brain delete people/ada-lovelace", "its file, if it has one, stays"}}
		}),
		operation("restore", "bring a deleted memory or page back, or the whole file", (*Engine).RestoreRef, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `A copy that brain backup made takes the place of the whole file in one step, for other processes too; the file as it was is
copied before. A name that a memory or a page has means that one: write ./NAME for a file in this folder.`
			op.Examples = []Example{{"brain restore ab12cd34ef56", "as it was"}, {"brain restore people/ada-lovelace", "with its links and versions"},
				{"brain restore ./brain.db.bak-20261130-040000", "the whole file"}}
		}),
		operation("invalidate", "say that a memory is not true any more", (*Engine).Invalidate, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Agent = &Agent{"Say that a memory is not true any more, and which one holds instead. It stays in the history.",
				[]string{"uid", "reason", "superseded-by"}}
			op.Help = `It stays, with the time: search --as-of and --include-invalid still find it. --undo takes it back.`
			op.Examples = []Example{{"brain invalidate ab12cd34ef56 --superseded-by gh78ij90kl12 --reason moved", "the second holds now"}}
		}),
		operation("reconcile", "compare a memory to be with those that are there", (*Engine).Reconcile, func(op *Operation) {
			op.Effect, op.Idempotent = Adds, true
			op.Agent = &Agent{"Before a save: is this new (add), known (noop), or to be decided (update, review)? auto: true saves what is new.",
				[]string{"title", "content", "type", "project", "tags", "auto"}}
			op.Help = `Prints a packet of JSON: add, update, noop or review, why, and the nearest memories. Nothing is written without --auto, which
saves what is new (exit code 0), prints the uid of what is known (2), and leaves the rest to you, with the packet on stderr
(3).`
			op.Examples = []Example{
				{`brain reconcile --title "Ledger export moved" --content "now hourly"`, "what to do with it"},
				{`brain reconcile --auto --type=learning --title "Beacon listens on 9151"`, "save it if it is new"},
			}
		}),
		operation("consolidate", "find memories that say the same, and fold them", (*Engine).Consolidate, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `Without --merge it only reports. --merge KEEPER DUP… invalidates the others as superseded by the first; nothing is lost.`
			op.Examples = []Example{{"brain consolidate --threshold 0.9", "clusters of near duplicates"}, {"brain consolidate --merge ab12cd34ef56 gh78ij90kl12", "fold the second into the first"}}
		}),
		operation("harvest", "take what is worth keeping from a session's transcript", (*Engine).Harvest, func(op *Operation) {
			op.Effect = Adds
			op.World = true
			op.Help = `Reads what is new in the transcript of an agent, asks the command in BRAIN_LLM (else claude) for facts, and reconciles each:
what is new is saved, what is known passed over, the rest put into a queue for review. Secrets are taken out, and what
brain itself had printed. Made for hooks: it does nothing inside of its own model (BRAIN_HARVEST=1), and waits until
--min-delta characters have come.`
			op.Examples = []Example{
				{"brain harvest ~/.claude/projects/-home-me-app/session.jsonl", "the new part of it"},
				{"brain harvest session.jsonl --dry-run", "what the model would read"},
			}
		}),
		operation("tags", "list tags", (*Engine).TagList, func(op *Operation) {
			op.Effect = Reads
			op.Help = `Those of all memories and pages, or of one.`
			op.Examples = []Example{{"brain tags --limit 10", "those that are used most"}, {"brain tags people/ada-lovelace", "those of a page"}}
		}),
		operation("recent", "list the newest memories", (*Engine).Recent, func(op *Operation) {
			op.Effect, op.Many = Reads, true
			op.Examples = []Example{{"brain recent 20", "a line each"}}
		}),
		operation("reindex", "give vectors to the memories that have none", (*Engine).Reindex, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `With --full all of them anew, such as after a change of model.`
			op.Examples = []Example{{"brain reindex", "what is missing"}, {"brain reindex --full", "after a change of model"}}
		}),
		operation("doctor", "check the file, what is in it and its indexes", (*Engine).Doctor, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `SQLite looks through the whole file, and each index is compared with what it is made of: memories, entries, pages, vectors. Work
that waits (dangling links, a merge), the room on the disk, the file's rights, what it lies on, and files of agents that are broken
or name what is gone are told of too, each with what to do. Exit code 0 if all is well, 1 if not; warnings do not count. --fix makes
again what can be made from what is stored, and leaves the files of agents alone.`
			op.Examples = []Example{{"brain doctor", "check"}, {"brain doctor --fix", "repair"}}
		}),
		operation("migrate", "bring a file of brain-cli or of an older brain to the newest schema", (*Engine).Migrate, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `The first write does it by itself; this says what it does. Nothing that is in the file is lost. A brain-cli file is copied before, and
so is one whose words are indexed anew. From one schema of brain's to the next it is one transaction and no copy: older programs
cannot open the file then, so make a copy with "brain backup" if one is still to.`
			op.Examples = []Example{{"brain migrate --dry-run", "what would be done"}, {"brain migrate", "do it"}}
		}),
		operation("eval", "measure how well search finds", (*Engine).Eval, func(op *Operation) {
			op.Effect = Reads
			op.Help = `--golden FILE asks the memories of the file: lines of JSON with query, expected_uid and note. recall@5 below --min-recall5 is
exit code 1. --set DIR reads documents and questions from a folder (corpus.jsonl: id, title, text, type; queries.jsonl: id, text,
group; qrels.tsv: question, document, grade) into a new file in a temporary folder and gives nDCG@10, MRR@10 and recall@5, of
each group too; --baselines adds what simple systems reach on the same documents. With --in gbrain the documents are pages, whose
ids links name.`
			op.Examples = []Example{
				{"brain eval --golden golden.jsonl --no-semantic", "by words alone"},
				{"brain eval --set scifact --baselines", "beside FTS5, vectors, and the two fused"},
				{"brain eval --set world --in gbrain --baselines", "the same for pages"},
			}
		}),
	}
}

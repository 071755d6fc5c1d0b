package engine

// agentOperations are those that agents and their hooks need.
func agentOperations() []*Operation {
	return []*Operation{
		operation("setup", "tell an agent of brain: rules, MCP server, hooks", (*Engine).Setup, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Terminal = "it changes the settings of the agent, to which its user agrees first"
			op.Help = `Puts the conventions (what to save, how to search, how to cite) into the agent's rules file between two marks, and brain's MCP
server among its servers. It shows the change and asks; where nobody can answer, it needs --yes. All files are written, or none;
comments, order and indentation stay, and what was there is copied to ~/.config/brain/setup/backup. A second run has nothing to do.
--undo takes out what was put in and leaves what was changed since. A file that cannot be understood is named, and nothing is
changed. docs/agents.md lists the files of each agent.`
			op.Examples = []Example{
				{"brain setup claude-code --dry-run", "what would be changed in this project"},
				{"brain setup codex --global --yes", "for all projects, without a question"},
				{"brain setup claude-code --hooks", "context at the start, harvest at the end, code after each commit"},
				{"brain setup cursor --undo", "take it out again"},
			}
		}),
		operation("hook", "do what an event of an agent or of git calls for", (*Engine).Hook, func(op *Operation) {
			op.Effect, op.World = Changes, true
			op.Terminal = "it is called by the hooks of agents and of git"
			op.Help = `Made for the hooks of agents and of git; brain setup --hooks puts it there. The event is read as JSON from standard input. A hook
never fails what it hangs on: the exit code is 0 whatever comes, and stdout holds what the client reads and nothing else.
post-tool-use logs each brain query of a shell command to ~/.claude/brain-merge/query-log.jsonl where BRAIN_MERGE_ENABLED=1;
brain kpi counts them. session-start prints the memories of the project, under --budget. stop harvests the session's
transcript in the background, at most every ten minutes. post-commit brings the repository's code graph up to date, in the
background too. What they print there is in ~/.config/brain/harvest.log and extract.log.`
			op.Examples = []Example{
				{`echo '{"tool_name":"Bash","tool_input":{"command":"brain query --unified merge"}}' | brain hook post-tool-use`, "a line in the log, if it is enabled"},
				{"brain hook session-start --budget 800", "what an agent would read at its start"},
				{"brain hook post-commit --now", "extract this repository now"},
			}
		}),
		operation("kpi", "count the questions that the router hook logged", (*Engine).KPI, func(op *Operation) {
			op.Effect = Reads
			op.Help = `How many there were over time, which stores answered, how long they took (half of them, and 95 of 100, at most), and which found
nothing. Lines of the log that cannot be read are passed over and counted. The hook logs where BRAIN_MERGE_ENABLED=1.`
			op.Examples = []Example{{"brain kpi --since 30d", "the last month"}, {"brain kpi --json", "for programs"}}
		}),
	}
}

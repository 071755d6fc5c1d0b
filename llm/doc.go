// Package llm asks a language model one question by running a command of the user's: no network, no keys, no library.
//
// The command line stands in BRAIN_LLM; without it, `claude -p` is taken if claude is on PATH. A call cannot hang, leave
// processes behind, fill the memory or start itself again: it has a timeout, a session of its own that is killed as a
// whole, a cap on the answer, and BRAIN_HARVEST=1 in its environment.
package llm

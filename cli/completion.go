package cli

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"brain/engine"
)

// completion prints a script that completes commands, flags and names, made from the table of operations, or for such a script the
// names themselves.
func (a *app) completion(ctx context.Context, words []string) error {
	if len(words) > 0 && words[0] == "names" {
		return a.names(ctx, words[1:])
	}
	shells := map[string]func([]*engine.Operation) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	if len(words) != 1 || shells[words[0]] == nil {
		return &engine.Error{Problem: "completion needs the name of a shell", Fix: "brain completion bash|zsh|fish", Kind: engine.ErrUsage}
	}
	script := shells[words[0]](a.operations())
	if a.json {
		return writeJSON(a.term.Out, struct {
			Shell  string `json:"shell"`
			Script string `json:"script"`
		}{words[0], script})
	}
	_, err := fmt.Fprint(a.term.Out, script)
	return err
}

// flagWords are the flags of an operation as typed.
func flagWords(op *engine.Operation) []string {
	var out []string
	for _, p := range slices.Concat(flagsOf(op), commonFlags) {
		out = append(out, "--"+p.Name)
	}
	return out
}

// commandWords are the first words of all commands, each once, and the second words by first.
func commandWords(ops []*engine.Operation) (first []string, second map[string][]string) {
	second = map[string][]string{}
	for _, op := range ops {
		a, b, ok := strings.Cut(op.Name, " ")
		if !slices.Contains(first, a) {
			first = append(first, a)
		}
		if ok {
			second[a] = append(second[a], b)
		}
	}
	return append(first, "help", "completion", "man"), second
}

func bashCompletion(ops []*engine.Operation) string {
	var b strings.Builder
	first, second := commandWords(ops)
	b.WriteString("# bash completion for brain: source <(brain completion bash)\n_brain() {\n")
	b.WriteString("  local cur=${COMP_WORDS[COMP_CWORD]} words names name\n  case \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n")
	// The shell takes the first pattern that fits, so `merge links` stands before `merge`.
	ops = slices.Clone(ops)
	slices.SortStableFunc(ops, func(a, b *engine.Operation) int { return strings.Count(b.Name, " ") - strings.Count(a.Name, " ") })
	for _, op := range ops {
		if pattern := `"` + op.Name + `"*`; strings.Contains(op.Name, " ") {
			fmt.Fprintf(&b, "    %s) words=%q%s ;;\n", pattern, strings.Join(flagWords(op), " "), bashNames(op))
			continue
		}
		// A command may be the first word of others too.
		fmt.Fprintf(&b, "    \"%s \"*) words=%q%s ;;\n", op.Name, strings.Join(slices.Concat(second[op.Name], flagWords(op)), " "), bashNames(op))
		delete(second, op.Name)
	}
	for group, names := range sortedGroups(second) {
		fmt.Fprintf(&b, "    %q*) words=%q ;;\n", group+" ", strings.Join(names, " "))
	}
	fmt.Fprintf(&b, "  esac\n  [ \"$COMP_CWORD\" -eq 1 ] && words=%q\n", strings.Join(first, " "))
	b.WriteString("  COMPREPLY=( $(compgen -W \"$words\" -- \"$cur\") )\n")
	// compgen expands what it is given as the shell does; names that the brain holds must not be.
	b.WriteString("  if [ -n \"$names\" ] && [ \"$COMP_CWORD\" -gt 1 ] && [ \"${cur#-}\" = \"$cur\" ]; then\n")
	b.WriteString("    while IFS= read -r name; do COMPREPLY+=(\"$name\"); done < <(brain completion names \"$names\" \"$cur\" 2>/dev/null)\n  fi\n")
	b.WriteString("}\ncomplete -o default -F _brain brain\n")
	return b.String()
}

// bashNames sets which names a command takes.
func bashNames(op *engine.Operation) string {
	if kind := namesOf(op); kind != "" {
		return " names=" + kind
	}
	return ""
}

func zshCompletion(ops []*engine.Operation) string {
	return "#compdef brain\n# zsh completion for brain: source <(brain completion zsh)\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletion(ops)
}

func fishCompletion(ops []*engine.Operation) string {
	var b strings.Builder
	b.WriteString("# fish completion for brain: brain completion fish | source\n")
	first, second := commandWords(ops)
	fmt.Fprintf(&b, "complete -c brain -n __fish_use_subcommand -a %q\n", strings.Join(first, " "))
	for group, names := range sortedGroups(second) {
		fmt.Fprintf(&b, "complete -c brain -n '__fish_seen_subcommand_from %s' -a %q\n", group, strings.Join(names, " "))
	}
	for _, op := range ops {
		words := strings.Fields(op.Name)
		for _, p := range flagsOf(op) {
			fmt.Fprintf(&b, "complete -c brain -n '__fish_seen_subcommand_from %s' -l %s -d %s\n", words[len(words)-1], p.Name, fishQuote(p.Help))
		}
		if kind := namesOf(op); kind != "" {
			fmt.Fprintf(&b, "complete -c brain -n '__fish_seen_subcommand_from %s' -a '(brain completion names %s (commandline -ct) 2>/dev/null)'\n", words[len(words)-1], kind)
		}
	}
	for _, p := range commonFlags {
		fmt.Fprintf(&b, "complete -c brain -l %s -d %s\n", p.Name, fishQuote(p.Help))
	}
	return b.String()
}

// fishQuote keeps fish from reading a $ or a quote in a help text: single quotes know two escapes only.
func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

// sortedGroups goes through the groups in the order of their names, so that the script is the same each time.
func sortedGroups(groups map[string][]string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, name := range slices.Sorted(maps.Keys(groups)) {
			if !yield(name, groups[name]) {
				return
			}
		}
	}
}

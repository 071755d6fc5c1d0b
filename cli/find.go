package cli

import (
	"fmt"
	"strings"

	"brain/engine"
)

// find reads the operation's name off the front of the words: two words before one, so that `graph import` is not `graph`.
func find(words []string, more ...Command) (*engine.Operation, []string, error) {
	for _, c := range more {
		if words[0] == c.Name || c.Alias != "" && words[0] == c.Alias {
			return c.Operation, words[1:], nil
		}
	}
	for n := min(2, len(words)); n > 0; n-- {
		if op := engine.Find(strings.Join(words[:n], " ")); op != nil {
			return op, words[n:], nil
		}
	}
	var names []string
	for _, op := range engine.Operations() {
		if rest, ok := strings.CutPrefix(op.Name, words[0]+" "); ok {
			names = append(names, rest)
		}
	}
	if len(names) > 0 && len(words) > 1 && !strings.HasPrefix(words[1], "-") {
		e := &engine.Error{Problem: fmt.Sprintf("%s has no command %q", words[0], words[1]),
			Fix: fmt.Sprintf("brain %s %s", words[0], strings.Join(names, "|")), Kind: engine.ErrUsage}
		if like := engine.Nearest(words[1], names); like != "" {
			e.Fix = fmt.Sprintf("did you mean `brain %s %s`?", words[0], like)
		}
		return nil, nil, e
	}
	if len(names) > 0 {
		return nil, nil, &engine.Error{Problem: fmt.Sprintf("%s needs to know what to do", words[0]),
			Fix: fmt.Sprintf("brain %s %s", words[0], strings.Join(names, "|")), Kind: engine.ErrUsage}
	}
	for _, op := range engine.Operations() {
		names = append(names, op.Name)
	}
	for _, c := range more {
		names = append(names, c.Name)
	}
	e := &engine.Error{Problem: fmt.Sprintf("there is no command %q", words[0]), Fix: "see `brain help`", Kind: engine.ErrUsage}
	if like := engine.Nearest(strings.Join(words[:min(2, len(words))], " "), names); like != "" {
		e.Fix = fmt.Sprintf("did you mean `brain %s`? All commands: `brain help`", like)
	} else if like := engine.Nearest(words[0], names); like != "" {
		e.Fix = fmt.Sprintf("did you mean `brain %s`? All commands: `brain help`", like)
	}
	return nil, nil, e
}

package cli

import (
	"context"
	"strings"
	"unicode"

	"brain/engine"
)

// maxNames is how many names a shell is offered: more would not be read.
const maxNames = 100

// nameKinds are the words that stand for a name in a call, and the kinds of names that fit.
var nameKinds = map[string][]engine.Names{
	"UID":  {engine.UIDs},
	"SLUG": {engine.Slugs},
	"REF":  {engine.UIDs, engine.Slugs},
}

// namesOf says which names the first argument of a command is: a key of nameKinds, or "".
func namesOf(op *engine.Operation) string {
	for _, p := range positions(op) {
		if p.Position == 1 && nameKinds[p.Value] != nil {
			return p.Value
		}
	}
	return ""
}

// names prints the names of a kind that begin with a text, a line each, for a shell that completes them. Whatever is wrong with the
// file, a shell is not the place to tell: there are none then.
func (a *app) names(ctx context.Context, words []string) error {
	kind, prefix, all := "", "", []string{}
	if len(words) > 0 {
		kind = words[0]
	}
	if len(words) > 1 {
		prefix = words[1]
	}
	e := engine.New(engine.Config{})
	defer e.Close()
	for _, k := range nameKinds[kind] {
		found, err := e.Complete(ctx, k, prefix, maxNames)
		if err != nil {
			break
		}
		for _, name := range found {
			if plain(name) {
				all = append(all, name)
			}
		}
	}
	if a.json {
		return writeJSON(a.term.Out, all)
	}
	for _, name := range all {
		a.term.line("%s", name)
	}
	return nil
}

// plain says that a shell takes a name as one word that means itself, and a terminal shows it as it is.
func plain(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !strings.ContainsRune("-_./@+:,%=", r)
	})
}

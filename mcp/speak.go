package mcp

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"brain/engine"
)

// What an operation says of a fault it says as on a command line: --limit, SLUG, `brain list`. An agent has parameters and tools, so
// an error is put into their names before it goes out.

var (
	command = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(see )?`brain( [^`]*)?`") })
	flag    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`--[a-z][a-z-]*`) })
)

// spoken is the error of a tool in the words of the surface that it is on. op is nil where no tool was called.
func (s *Server) spoken(op *engine.Operation, err error) *engine.Failure {
	f := engine.Failed(err, engine.ExitCode(err))
	if op == nil {
		return f
	}
	e := &f.Error
	e.Problem, e.Cause = s.inTools(op, e.Problem), s.inTools(op, e.Cause)
	if strings.HasPrefix(e.Fix, "brain ") && !strings.Contains(e.Fix, "`") {
		e.Fix = "`" + e.Fix + "`"
	}
	e.Fix = s.inTools(op, e.Fix)
	if e.Message = e.Problem; e.Cause != "" {
		e.Message += ": " + e.Cause
	}
	return f
}

// inTools puts the names of a command line in a text into those of tools.
func (s *Server) inTools(op *engine.Operation, text string) string {
	text = command().ReplaceAllStringFunc(text, func(found string) string {
		see, line, _ := strings.Cut(found, "`")
		return s.toolOf(op, see, strings.TrimSuffix(line, "`"))
	})
	text = flag().ReplaceAllStringFunc(text, func(found string) string {
		if i := slices.IndexFunc(op.Params, func(p engine.Param) bool { return "--"+p.Name == found }); i >= 0 {
			return op.Params[i].Name
		}
		return found
	})
	if op.Name != op.ToolName() && strings.HasPrefix(text, op.Name+" ") {
		text = op.ToolName() + text[len(op.Name):]
	}
	for _, p := range op.Params {
		if p.Position > 0 {
			text = replaceWord(text, p.Label(), p.Name)
		}
	}
	return text
}

// replaceWord replaces a word, but not where it is a part of another.
func replaceWord(text, word, by string) string {
	var out strings.Builder
	for {
		i := strings.Index(text, word)
		if i < 0 || word == "" {
			return out.String() + text
		}
		end := i + len(word)
		alone := (i == 0 || !letter(text[i-1])) && (end == len(text) || !letter(text[end]))
		out.WriteString(text[:i])
		text = text[end:]
		if alone {
			out.WriteString(by)
			text = strings.TrimPrefix(text, "…")
		} else {
			out.WriteString(word)
		}
	}
}

func letter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' || c == '_' }

// toolOf says a command line, such as "brain list --limit 5", as a call of a tool: `list(limit: 5)`. Help for an operation becomes what
// it takes.
func (s *Server) toolOf(op *engine.Operation, see, line string) string {
	words := strings.Fields(line)[1:]
	if len(words) > 0 && words[0] == "help" {
		about := engine.Find(strings.Join(words[1:], " "))
		switch {
		case about == op:
			return s.takes(op)
		case about != nil && s.offers(about):
			return "see the tool " + about.ToolName()
		}
		return "see tools/list"
	}
	for n := min(2, len(words)); n > 0; n-- {
		other := engine.Find(strings.Join(words[:n], " "))
		if other != nil && s.offers(other) {
			return see + "`" + other.ToolName() + "(" + arguments(other, words[n:]) + ")`"
		}
	}
	return see + "`" + line + "` on a command line"
}

// arguments are the words of a command line by the names of parameters.
func arguments(op *engine.Operation, words []string) string {
	var parts []string
	name, position := "", 0
	for _, w := range words {
		if long, ok := strings.CutPrefix(w, "--"); ok {
			if name != "" {
				parts = append(parts, name+": true")
			}
			name = long
			continue
		}
		if name == "" {
			position++
			if i := slices.IndexFunc(op.Params, func(p engine.Param) bool { return p.Position == position }); i >= 0 {
				name = op.Params[i].Name
			}
		}
		if name == "" && len(parts) > 0 {
			parts[len(parts)-1] += " " + w // of an argument that takes all words
			continue
		}
		parts, name = append(parts, strings.TrimPrefix(name+": "+w, ": ")), ""
	}
	if name != "" {
		parts = append(parts, name+": true")
	}
	return strings.Join(parts, ", ")
}

// takes lists the parameters of a tool.
func (s *Server) takes(op *engine.Operation) string {
	listed := schema(op, s.full)
	var names []string
	for _, p := range op.Params {
		if _, ok := listed.Properties[p.Name]; !ok {
			continue
		}
		if slices.Contains(listed.Required, p.Name) {
			names = append(names, p.Name+" (required)")
			continue
		}
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return op.ToolName() + " takes no parameters"
	}
	return op.ToolName() + " takes " + strings.Join(names, ", ")
}

// offers says whether an operation is a tool of this surface.
func (s *Server) offers(op *engine.Operation) bool {
	return op.Terminal == "" && (s.full || op.Agent != nil)
}

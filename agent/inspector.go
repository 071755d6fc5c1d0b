package agent

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// inspector looks at the files of one client.
type inspector struct {
	client  string
	project string
	opens   Opens
	shared  map[string]bool // files that other clients read too
	looked  map[string]bool // parts and named brains that were looked at

	own      bool    // a file of the client's own is there
	rules    []place // with the conventions
	servers  []place
	hooks    bool
	unread   bool // a file could not be understood: what it lacks is not known
	mcp      bool // the client can have servers
	findings []Finding
	ofShared []Finding
}

// place is a file in which something of brain's was found.
type place struct {
	path   string
	global bool
}

// hooksOf is the client whose hooks brain knows.
const hooksOf = "claude-code"

// setUp says whether the client is told of brain.
func (i *inspector) setUp() bool {
	own := slices.ContainsFunc(i.rules, func(p place) bool { return !i.shared[p.path] })
	return own || len(i.servers) > 0 || i.hooks
}

// find notes a finding in a file. Where nothing else mends it, the client is to be set up again.
func (i *inspector) find(in place, f Finding) {
	f.Client, f.Path = i.client, in.path
	if f.Fix == "" {
		f.Fix = i.again(in.global, false)
	}
	list := &i.findings
	if i.shared[in.path] {
		list = &i.ofShared
	}
	if !slices.Contains(*list, f) { // several parts may lie in one file that is broken
		*list = append(*list, f)
	}
}

// again is the command that sets the client up.
func (i *inspector) again(global, hooks bool) string {
	line := "`brain setup " + i.client
	if global {
		line += " --global"
	}
	if hooks {
		line += " --hooks"
	}
	return line + "`"
}

// look looks at the client's files for the project, or for all projects.
func (i *inspector) look(s Setup) {
	s.Hooks = i.client == hooksOf // git's hook, which every client brings, is looked at once
	parts, _, _ := s.parts()      // the name is known
	if i.client == "claude-code" && !s.Global {
		parts = append(parts, claudeLocal(s))
	}
	for _, p := range parts {
		i.mcp = i.mcp || p.kind == MCP
		key := string(p.kind) + p.path
		if e, ok := p.edit.(jsonEdit); ok {
			key += strings.Join(e.path, ".")
		}
		if i.looked[key] {
			continue
		}
		i.looked[key] = true
		in := place{p.path, s.Global}
		text, there, err := readPart(p)
		if there {
			_, git := p.edit.(shellHook)
			i.own = i.own || !git && !i.shared[p.path]
			if err == nil {
				err = i.lookAt(p, in, text)
			}
		}
		if err == nil {
			continue
		}
		i.unread = true
		var f *Fault
		errors.As(at(p.path, err), &f) // at makes one of any error
		i.find(in, Finding{Line: f.Line, Problem: f.Problem, Fix: f.Fix})
	}
	i.unlisted(s, parts)
}

// readPart reads the file of a part. One that people write for themselves is looked at only if brain's mark stands in it.
func readPart(p part) (text string, there bool, err error) {
	real, err := realPath(p.path)
	if err != nil {
		return "", false, err
	}
	c, err := readChange(p, real)
	if err != nil || c.Before == nil {
		return "", err != nil, err
	}
	switch p.edit.(type) {
	case block, shellHook:
		if !bytes.Contains(c.Before, []byte("brain:")) {
			return "", true, nil
		}
	}
	t, err := readText(c.Before)
	if err == nil {
		err = runnable(p, c)
	}
	return t.body, true, err
}

// lookAt looks for brain's part in a file.
func (i *inspector) lookAt(p part, in place, text string) error {
	switch e := p.edit.(type) {
	case block:
		return i.lookAtRules(e, in, text)
	case shellHook:
		begin, end, ok, err := e.find(text)
		if ok {
			i.lookAtCommands(in, text[begin:end], "the hook after commits")
		}
		return err
	case yamlList:
		_, err := plainYAML(text)
		return err
	case jsonEdit:
		if e.array {
			return i.lookAtHooks(e, in, text)
		}
	}
	return i.lookAtServers(p.edit, in, text)
}

// lookAtRules compares the conventions with those of today. Which file of brain's they name is the user's choice, and no part of that.
func (i *inspector) lookAtRules(e block, in place, text string) error {
	begin, end, ok, err := e.find(text)
	if err != nil || !ok {
		return err
	}
	i.rules = append(i.rules, in)
	var kept strings.Builder
	lines, _ := e.inner(text[begin:end])
	for line := range strings.Lines(lines) {
		if rest, ok := strings.CutPrefix(line, otherFile); ok {
			setting, _, _ := strings.Cut(strings.TrimPrefix(rest, "set `"), "` for")
			for _, words := range Commands(setting) {
				i.lookAtSettings(in, words, "the rules file")
			}
			continue
		}
		kept.WriteString(line)
	}
	if kept.String() != e.body {
		i.find(in, Finding{Line: lineOf(text, begin), Problem: "the conventions there are of another version of brain, or were changed"})
	}
	return nil
}

// unlisted looks whether the list of the files that a client reads has that of the conventions.
func (i *inspector) unlisted(s Setup, parts []part) {
	for _, p := range parts {
		list, ok := p.edit.(yamlList)
		if !ok || !slices.ContainsFunc(i.rules, func(r place) bool { return r.global == s.Global }) {
			continue
		}
		text, _, _ := readPart(p) // what is wrong with it was told
		v, err := plainYAML(text)
		if err == nil && !slices.Contains(listOf(v[list.key]), any(list.item)) {
			i.find(place{p.path, s.Global}, Finding{Problem: fmt.Sprintf("%s, which has the conventions, is not under %q", list.item, list.key)})
		}
	}
}

// compare looks for parts that miss one another.
func (i *inspector) compare() {
	if i.unread {
		return
	}
	if len(i.servers) == 0 {
		for _, r := range i.rules {
			if i.mcp && !i.shared[r.path] {
				i.find(r, Finding{Problem: "the conventions are there, but brain is not among the client's MCP servers"})
			}
		}
		return
	}
	// Cursor's rules for all projects lie where brain cannot look.
	if len(i.rules) == 0 && (i.client != "cursor" || !i.servers[0].global) {
		i.find(i.servers[0], Finding{Problem: "the server is there, but no rules file says when to use it", Fix: i.again(i.servers[0].global, false), Minor: true})
	}
}

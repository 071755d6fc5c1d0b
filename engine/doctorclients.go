package engine

import (
	"context"
	"fmt"
	"strings"

	"brain/agent"
)

// checkClients is the name of doctor's check of the files of agents.
const checkClients = "clients"

// examineClients looks at what agents are told of brain. Their files are their user's: they are named with what mends them, and left
// alone. It changes no exit code.
func (e *Engine) examineClients(ctx context.Context, out *DoctorResult) {
	s, err := e.agentSetup(SetupInput{})
	if err != nil {
		return // without a home or a folder there are no such files
	}
	seen := agent.Inspect(s, e.opens(ctx))
	ill := map[string]bool{}
	for _, f := range seen.Findings {
		state := CheckWarning
		if f.Minor {
			state = CheckInfo
		} else {
			ill[f.Client] = true
		}
		where := f.Path
		if f.Line > 0 {
			where = fmt.Sprintf("%s, line %d", f.Path, f.Line)
		}
		out.Checks = append(out.Checks, Check{Name: checkClients, State: state, Text: fmt.Sprintf("%s: %s (%s)", f.Client, f.Problem, where), Fix: f.Fix, Client: f.Client, Path: f.Path})
	}
	var well []string
	for _, name := range seen.SetUp {
		if !ill[name] {
			well = append(well, name)
		}
	}
	if len(well) > 0 {
		out.add(checkClients, CheckGood, 0, "clients that are told of brain and can call it: "+strings.Join(well, ", "))
	}
	if len(seen.Others) > 0 {
		out.add(checkClients, CheckInfo, 0, "clients with files here that are not told of brain: "+strings.Join(seen.Others, ", "))
		out.Checks[len(out.Checks)-1].Fix = "`brain setup CLIENT`, if they are to use it"
	}
}

// opens says of files that agents name whether they open; each is tried once, and nothing in it is changed.
func (e *Engine) opens(ctx context.Context) agent.Opens {
	type answer struct{ problem, fix string }
	known := map[string]answer{}
	return func(file string) (problem, fix string) {
		a, ok := known[file]
		if !ok {
			other := New(Config{Path: file, Now: e.Now})
			defer other.Close()
			if _, err := other.open(ctx, false); err != nil {
				said := Explain(err)
				a = answer{said.Error(), said.Fix}
				if Code(err) == "no_brain" {
					a = answer{said.Problem, fmt.Sprintf("make it with `brain init %q`, or name another one with `brain setup CLIENT --db PATH`", file)}
				}
			}
			known[file] = a
		}
		return a.problem, a.fix
	}
}

package agent

import "slices"

// Finding is what is wrong with a client's files, or worth knowing.
type Finding struct {
	Client  string
	Path    string
	Line    int // 0 where it is of no line
	Problem string
	Fix     string
	Minor   bool // the client works with brain all the same
}

// Inspection is what Inspect saw.
type Inspection struct {
	SetUp    []string // the clients that are told of brain
	Others   []string // those that have files here and are not
	Findings []Finding
}

// Opens says what is wrong with a file that a client names as its brain; problem is "" if it opens.
type Opens func(file string) (problem, fix string)

// Inspect looks at the files of all clients, for the project and for all projects: whether they can be read, whether what they say of
// brain is what a set-up would write now, and whether the programs and files that they name are there. It changes nothing. Of s it
// needs Home, Project, GOOS and Getenv.
func Inspect(s Setup, opens Opens) Inspection {
	s.DB = ""
	shared := s.shared()
	var seen []*inspector
	for _, name := range Clients() {
		i := &inspector{client: name, project: s.Project, opens: opens, shared: shared, looked: map[string]bool{}}
		// A server in the user's folder may have come with a project: that one is looked at first.
		for _, global := range []bool{false, true} {
			s.Client, s.Global = name, global
			i.look(s)
		}
		i.compare()
		seen = append(seen, i)
	}
	var out Inspection
	for _, i := range seen {
		switch {
		case i.setUp():
			out.SetUp = append(out.SetUp, i.client)
		case i.own:
			out.Others = append(out.Others, i.client)
		}
		out.Findings = append(out.Findings, i.findings...)
	}
	out.Findings = append(out.Findings, ofShared(seen)...)
	return out
}

// shared are the files of the project that several clients read: what stands in them tells of none that it is used.
func (s Setup) shared() map[string]bool {
	readers, out := map[string]int{}, map[string]bool{}
	for _, name := range Clients() {
		s.Client, s.Global, s.Hooks = name, false, false
		parts, _, _ := s.parts() // the name is known
		for _, p := range parts {
			if readers[p.path]++; readers[p.path] > 1 {
				out[p.path] = true
			}
		}
	}
	return out
}

// ofShared gives what was found in shared files once, of a client that has a server, else of the first.
func ofShared(seen []*inspector) (out []Finding) {
	for _, server := range []bool{true, false} {
		for _, i := range seen {
			for _, f := range i.ofShared {
				told := slices.ContainsFunc(out, func(o Finding) bool { return o.Path == f.Path && o.Problem == f.Problem })
				if (len(i.servers) > 0) == server && !told {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

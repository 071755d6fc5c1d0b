package extract

import (
	"path"
	"slices"
	"strings"

	"brain/pattern"
)

// mention is a node that a document can name.
type mention struct {
	node  int32
	chain []string // what it is in, from the outermost folder to the type, in lower case
	owner int32    // node of its type, -1 for none
	test  bool
	file  string
}

var testPath = pattern.Lazy(`(^|/)(tests?|__tests__|spec|testdata|fixtures?|examples?)/|(_test|\.test|\.spec|Test|Tests)\.[A-Za-z]+$|(^|/)test_[^/]*$`)

// mentionable are the functions and types of a graph by name. Of most names no document says anything: what is known of a node is found
// out when its name is asked for.
type mentionable struct {
	k     *linker
	nodes map[string][]int32
	owner map[int32]int32 // type of a method
	tests map[string]bool // by file
	found map[string][]mention
}

func (k *linker) mentionable() *mentionable {
	m := &mentionable{k: k, nodes: make(map[string][]int32, len(k.b.nodes)), owner: map[int32]int32{}, tests: map[string]bool{}, found: map[string][]mention{}}
	for i := range k.b.edges.list {
		if e := k.b.edges.at(int32(i)); e.relation == RelMethod {
			m.owner[e.to] = e.from
		}
	}
	for i := range k.b.nodes {
		n := &k.b.nodes[i]
		if n.FileType != "code" || n.SourceFile == "" || n.Kind == KindFile || n.Kind == KindPackage {
			continue
		}
		name := strings.TrimSuffix(strings.TrimPrefix(n.Label, "."), "()")
		if j := strings.LastIndexAny(name, ".:"); j >= 0 {
			name = name[j+1:]
		}
		if name != "" {
			m.nodes[name] = append(m.nodes[name], int32(i))
		}
	}
	return m
}

// named are the nodes of a name.
func (m *mentionable) named(name string) []mention {
	if out, ok := m.found[name]; ok {
		return out
	}
	var out []mention
	for _, i := range m.nodes[name] {
		out = append(out, m.mention(i))
	}
	m.found[name] = out
	return out
}

func (m *mentionable) mention(i int32) mention {
	n := &m.k.b.nodes[i]
	test, known := m.tests[n.SourceFile]
	if !known {
		test = testPath().MatchString(n.SourceFile)
		m.tests[n.SourceFile] = test
	}
	out := mention{node: i, owner: -1, test: test, file: n.SourceFile}
	file := strings.TrimSuffix(n.SourceFile, path.Ext(n.SourceFile))
	out.chain = strings.FieldsFunc(strings.ToLower(file+"."+n.Container), func(r rune) bool { return r == '/' || r == '.' })
	if o, ok := m.owner[i]; ok {
		out.owner = o
		if n.Container == "" {
			out.chain = append(out.chain, strings.ToLower(m.k.b.nodes[o].Label))
		}
	}
	return out
}

// mentions finds what the documents name as code, and makes a reference of what can mean one thing only: the words before a name have to
// be what it is in, and a method's bare name counts where the document names its type too.
func (k *linker) mentions() {
	if !slices.ContainsFunc(k.units, func(u *unit) bool { return len(u.spans) > 0 }) {
		return
	}
	known := k.mentionable()
	for i, u := range k.units {
		cited := map[int32]bool{}
		var methods []func()
		for _, s := range u.spans {
			from := k.node[i][k.ownerOf(int32(i), s.in)]
			m, sure := findMention(known, s.text)
			if m == nil {
				m = k.memberMention(known, s.text)
			}
			if m == nil {
				continue
			}
			confidence := Inferred
			if sure {
				confidence = Extracted
			}
			add := func() {
				cited[m.node] = true
				k.edge(from, m.node, RelReferences, s.text, confidence, u.path, s.line)
			}
			if m.owner >= 0 && !strings.ContainsAny(s.text, ".:#(") {
				methods = append(methods, func() {
					if cited[m.owner] {
						add()
					}
				})
				continue
			}
			add()
		}
		for _, add := range methods {
			add()
		}
	}
}

// findMention gives the only node that a mention can mean; sure says that it names the file.
func findMention(known *mentionable, text string) (found *mention, sure bool) {
	g := spanSymbol().FindStringSubmatch(text)
	if g == nil {
		return nil, false
	}
	parts := strings.FieldsFunc(g[2], func(r rune) bool { return r == '.' || r == ':' || r == '#' })
	if len(parts) == 0 {
		return nil, false
	}
	name, before := parts[len(parts)-1], parts[:len(parts)-1]
	var fits, real []mention
	for _, m := range known.named(name) {
		if g[1] != "" && !strings.HasSuffix("/"+m.file, "/"+g[1]) || !inOrder(before, m.chain) {
			continue
		}
		fits = append(fits, m)
		if !m.test {
			real = append(real, m)
		}
	}
	if len(real) == 1 {
		return &real[0], g[1] != ""
	}
	if len(real) == 0 && len(fits) == 1 && (len(before) > 0 || g[1] != "" || g[3] != "") {
		return &fits[0], g[1] != ""
	}
	return nil, false
}

// memberMention finds object.name where the object is a value of the tree: what it has under the name.
func (k *linker) memberMention(known *mentionable, text string) *mention {
	g := spanSymbol().FindStringSubmatch(text)
	if g == nil || g[1] != "" {
		return nil
	}
	object, name, ok := strings.Cut(g[2], ".")
	if !ok || strings.Contains(name, ".") {
		return nil
	}
	var found []value
	for _, m := range known.named(object) {
		at, ok := k.declaredBy(m.node)
		if !ok || m.test {
			continue
		}
		for _, v := range k.valueOf(at) {
			for _, f := range k.resolver.member(v, name) {
				if f.kind == valFunc || f.kind == valType {
					found = join(found, []value{f})
				}
			}
		}
	}
	if len(found) != 1 || k.nodeOf(found[0].at) < 0 {
		return nil
	}
	return &mention{node: k.nodeOf(found[0].at), owner: -1}
}

// inOrder reports whether the words occur in the chain, in their order.
func inOrder(words, chain []string) bool {
	at := 0
	for _, w := range words {
		w = strings.ToLower(w)
		for at < len(chain) && chain[at] != w {
			at++
		}
		if at == len(chain) {
			return false
		}
		at++
	}
	return true
}

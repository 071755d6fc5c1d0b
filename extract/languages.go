package extract

// languages are all that Tree reads beside Go. A new one is a file that declares it and a line here, and in grammars if
// tree-sitter parses it.
var languages = []*language{
	&python,
	&javascript, &typescript, &tsx, &tsconfig,
	&java, &rust, &langC, &langCPP, &csharp, &ruby, &php, &scala, &bash,
	&markdown,
	&goManifest, &npmManifest, &cargoManifest, &pythonManifest, &mavenManifest,
}

// A Language is a kind of file that [Tree] reads.
type Language struct {
	Name       string
	Files      []string // patterns of names: "*.py", "Gemfile"
	TreeSitter bool     // it is read by tree-sitter, in a build with cgo only
}

// Languages lists what [Tree] reads: Go first, then the languages that need tree-sitter, then the rest.
func Languages() []Language {
	out := []Language{{Name: "Go", Files: []string{"*.go"}}}
	for _, parsed := range []bool{true, false} {
		for _, l := range languages {
			if (l.grammar != "") != parsed {
				continue
			}
			if out[len(out)-1].Name != l.name {
				out = append(out, Language{Name: l.name, TreeSitter: parsed})
			}
			last := &out[len(out)-1]
			for _, ext := range l.exts {
				last.Files = append(last.Files, "*"+ext)
			}
			last.Files = append(last.Files, l.files...)
		}
	}
	return out
}

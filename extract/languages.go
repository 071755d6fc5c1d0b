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

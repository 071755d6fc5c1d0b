package engine

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"brain/extract"
)

// RuleCgo is the rule of files whose language needs tree-sitter, in a build of brain without cgo.
const RuleCgo = "cgo"

// cgoFix says how a build with cgo is made.
const cgoFix = "CGO_ENABLED=1 and a C compiler"

// unreadLanguages counts the files of languages that this build cannot read.
type unreadLanguages struct {
	files    map[string]int
	patterns map[string][]string
}

func newUnreadLanguages() *unreadLanguages {
	return &unreadLanguages{files: map[string]int{}, patterns: map[string][]string{}}
}

func (u *unreadLanguages) add(s extract.Skip) {
	u.files[s.Language]++
	pattern := path.Base(s.Path)
	if ext := path.Ext(pattern); ext != "" {
		pattern = "*" + ext
	}
	if known := u.patterns[s.Language]; !slices.Contains(known, pattern) {
		u.patterns[s.Language] = append(known, pattern)
	}
}

// skips gives a line for each language, the one with most files first.
func (u *unreadLanguages) skips() []Skip {
	var names []string
	for name := range u.files {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if u.files[a] != u.files[b] {
			return u.files[b] - u.files[a]
		}
		return strings.Compare(a, b)
	})
	out := []Skip{}
	for _, name := range names {
		slices.Sort(u.patterns[name])
		files := "1 file"
		if n := u.files[name]; n > 1 {
			files = fmt.Sprintf("%d files", n)
		}
		out = append(out, Skip{Path: strings.Join(u.patterns[name], " "), Reason: files + " of " + name + ", read in a build with cgo only", Rule: RuleCgo})
	}
	return out
}

// languageNames are the languages that extract reads: all, or those that this build can.
func languageNames(all bool) []string {
	var names []string
	for _, l := range extract.Languages() {
		if all || !l.TreeSitter || extract.TreeSitter {
			names = append(names, l.Name)
		}
	}
	return names
}

// listOf joins names as a sentence has them.
func listOf(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// extractHelp explains extract, and what this build reads.
func extractHelp() string {
	var parsed, plain []string
	for _, l := range extract.Languages() {
		if l.TreeSitter {
			parsed = append(parsed, l.Name)
		} else {
			plain = append(plain, l.Name)
		}
	}
	build := "This build has cgo."
	if !extract.TreeSitter {
		build = "This build has none: it names what it left out, and keeps what the file knows of it."
	}
	return `Files, packages, functions, types and methods become nodes; contains, method, imports, calls, references, inherits, implements
and others become edges. Nothing is built or run, and nothing but the tree is read. A second run reads only files that changed, and
writes only what changed; where nothing did it writes nothing.

--update gives exactly the graph of a fresh run, byte for byte in graph export. Without it what a Go file declared stays while the file
does not parse. DIR can be left out once a tree is known. --full reads every file again.

Vectors come with brain embed.

Every build reads ` + listOf(plain) + `.
A build with cgo (` + cgoFix + `) also reads
` + listOf(parsed) + `.
` + build + `

Hidden files, node_modules, vendor, testdata, Python environments, minified files and what .gitignore excludes are left out.`
}

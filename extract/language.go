package extract

import (
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

// language says how the files of a language are read and how names in them find what they mean. Everything that is said of a language is
// said in the file that declares it; [languages] and the list of grammars name it.
type language struct {
	name    string
	grammar string   // of tree-sitter, "" for what is read without it
	exts    []string // lower case, with the dot
	files   []string // whole names
	shebang []string // interpreters that a first line names
	family  string   // languages that can call each other; name if ""

	// lower says what the file says. root is none where the language has no grammar.
	lower func(l *lowering, root node)

	// prepare gives the text that the grammar reads, as long as the file's; nil where that is the file's own.
	prepare func(src []byte) []byte

	// resolve gives what an import brings in; nil where there are none.
	resolve func(r *resolver, u *unit, im *imported) []value
	// global gives what a name means that the file does not declare or import.
	global func(r *resolver, u *unit, scope int32, name string) []value

	// extension gives the functions of a name that are called as if a value had them; nil where there are none such.
	extension func(r *resolver, u *unit, v value, name string) []value

	// spaceMember gives what a namespace that any file may add to has under a name; nil where files have none such.
	spaceMember func(r *resolver, v value, name string) []value

	// exported gives a name of a file as importers see it; nil where that is all the file declares and imports.
	exported func(r *resolver, u int32, name string, seen []int32) []value
	// special gives the result of a call of a function that is part of the language, and whether it is one.
	special func(r *resolver, u int32, name string, scope int32, args []int32) ([]value, bool)

	// linkImport makes the edges of an import, where they are other than an edge to the file and one to what is taken of it.
	linkImport func(k *linker, i int32, u *unit, im *imported)
	// definition gives the definitions of a function that is only declared.
	definition func(r *resolver, at ref) []ref
	// declaration gives what declares a method that is defined outside of its type, the zero ref if that is not known; nil where methods
	// are declared as they are defined.
	declaration func(r *resolver, at ref) ref
	// declared gives the declarations that an import names.
	declared func(k *linker, u *unit, im *imported) []ref
	// externalID gives id and label of a module that the tree does not hold; nil makes both of its path.
	externalID func(path string) (id, label string)

	directives  bool                                            // lines that begin with # choose what of a file counts
	linkOutside bool                                            // calls of functions of modules from outside give edges to the module
	linkUses    bool                                            // types of other files give uses edges
	generics    map[string]string                               // shapes of types from outside, by their last name
	methods     map[string]string                               // what well-known methods give, whosever they are
	pairs       map[string]bool                                 // maps that are iterated over as keys with their values
	builtins    map[string]bool                                 // names that need no node: numbers, strings and the like
	typedefs    bool                                            // types from outside may be other names for numbers
	overloads   bool                                            // functions of one name and type are told apart by their parameters
	partial     bool                                            // a type that is declared in parts is one node, in one project
	spaced      bool                                            // names belong to namespaces, not to files
	typeImports bool                                            // imports name types rather than modules
	docstrings  bool                                            // docs stand in what they document, and are notes already
	sealed      bool                                            // what is in a namespace does not see the names around it
	ownMembers  bool                                            // methods see the members of their type without a qualifier
	singletons  bool                                            // methods of a class and of its objects are told apart: Ruby
	bare        bool                                            // the name of a function without parameters calls it
	noClosure   bool                                            // a method does not see the names of the type's own scope: Python
	globals     bool                                            // names of generics mean what they do without an import
	signatures  bool                                            // overloads of one function each say what they give
	aliasArgs   bool                                            // aliases with type parameters are followed with their arguments
	callable    string                                          // method that a call of an instance calls
	loose       bool                                            // variables take any value: all of them count, the last before a use first
	flatTypes   bool                                            // ids of nested types bear the file's name, not the outer type's
	document    bool                                            // its nodes are of file type document
	submodule   func(r *resolver, v value, name string) []value // what a module has under a name beside its own: packages hold modules
}

func (l *language) familyName() string {
	if l.family != "" {
		return l.family
	}
	return l.name
}

// languageOf finds the language of a file by its name, nil for none.
func languageOf(rel string) *language {
	name := path.Base(rel)
	if l := byFile[name]; l != nil {
		return l
	}
	return byExt[strings.ToLower(path.Ext(name))]
}

// languageOfScript finds the language of a file without extension by its first line, nil for none.
func languageOfScript(name string) *language {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, 128)
	n, _ := io.ReadFull(f, head)
	line, _, _ := strings.Cut(string(head[:n]), "\n")
	if !strings.HasPrefix(line, "#!") {
		return nil
	}
	for _, word := range strings.Fields(line[2:]) {
		program := strings.TrimRight(path.Base(word), "0123456789.")
		for _, l := range languages {
			if slices.Contains(l.shebang, program) {
				return l
			}
		}
	}
	return nil
}

var byFile, byExt = func() (files, exts map[string]*language) {
	files, exts = map[string]*language{}, map[string]*language{}
	for _, l := range languages {
		for _, f := range l.files {
			files[f] = l
		}
		for _, e := range l.exts {
			exts[e] = l
		}
	}
	return files, exts
}()

package extract

import "strings"

var java = language{
	name: "Java", typeImports: true, grammar: "java", exts: []string{".java"}, lower: lowerJava, resolve: resolveJava, linkImport: linkJavaImport,
	global: javaGlobal, ownMembers: true, overloads: true, spaced: true, flatTypes: true,
	generics: map[string]string{
		"List": shapeList, "ArrayList": shapeList, "LinkedList": shapeList, "Collection": shapeList, "Iterable": shapeList, "Iterator": shapeList,
		"Set": shapeList, "HashSet": shapeList, "LinkedHashSet": shapeList, "TreeSet": shapeList, "SortedSet": shapeList, "Queue": shapeList,
		"Deque": shapeList, "ArrayDeque": shapeList, "PriorityQueue": shapeList, "Stream": shapeList, "Optional": shapeList, "ListIterator": shapeList,
		"Enumeration": shapeList, "Vector": shapeList, "Stack": shapeList, "AtomicReference": shapeList, "WeakReference": shapeList,
		"SoftReference": shapeList, "ThreadLocal": shapeList, "Supplier": shapeList, "Callable": shapeList, "Future": shapeList, "Reference": shapeList,
		"CompletableFuture": shapeList, "CopyOnWriteArrayList": shapeList, "NavigableSet": shapeList, "Array": shapeList,
		"Map": shapeMap, "HashMap": shapeMap, "LinkedHashMap": shapeMap, "TreeMap": shapeMap, "SortedMap": shapeMap, "ConcurrentMap": shapeMap,
		"ConcurrentHashMap": shapeMap, "NavigableMap": shapeMap, "EnumMap": shapeMap, "WeakHashMap": shapeMap, "IdentityHashMap": shapeMap,
		"Entry": shapeTuple,
	},
	methods: map[string]string{
		"toString": "String", "valueOf": ownType, "format": "String", "trim": "String", "substring": "String", "toLowerCase": "String", "toUpperCase": "String",
		"replace": "String", "replaceAll": "String", "concat": "String", "getName": "String", "getSimpleName": "String", "lineSeparator": "String", "repeat": "String",
		"length": "int", "size": "int", "hashCode": "int", "parseInt": "int", "intValue": "int", "indexOf": "int", "ordinal": "int", "charAt": "char",
		"longValue": "long", "doubleValue": "double", "equals": "boolean", "isEmpty": "boolean", "contains": "boolean", "getClass": "Class", "getBytes": "Array",
	},
	builtins: setOf("int long short byte char float double boolean void var String Object Integer Long Short Byte Character Float Double Boolean"),
}

type javaLowering struct{ *lowering }

func lowerJava(l *lowering, root node) {
	j := &javaLowering{l}
	for c := range root.children() {
		switch c.kind() {
		case "package_declaration":
			j.u.space = j.keep(c.last().text())
		case "import_declaration":
			j.importDecl(c)
		default:
			j.member(c, 0)
		}
	}
	l.comments(root, "")
	l.u.notes = dropEmpty(l.u.notes)
}

func (j *javaLowering) importDecl(n node) {
	im := imported{line: n.line(), pos: n.start()}
	var name node
	for c := range n.children() {
		if c.is("scoped_identifier", "identifier") {
			name = c
		}
	}
	im.path = j.text(name)
	if n.has("static") {
		im.flags |= importStatic
	}
	switch {
	case n.has("asterisk"):
		im.name = "*"
	case im.flags&importStatic != 0:
		i := strings.LastIndexByte(im.path, '.')
		if i < 0 {
			return
		}
		im.name, im.path = im.path[i+1:], im.path[:i]
		im.local = im.name
	default:
		im.local = im.path[strings.LastIndexByte(im.path, '.')+1:]
	}
	j.u.imports = append(j.u.imports, im)
}

// member declares a type or what a type has.
func (j *javaLowering) member(n node, in int32) {
	switch n.kind() {
	case "class_declaration":
		j.typeDecl(n, in, KindClass, 0)
	case "interface_declaration":
		j.typeDecl(n, in, KindInterface, isInterface)
	case "enum_declaration":
		j.typeDecl(n, in, KindEnum, 0)
	case "record_declaration":
		j.typeDecl(n, in, KindRecord, 0)
	case "annotation_type_declaration":
		j.typeDecl(n, in, KindAnnotation, 0)
	case "method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration":
		j.method(n, in)
	case "field_declaration", "constant_declaration":
		j.fields(n, in)
	case "enum_constant":
		d := j.declare(decl{kind: declVar, node: KindEnumCase, name: n.field("name").text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered | isEnumCase | isStatic, doc: j.doc(n)})
		j.args(n.field("arguments"), 0, "", in)
		if b := n.field("body"); b.ok() {
			j.anonymous(b, j.expr(expr{op: opDecl, x: in}), in, d)
		}
	case "static_initializer":
		j.statement(n.child("block"), in)
	case "block":
		j.statement(n, in)
	case "enum_body_declarations":
		for c := range n.children() {
			j.member(c, in)
		}
	}
}

func (j *javaLowering) doc(n node) string { return j.keep(docComment(n, "/**")) }

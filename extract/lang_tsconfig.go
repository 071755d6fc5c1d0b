package extract

import (
	"bytes"
	"encoding/json"
	"path"
)

// tsconfig tells what paths stand for in imports of TypeScript.
var tsconfig = language{name: "tsconfig.json", files: []string{"tsconfig.json", "jsconfig.json", "tsconfig.base.json"}, lower: lowerTSConfig, linkImport: linkTSConfig}

// linkTSConfig makes the edge to the configuration that another extends.
func linkTSConfig(k *linker, i int32, u *unit, im *imported) {
	if im.flags&importInclude == 0 {
		return
	}
	p := path.Join(path.Dir(u.path), im.path)
	for _, f := range []string{p, p + ".json"} {
		if to, ok := k.byPath[f]; ok {
			k.edge(k.node[i][0], k.node[to][0], RelExtends, ctxImport, Extracted, u.path, 1)
			return
		}
	}
	k.edge(k.node[i][0], k.external(im.path, MakeID("ref", im.path), KindExternal), RelExtends, ctxImport, Extracted, u.path, 1)
}

func lowerTSConfig(l *lowering, _ node) {
	var c struct {
		Extends json.RawMessage `json:"extends"`
		Options struct {
			BaseURL string              `json:"baseUrl"`
			Paths   map[string][]string `json:"paths"`
		} `json:"compilerOptions"`
	}
	if json.Unmarshal(plainJSON(l.src), &c) != nil {
		return
	}
	l.u.space = c.Options.BaseURL
	var one string
	var many []string
	if json.Unmarshal(c.Extends, &one) == nil && one != "" {
		many = []string{one}
	} else {
		_ = json.Unmarshal(c.Extends, &many)
	}
	for _, e := range many {
		l.u.imports = append(l.u.imports, imported{path: e, flags: importInclude})
	}
	for _, pattern := range sortedKeys(c.Options.Paths) {
		for _, target := range c.Options.Paths[pattern] {
			l.u.imports = append(l.u.imports, imported{path: pattern, name: target, flags: importAlias})
		}
	}
}

// plainJSON is JSON with comments and commas before closing brackets taken out.
func plainJSON(src []byte) []byte {
	var out bytes.Buffer
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			end := i + 1
			for end < len(src) && src[end] != '"' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			out.Write(src[i:min(end+1, len(src))])
			i = end
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			out.WriteByte('\n')
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			if end := bytes.Index(src[i+2:], []byte("*/")); end >= 0 {
				i += end + 3
			} else {
				i = len(src)
			}
		case c == ',':
			rest := bytes.TrimLeft(src[i+1:], " \t\r\n")
			if len(rest) > 0 && (rest[0] == '}' || rest[0] == ']') {
				continue
			}
			out.WriteByte(c)
		default:
			out.WriteByte(c)
		}
	}
	return out.Bytes()
}

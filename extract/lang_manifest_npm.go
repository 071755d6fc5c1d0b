package extract

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Limits on the keys of a package.json, Graphify's.
const (
	maxKeyDepth = 6
	maxKeys     = 500
)

// lowerPackageJSON gives a node to each key, as Graphify does, and one to each dependency.
func lowerPackageJSON(l *lowering, _ node) {
	d := &jsonLowering{lowering: l, dec: json.NewDecoder(bytes.NewReader(l.src))}
	if t, err := d.dec.Token(); err != nil || t != json.Delim('{') {
		return
	}
	d.object(0, "", 1)
}

type jsonLowering struct {
	*lowering
	dec  *json.Decoder
	keys int
}

func (d *jsonLowering) line() int32 {
	return 1 + int32(bytes.Count(d.src[:min(int(d.dec.InputOffset()), len(d.src))], []byte("\n")))
}

// object reads the rest of an object whose keys belong to the declaration up.
func (d *jsonLowering) object(up int32, parent string, depth int) bool {
	for d.dec.More() {
		t, err := d.dec.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return false
		}
		line := d.line()
		id := int32(0)
		if d.keys < maxKeys && depth <= maxKeyDepth {
			d.keys++
			name := key
			if parent != "" {
				name = parent + "_" + key
			}
			id = d.declare(decl{kind: declVar, node: KindKey, name: key, idName: d.keep(name), flags: isFlat, owner: up, line: line})
		}
		if !d.value(id, key, parent, depth, line) {
			return false
		}
	}
	_, err := d.dec.Token()
	return err == nil
}

func (d *jsonLowering) value(id int32, key, parent string, depth int, line int32) bool {
	t, err := d.dec.Token()
	if err != nil {
		return false
	}
	switch t {
	case json.Delim('{'):
		return d.object(id, key, depth+1)
	case json.Delim('['):
		for d.dec.More() {
			var skip json.RawMessage
			if d.dec.Decode(&skip) != nil {
				return false
			}
		}
		_, err := d.dec.Token()
		return err == nil
	}
	if s, ok := t.(string); ok && id != 0 && (parent == "dependencies" || strings.HasSuffix(parent, "Dependencies")) && depth == 2 {
		x := d.at(id)
		x.node = KindDependency
		x.label = d.keep(key + "@" + s)
		d.u.imports = append(d.u.imports, imported{path: d.keep(key), name: d.keep(s), scope: id, line: line, flags: importSide})
	}
	if s, ok := t.(string); ok && key == "name" && depth == 1 {
		d.u.space = d.keep(s)
	}
	return true
}

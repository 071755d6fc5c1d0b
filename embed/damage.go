package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrDamaged tells that the files of a model are cut off, garbled or do not belong together: nothing can run it, and it helps to
// get them anew.
var ErrDamaged = errors.New("damaged model")

// elementBytes is how many bytes one element of a type takes in raw_data of onnx.proto's TensorProto; strings are never there, and
// types of less than a byte are not checked.
var elementBytes = map[int64]int{
	kindFloat: 4, kindUint8: 1, kindInt8: 1, 4: 2, 5: 2, kindInt32: 4, kindInt64: 8, 9: 1, 10: 2, 11: 8, 12: 4, 13: 8, 14: 8, 15: 16,
	16: 2, 17: 1, 18: 1, 19: 1, 20: 1,
}

// graphDamage tells what is wrong with an ONNX file by the format's own rules, whatever the model is; nil if it is well-formed. The
// rules are those of ONNX's IR specification: every name that is used is defined, and a tensor holds as much as its shape says.
func graphDamage(file string) error {
	g, err := parseGraph(file)
	if err != nil {
		return err
	}
	if len(g.nodes) == 0 || len(g.outputs) == 0 {
		return fmt.Errorf("graph of %d operations and %d outputs", len(g.nodes), len(g.outputs))
	}
	defined := map[string]bool{"": true} // "" is an input that is left out
	for _, name := range g.inputs {
		defined[name] = true
	}
	for name, t := range g.tensors {
		defined[name] = true
		if err := t.damage(); err != nil {
			return fmt.Errorf("%q: %w", name, err)
		}
	}
	for _, n := range g.nodes {
		if n.op == "" || !utf8.ValidString(n.op) {
			return fmt.Errorf("operation %q", n.op)
		}
		for _, name := range n.out {
			defined[name] = true
		}
	}
	for _, n := range g.nodes {
		for _, name := range n.in {
			if !defined[name] {
				return fmt.Errorf("operation %s takes %q, which is nowhere", n.op, name)
			}
		}
	}
	for _, name := range g.outputs {
		if !defined[name] {
			return fmt.Errorf("output %q is made nowhere", name)
		}
	}
	return nil
}

// damage tells of a tensor that does not hold what its shape says.
func (t *tensor) damage() error {
	if t.kind <= 0 {
		return fmt.Errorf("tensor of type %d", t.kind)
	}
	if t.remote {
		return nil
	}
	n, err := t.size()
	if err != nil {
		return err
	}
	have, want := len(t.raw), n*elementBytes[t.kind]
	switch {
	case want == 0:
		return nil
	case t.raw == "" && t.kind == kindFloat:
		have, want = len(t.floats), n
	case t.raw == "" && (t.kind <= kindInt64 || t.kind == 9 || t.kind == 10 || t.kind == 16): // in int32_data or int64_data
		have, want = len(t.ints), n
	case t.raw == "":
		return nil
	}
	if have != want {
		return fmt.Errorf("tensor of type %d, shape %v holds %d, want %d", t.kind, t.dims, have, want)
	}
	return nil
}

// tokenizerDamage tells what is wrong with a tokenizer.json of whatever family; nil if it is well-formed.
func tokenizerDamage(file string) error {
	var f struct {
		Model *struct{ Vocab json.RawMessage }
	}
	if err := json.Unmarshal([]byte(file), &f); err != nil {
		return err
	}
	switch {
	case f.Model == nil:
		return errors.New(`it has no "model"`)
	case f.Model.Vocab == nil:
		return errors.New(`its "model" has no "vocab"`)
	}
	return nil
}

// blame tells an error of reading a file that is damaged from one of a sound file of another family.
func blame(what string, damage, err error) error {
	switch {
	case damage != nil:
		return fmt.Errorf("%s: %w: %w", what, ErrDamaged, damage)
	case errors.Is(err, ErrUnsupported):
		return err
	}
	return fmt.Errorf("%w: %w", err, ErrUnsupported)
}

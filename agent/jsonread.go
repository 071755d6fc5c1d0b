package agent

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"
)

// parseJSON reads a file. The fault names the line.
func parseJSON(text string) (*hujson.Value, error) {
	v, err := hujson.Parse([]byte(text))
	if err != nil {
		line := 0
		if _, after, ok := strings.Cut(err.Error(), "line "); ok {
			for _, c := range after {
				if c < '0' || c > '9' {
					break
				}
				line = line*10 + int(c-'0')
			}
		}
		return nil, fault(line, "mend it, then run this again", "it is no JSON (%v)", strings.TrimPrefix(err.Error(), "hujson: "))
	}
	if _, ok := v.Value.(*hujson.Object); !ok {
		return nil, fault(lineOf(text, v.StartOffset), "mend it, then run this again", "it is no JSON object")
	}
	return &v, nil
}

// plainJSON is the file's value.
func plainJSON(text string) (any, error) {
	v, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	out, ok := decode(v)
	if !ok {
		return nil, fault(0, "mend it, then run this again", "it is no JSON")
	}
	return out, nil
}

func decode(v *hujson.Value) (out any, ok bool) {
	c := v.Clone()
	c.Standardize()
	dec := json.NewDecoder(bytes.NewReader(c.Pack()))
	dec.UseNumber()
	return out, dec.Decode(&out) == nil
}

// roundTrip is a value of ours as it is read back from a file.
func roundTrip(v any) (out any) {
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		panic(err) // a fault of the table of clients; a test walks all of it
	}
	return out
}

// follow goes along names as far as there are members of these. depth is how many it found.
func follow(text string, v *hujson.Value, path []string) (at *hujson.Value, depth int, err error) {
	at = v
	for _, name := range path {
		o, ok := at.Value.(*hujson.Object)
		if !ok {
			return at, depth, fault(lineOf(text, at.StartOffset), "mend it, then run this again", "%q is no object", strings.Join(path[:depth], "."))
		}
		found := 0
		for i := range o.Members {
			if nameOf(&o.Members[i]) == name {
				found++
				at = &o.Members[i].Value
			}
		}
		if found > 1 {
			return at, depth, fault(lineOf(text, at.StartOffset), "take one of them out, then run this again", "%q stands there twice", name)
		}
		if found == 0 {
			return at, depth, nil
		}
		depth++
	}
	return at, depth, nil
}

func nameOf(m *hujson.ObjectMember) string {
	l, _ := m.Name.Value.(hujson.Literal)
	return l.String()
}

func memberOf(v *hujson.Value, name string) int {
	for i := range v.Value.(*hujson.Object).Members {
		if nameOf(&v.Value.(*hujson.Object).Members[i]) == name {
			return i
		}
	}
	return -1
}

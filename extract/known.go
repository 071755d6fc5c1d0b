package extract

import (
	"maps"
	"slices"
	"strings"
)

// Known is what an earlier run kept of a tree, so that the next one reads only what changed. The zero value knows nothing.
type Known struct {
	maker    string
	files    map[string]*knownFile
	unread   map[string]string // what was meant to be read and could not be, with the reason
	projects []string          // folders with a project of .NET
	goCode   string            // of which state of the Go code its part of the graph was kept
	groups   map[string]group  // of the stored graph, by source file

	carried bool // the graph has more than the tree gives: what a file declared that could not be read whole

	stored []byte // as it stands in the file
}

// knownFile is a file that the graph was made from.
type knownFile struct {
	path    string
	lang    string
	stamp   stamp
	settled bool // when its stamp was taken
	sum     string
	problem string // why it was taken in part, "" if whole
	fault   bool   // then what it declares may be missing
}

// empty says that nothing is known, or nothing that this program could use.
func (k *Known) empty() bool { return k == nil || k.maker != maker() }

// sameFile says whether a file has the text that it had when both were kept.
func (k *Known) sameFile(old *Known, file string) bool {
	if k == nil || old == nil {
		return false
	}
	is, was := k.files[file], old.files[file]
	return is != nil && was != nil && is.sum == was.sum
}

// Carried says that the graph has more than the tree gives.
func (k *Known) Carried() bool { return k != nil && k.carried }

// SetCarried notes whether [Carry] added something to the graph.
func (k *Known) SetCarried(carried bool) { k.carried = k.carried || carried }

func (k *Known) pack() []byte {
	p := newPacker()
	p.text(&k.maker)
	files := slices.Collect(maps.Values(k.files))
	slices.SortFunc(files, func(a, b *knownFile) int { return strings.Compare(a.path, b.path) })
	packList(p, &files, (*packer).knownFile)
	packMap(p, &k.unread, (*packer).text)
	packList(p, &k.projects, packText)
	p.text(&k.goCode)
	packMap(p, &k.groups, (*packer).group)
	p.bool(&k.carried)
	return p.out
}

// unpackKnown reads what pack wrote. Of what another program wrote in the same form, the sums of files and the digests of the graph hold.
func unpackKnown(b []byte) *Known {
	p, k := newUnpacker(b), &Known{stored: b}
	var files []*knownFile
	if p.text(&k.maker); !strings.HasPrefix(k.maker, makerForm+" ") {
		return &Known{stored: b}
	}
	packList(p, &files, (*packer).knownFile)
	packMap(p, &k.unread, (*packer).text)
	packList(p, &k.projects, packText)
	p.text(&k.goCode)
	packMap(p, &k.groups, (*packer).group)
	p.bool(&k.carried)
	if !p.ok() {
		return &Known{stored: b}
	}
	k.files = make(map[string]*knownFile, len(files))
	for _, f := range files {
		k.files[f.path] = f
	}
	return k
}

func (p *packer) knownFile(f **knownFile) {
	if p.reading {
		*f = &knownFile{}
	}
	p.text(&(*f).path)
	p.text(&(*f).lang)
	p.stamp(&(*f).stamp)
	p.bool(&(*f).settled)
	p.text(&(*f).sum)
	p.text(&(*f).problem)
	p.bool(&(*f).fault)
}

func (p *packer) group(g *group) {
	p.text(&g.nodes)
	p.text(&g.edges)
	packNumber(p, &g.first)
	packNumber(p, &g.last)
}

// packMap packs a map in the order of its keys.
func packMap[V any](p *packer, m *map[string]V, each func(*packer, *V)) {
	keys := sortedKeys(*m)
	packList(p, &keys, packText)
	if p.reading {
		*m = make(map[string]V, len(keys))
	}
	for _, key := range keys {
		v := (*m)[key]
		each(p, &v)
		(*m)[key] = v
	}
}

package extract

import (
	"bytes"
	"encoding/xml"
)

// pom is what is read of Maven's file.
type pom struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Version    string `xml:"version"`
	Parent     struct {
		GroupID string `xml:"groupId"`
		Version string `xml:"version"`
	} `xml:"parent"`
	Dependencies []pomDependency `xml:"dependencies>dependency"`
	Managed      []pomDependency `xml:"dependencyManagement>dependencies>dependency"`
}

type pomDependency struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Version    string `xml:"version"`
}

func lowerPom(l *lowering, _ node) {
	var p pom
	dec := xml.NewDecoder(bytes.NewReader(l.src))
	dec.Strict = false
	if dec.Decode(&p) != nil || p.ArtifactID == "" {
		return
	}
	group, version := p.GroupID, p.Version
	if group == "" {
		group = p.Parent.GroupID
	}
	if version == "" {
		version = p.Parent.Version
	}
	of := l.project(joined(group, p.ArtifactID), version, 1)
	for _, d := range append(p.Dependencies, p.Managed...) {
		g := d.GroupID
		if g == "${project.groupId}" {
			g = group
		}
		line := int32(1)
		if i := bytes.Index(l.src, []byte("<artifactId>"+d.ArtifactID+"</artifactId>")); i >= 0 {
			line += int32(bytes.Count(l.src[:i], []byte("\n")))
		}
		l.need(of, joined(g, d.ArtifactID), d.Version, line)
	}
}

func joined(group, artifact string) string {
	if group == "" || artifact == "" {
		return artifact
	}
	return group + ":" + artifact
}

package memory

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Candidate is a memory that a model proposes. Nothing of it is to be trusted but its form.
type Candidate struct {
	Type     string   `json:"type"`     // as proposed, one lower-case word; "note" if none was
	Title    string   `json:"title"`    // one line, not blank
	Content  string   `json:"content"`  // lines
	Project  string   `json:"project"`  // the transcript's if none was proposed
	Tags     []string `json:"tags"`     // as --tags takes them: each may be a list with commas
	Abstract *string  `json:"abstract"` // one line; nil if none was proposed
}

// Rejected is an element of an answer that is no candidate.
type Rejected struct {
	Title  string `json:"title"` // to know it by; "" if it has none
	Reason string `json:"reason"`
}

// Answer is what a model proposed.
type Answer struct {
	Candidates []Candidate
	Rejected   []Rejected
	// Proposed is how many candidates brain-cli 3.4.0 counts: the objects with a title of whatever kind, MaxCandidates at most.
	Proposed int
	// Secrets were taken out of the candidates, by kind.
	Secrets []Finding
}

// ErrAnswer: what the model said has brackets, but no JSON array between them.
var ErrAnswer = errors.New("the model's answer is not a JSON array")

// The longest fields, in code points. What is longer was not made by the contract.
const (
	maxType     = 40
	maxTitle    = 300
	maxContent  = 20_000
	maxProject  = 100
	maxTag      = 60
	maxTags     = 20
	maxAbstract = 1000
)

// ParseAnswer reads a model's answer by the rules of brain-cli 3.4.0: the array is what stands from the first `[` to the
// last `]`, whatever is said around it; without brackets there is none. Of the objects that have a title the first
// MaxCandidates are looked at; those of them that break the contract, and all else, are rejected with a reason. Titles
// are made one line, control characters and secrets are taken out. project is for candidates that name none.
//
// An error is ErrAnswer: the harvest has failed and should be tried again.
func ParseAnswer(out, project string) (Answer, error) {
	from, to := strings.IndexByte(out, '['), strings.LastIndexByte(out, ']')
	if from < 0 || to < from {
		return Answer{}, nil
	}
	var elements []json.RawMessage
	if err := json.Unmarshal([]byte(out[from:to+1]), &elements); err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	var a Answer
	for _, element := range elements {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(element, &fields); err != nil || fields == nil {
			a.reject("", "not an object")
			continue
		}
		if empty(fields["title"]) {
			a.reject("", "has no title")
			continue
		}
		title := cleanLine(jsonString(fields["title"]))
		if a.Proposed == MaxCandidates {
			a.reject(title, fmt.Sprintf("more than %d candidates", MaxCandidates))
			continue
		}
		a.Proposed++
		c, err := candidate(fields, project)
		if err != nil {
			a.reject(title, err.Error())
			continue
		}
		a.Secrets = AddFindings(a.Secrets, c.redact()...)
		a.Candidates = append(a.Candidates, c)
	}
	return a, nil
}

func (a *Answer) reject(title, reason string) {
	title, _ = Redact(shorten(title, maxTitle))
	a.Rejected = append(a.Rejected, Rejected{title, reason})
}

// shorten is s, cut after limit code points.
func shorten(s string, limit int) string {
	for i := range s {
		if limit--; limit < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// empty tells what Python takes for false, as brain-cli asks whether there is a title.
func empty(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "false", `""`, "0", "0.0", "-0", "[]", "{}":
		return true
	}
	return false
}

// candidate checks the fields of an object.
func candidate(fields map[string]json.RawMessage, project string) (Candidate, error) {
	var c Candidate
	var err error
	get := func(name string, limit int, clean func(string) string) (string, bool) {
		raw, there := fields[name]
		if !there || string(raw) == "null" || err != nil {
			return "", false
		}
		var s string
		if json.Unmarshal(raw, &s) != nil {
			err = fmt.Errorf("%s is not a text", name)
			return "", false
		}
		if s = clean(s); utf8.RuneCountInString(s) > limit {
			err = fmt.Errorf("%s is longer than %d characters", name, limit)
		}
		return s, true
	}
	c.Title, _ = get("title", maxTitle, cleanLine)
	c.Type, _ = get("type", maxType, func(s string) string { return lower(cleanLine(s)) })
	c.Content, _ = get("content", maxContent, cleanText)
	proposed, there := get("project", maxProject, cleanLine)
	if c.Project = project; there {
		c.Project = proposed
	}
	if abstract, there := get("abstract", maxAbstract, cleanLine); there && abstract != "" {
		c.Abstract = &abstract
	}
	if err == nil {
		c.Tags, err = tagList(fields["tags"])
	}
	switch {
	case err != nil:
		return Candidate{}, err
	case c.Title == "":
		return Candidate{}, errors.New("title is blank")
	case c.Type == "":
		c.Type = "note"
	case strings.Contains(c.Type, " "):
		return Candidate{}, errors.New("type is more than a word")
	}
	return c, nil
}

// tagList reads tags, which the contract wants as words parted by commas; models like to make a list of them.
func tagList(raw json.RawMessage) ([]string, error) {
	tags := []string{}
	if len(raw) == 0 || string(raw) == "null" {
		return tags, nil
	}
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		list = make([]string, 1)
		if json.Unmarshal(raw, &list[0]) != nil {
			return nil, errors.New("tags are neither a text nor a list of texts")
		}
	}
	n := 0
	for _, tag := range list {
		if tag = cleanLine(tag); tag == "" {
			continue
		}
		for word := range strings.SplitSeq(tag, ",") {
			if n++; utf8.RuneCountInString(strings.TrimSpace(word)) > maxTag {
				return nil, fmt.Errorf("a tag is longer than %d characters", maxTag)
			}
		}
		tags = append(tags, tag)
	}
	if n > maxTags {
		return nil, fmt.Errorf("more than %d tags", maxTags)
	}
	return tags, nil
}

// redact takes the secrets out of every field: the transcript had none left, but a model may put together what was in two
// places.
func (c *Candidate) redact() []Finding {
	var found, more []Finding
	texts := []*string{&c.Type, &c.Title, &c.Content, &c.Project, c.Abstract}
	for i := range c.Tags {
		texts = append(texts, &c.Tags[i])
	}
	for _, s := range texts {
		if s != nil {
			*s, more = Redact(*s)
			found = AddFindings(found, more...)
		}
	}
	return found
}

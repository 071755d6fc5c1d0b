package page

import (
	"slices"
	"strings"

	"brain/pattern"
)

// A typer tells what a link means from the words around it, by GBrain's order:
// founded before invested_in, advises, works_at; where no word tells, what a
// person's page says of the person.
type typer struct {
	kind  string // of the page
	prior string // for links of a person to organisations; empty if the page says nothing
}

// linkWords are the words that tell a type, in lower case; the first that occur
// decide. The regular expressions are slow, so each is asked only of a text that
// holds one of its stems.
var linkWords = []struct {
	kind  string
	stems []string
	words pattern.Pattern
}{
	{"founded", []string{"found", "started", "incorporated", "创"}, pattern.Lazy(`\b(?:co-?found(?:ed|er|ers|ing)|founded by|founded|founders? (?:of|include|are|at)|(?:one of )?the founders?|founding team of|started the company|incorporated)\b|创立|创办|创建了|创始人`)},
	{"invested_in", []string{"invest", "back", "fund", "raised", "led ", "participat", "check", "portfolio", "board", "sheet", "投"}, pattern.Lazy(`\b(?:(?:re)?invest(?:ed|s|ing|ments?)? in|invested (?:early|alongside)|backed(?: by)?|backs|fund(?:ed by|ing from)|raised (?:\S+ ){0,4}from|led (?:\S+ ){0,4}(?:series [a-f]|seed|round|investment)|participat(?:ed|ing) in (?:\S+ ){0,3}(?:seed|series|round)|wrote (?:a |the |an early )?(?:first )?check|first check|early investor|investors? (?:in|at)|portfolio|board seat (?:at|in|on)|term sheet)\b|投资|领投|跟投|参投`)},
	{"advises", []string{"advis", "consult", "顾问"}, pattern.Lazy(`\b(?:advis(?:es|ed|ing)|advis[eo]rs? (?:to|at|for|of)|advisory|as an? (?:\w+ ){0,2}advis[eo]r|board advis[eo]r|consult(?:s|ed|ing) (?:for|with|role))\b|顾问`)},
	{"works_at", []string{" at", " of", " for", " on", " as", "employ", "joined", "leads", "left", "time", "work", "职", "担任", "加入"}, pattern.Lazy(`\b(?:c[etofmpr]o (?:of|at)|chief \w+ officer|(?:vice president|vps?|president|director|head|partner|principal|manager) (?:\w+ ){0,2}(?:of|at)|work(?:s|ed|ing)? (?:at|for|on \S+ ?\S* at)|employ(?:ed by|ee at|s)|joined|engineer(?:ing)? (?:at|for)|designer at|developer at|leads? (?:\S+ ){1,4}(?:at|team|org)|(?:heads up|manages|running|runs|ran) (?:\S+ ){0,3}at|currently at|previously at|formerly at|left|(?:years|months) at|stint (?:at|as)|tenure (?:at|as)|role (?:at|as)|position at|(?:his|her|their|my) (?:time|work) (?:at|on)|on the team at)\b|任职|就职|供职|担任|加入`)},
}

// foundedIn is a year and tells nothing of who did it.
var foundedIn = pattern.Lazy(`\b(?:was |were )?founded in (?:\w+ )?\d{4}\b`)

// priors are the words of a person's page that tell what the person is, by rank.
// As with linkWords, a text without any of the stems has none of the words, and most texts have no stem.
var priors = []struct {
	kind  string
	stems []string
	words pattern.Pattern
}{
	{"invested_in", []string{"partner", "venture", "invest", "portfolio", "backs companies", "投资"}, pattern.Lazy(`\b(?:(?:venture |general |managing )?partner (?:at|of)|venture (?:capital|partner)|(?:angel|seed|early-stage) invest(?:or|ing)|investor (?:at|in)|portfolio|backs companies|invests across)\b|投资人|投资者`)},
	{"advises", []string{"advis", "顾问"}, pattern.Lazy(`\b(?:(?:is|as|serves as) an? (?:\w+ ){0,2}advis[eo]r|(?:full-time|professional) advis[eo]r|advises (?:multiple|several|various)|(?:his|her|their) advisory)\b|顾问`)},
	{"works_at", []string{"engineer", "developer", "designer", "manager", "director", "vp", "scientist", "researcher", "the c", "employee", "on the team at", "works ", "任职", "就职", "供职"}, pattern.Lazy(`\b(?:is an? (?:\S+ ){0,3}(?:engineer|developer|designer|manager|director|vp|scientist|researcher) (?:at|of)|(?:holds?|is) the (?:c[etofmpr]o|vp)|employee (?:at|of)|on the team at|works (?:at|on|for))\b|任职|就职|供职`)},
}

func newTyper(p Page) typer {
	t := typer{kind: p.Type}
	if p.Type == "person" {
		text := strings.ToLower(p.CompiledTruth + "\n" + p.Timeline)
		for _, w := range priors {
			if hasAny(text, w.stems) && w.words().MatchString(text) {
				t.prior = w.kind
				break
			}
		}
	}
	return t
}

// of is the type of a link to target in context.
func (t typer) of(context, target string) string {
	switch t.kind {
	case "media":
		return Mentions
	case "meeting":
		return "attended"
	}
	context = strings.ToLower(context)
	if strings.Contains(context, "founded in") {
		context = foundedIn().ReplaceAllString(context, "")
	}
	for _, w := range linkWords {
		if hasAny(context, w.stems) && w.words().MatchString(context) {
			return w.kind
		}
	}
	if t.prior != "" && !notOrganisation(target) {
		return t.prior
	}
	return Mentions
}

func hasAny(text string, stems []string) bool {
	return slices.ContainsFunc(stems, func(stem string) bool { return strings.Contains(text, stem) })
}

// notOrganisation says whether the folders of a target tell that it is no
// company: what a person does to companies is not done to people.
func notOrganisation(target string) bool {
	switch typeByPath(strings.TrimPrefix(target, "/"), false) {
	case "note", "company":
		return false
	}
	return true
}

package memory

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"brain/db"
	"brain/fts"
	"brain/rank"
)

// What reconcile suggests to do with a memory that is to be saved.
const (
	SuggestAdd    = "add"
	SuggestUpdate = "update"
	SuggestNoop   = "noop"
	SuggestReview = "review"
)

// The similarities from which on brain-cli takes a neighbour for an echo, for the same fact, for a related one.
const (
	echoSim   = 0.92
	updateSim = 0.85
	reviewSim = 0.70
)

// How many neighbours are shown, with how much of a content they are looked for (code points), and how long a recall counts.
const (
	neighborCount = 5
	candidateHead = 300
	recallWindow  = 24 * time.Hour
)

// Packet is the decision that reconcile lays out, in the form of brain-cli's JSON.
type Packet struct {
	Suggestion string     `json:"suggestion"`
	Reason     string     `json:"reason"`
	TargetUID  *string    `json:"target_uid"`
	Candidate  Proposed   `json:"candidate"`
	Neighbors  []Neighbor `json:"neighbors"`
	// Semantic and Note are not in the JSON: whether meaning took part in the search, and if not, why.
	Semantic bool   `json:"-"`
	Note     string `json:"-"`
}

// Proposed is the memory that is to be saved.
type Proposed struct {
	Title       string `json:"title"`
	ContentHash string `json:"content_hash"`
	Type        string `json:"type"`
}

// Neighbor is a memory that may say the same. Sim is nil where meaning did not find it.
type Neighbor struct {
	UID              string   `json:"uid"`
	Type             string   `json:"type"`
	Title            string   `json:"title"`
	Project          *string  `json:"project"`
	Sim              *float64 `json:"sim"`
	Score            float64  `json:"score"`
	Abstract         string   `json:"abstract"`
	RecalledRecently bool     `json:"recalled_recently"`
}

// ReconcileText is the question by which the neighbours of a memory are looked for; the vector for Reconcile is of it.
func ReconcileText(n New) string {
	var c cleaner
	n = n.clean(&c)
	head := n.Content
	for i := range head {
		if runes(head[:i]) == candidateHead {
			head = head[:i]
			break
		}
	}
	return strings.TrimFunc(n.Title+" "+head, space)
}

// Reconcile says what to do with a memory before it is saved, by those that are there. q gives the vector of ReconcileText
// and how to search; its text, limit and filter are set here. Neighbours are of every type. (brain-cli looks at notes alone,
// as it takes the letters of the type for types.) An exact twin that was invalidated is a noop, since Save refuses it too.
// The error is ErrBlankTitle.
func Reconcile(tx *db.Tx, s *Stage, n New, q Question) (Packet, error) {
	q.Text, q.Limit, q.Filter = ReconcileText(n), neighborCount, Filter{Project: strip(n.Project)}
	var c cleaner
	n = n.clean(&c)
	if n.Title == "" {
		return Packet{}, ErrBlankTitle
	}
	canonical, err := CanonicalType(tx, s, n.Type)
	if err != nil {
		return Packet{}, err
	}
	a, err := neighbors(tx, s, q)
	if err != nil {
		return Packet{}, err
	}
	p := Packet{Candidate: Proposed{n.Title, ContentHash(n.Title, n.Content), canonical}, Neighbors: []Neighbor{}, Semantic: a.Semantic, Note: a.Reason}
	recalled, err := recalledRecently(tx, s, a.Hits)
	if err != nil {
		return Packet{}, err
	}
	for _, h := range a.Hits {
		p.Neighbors = append(p.Neighbors, neighbor(h, recalled[h.ID]))
	}
	twin, err := FindTwin(tx, s, n.Title, n.Content)
	if err != nil {
		return Packet{}, err
	}
	p.decide(twin, a)
	return p, nil
}

// neighbors searches for what may say the same. Where words alone answer, a shared "on" makes no neighbour: stop words are
// left out of the question, unless it has no others.
func neighbors(tx *db.Tx, s *Stage, q Question) (Found, error) {
	if q.Vector != nil {
		a, err := Search(tx, s, q)
		if err != nil || a.Semantic {
			return a, err
		}
		q.Vector = nil
		b, err := neighbors(tx, s, q)
		b.Reason = a.Reason
		return b, err
	}
	var words []string
	for _, w := range strings.FieldsFunc(q.Text, space) {
		bare := strings.TrimFunc(lower(w), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if _, ok := fts.Stem(bare); ok || bare == "" {
			words = append(words, w)
		}
	}
	if len(words) > 0 {
		q.Text = strings.Join(words, " ")
	}
	return Search(tx, s, q)
}

func neighbor(h Hit, recalled bool) Neighbor {
	n := Neighbor{UID: h.UID, Type: h.Type, Title: h.Title, Project: h.Project, Score: rank.Round(h.Score, 3),
		Abstract: abstractOf(h.Memory, neighborAbstract), RecalledRecently: recalled}
	if e := h.Explain.Rounded(); e.Meaning >= 0 {
		n.Sim = &e.Sim
	}
	return n
}

// decide fills in the suggestion. The best neighbour is the first by score, not that of the highest similarity.
func (p *Packet) decide(twin *Memory, a Found) {
	if twin != nil {
		p.Suggestion, p.TargetUID = SuggestNoop, &twin.UID
		p.Reason = "exact content_hash duplicate of " + twin.UID
		if twin.InvalidAt != "" {
			p.Reason += ", which is invalidated since " + twin.InvalidAt
		}
		return
	}
	if len(a.Hits) == 0 {
		p.Suggestion, p.Reason = SuggestAdd, "no sufficiently similar memory found"
		return
	}
	best, near := a.Hits[0], p.Neighbors[0]
	sim := best.Explain.Sim
	switch {
	case near.Sim == nil && !a.Semantic:
		p.Suggestion = SuggestReview
		p.Reason = "close neighbors exist (semantic unavailable — FTS neighbors only) — read them and pick update / save / invalidate"
	case near.Sim == nil:
		p.Suggestion = SuggestReview
		p.Reason = fmt.Sprintf("%s shares words and has no vector: read the neighbors, then update, save or invalidate", best.UID)
	case sim >= echoSim && near.RecalledRecently:
		p.Suggestion, p.TargetUID = SuggestNoop, &best.UID
		p.Reason = fmt.Sprintf("likely an echo: %s is %.2f alike and was recalled within 24 hours", best.UID, sim)
	case sim >= updateSim:
		p.Suggestion, p.TargetUID = SuggestUpdate, &best.UID
		p.Reason = fmt.Sprintf("%s is %.2f alike: update it rather than save a second", best.UID, sim)
	case sim >= reviewSim:
		p.Suggestion = SuggestReview
		p.Reason = fmt.Sprintf("%s is %.2f alike: read the neighbors, then update, save or invalidate", best.UID, sim)
	default:
		p.Suggestion, p.Reason = SuggestAdd, "no sufficiently similar memory found"
	}
}

// recalledRecently tells which of the hits went into somebody's context within a day.
func recalledRecently(tx *db.Tx, s *Stage, list []Hit) (map[int64]bool, error) {
	out := map[int64]bool{}
	if !s.HasTable("recall_log") {
		return out, nil
	}
	after := Stamp(tx.Now.Add(-recallWindow))
	for _, h := range list {
		var there bool
		if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM recall_log WHERE memory_id = ? AND recalled_at > ?)`, []any{h.ID, after}, &there); err != nil {
			return nil, err
		}
		out[h.ID] = there
	}
	return out, nil
}

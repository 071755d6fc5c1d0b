package engine

import (
	"context"

	"brain/db"
	"brain/memory"
)

// ReconcileInput are the parameters of reconcile.
type ReconcileInput struct {
	Type        string   `json:"type" default:"note" value:"TYPE" help:"the type of the memory to be"`
	Title       string   `json:"title" value:"TEXT" required:"blank" help:"the fact in one line"`
	Content     string   `json:"content" value:"TEXT" help:"the whole of it; - reads standard input"`
	ContentFile string   `json:"content-file" value:"FILE" added:"" help:"read the content from a file; - is standard input"`
	Project     string   `json:"project" value:"NAME" help:"compare with memories of this project"`
	Tags        []string `json:"tags" value:"A,B" help:"tags to save it with"`
	Abstract    string   `json:"abstract" value:"TEXT" help:"the abstract to save it with"`
	Auto        bool     `json:"auto" help:"save it if it is new"`
	NoEmbed     bool     `json:"no-embed" help:"save it without vectors"`
	NoSemantic  bool     `json:"no-semantic" help:"compare by words alone"`
}

// ReconcileResult is the packet. With Auto, UID is the memory that was saved or says the same already; without it the result
// marshals to the packet alone.
type ReconcileResult struct {
	Auto   bool
	UID    string
	Packet *Packet
}

// Packet is what a decision takes, in brain-cli's form.
type Packet struct {
	Suggestion string          `json:"suggestion"`
	Reason     string          `json:"reason"`
	TargetUID  *string         `json:"target_uid"`
	Candidate  memory.Proposed `json:"candidate"`
	Neighbors  []Neighbor      `json:"neighbors"`
	Note       string          `json:"-"` // what could not be used in the search for neighbours, and why

	asAsked bool // meaning took part in it, unless it was not asked for
}

// Neighbor is a memory that may say the same. Sim is null where words alone found it.
type Neighbor struct {
	UID              string   `json:"uid"`
	Type             string   `json:"type"`
	Title            string   `json:"title"`
	Project          *string  `json:"project"`
	Sim              *Decimal `json:"sim"`
	Score            Decimal  `json:"score"`
	Abstract         string   `json:"abstract"`
	RecalledRecently bool     `json:"recalled_recently"`
}

// MarshalJSON writes the packet, or the uid.
func (r *ReconcileResult) MarshalJSON() ([]byte, error) {
	if !r.Auto {
		return marshal(r.Packet)
	}
	return marshal(struct {
		UID        string `json:"uid"`
		Suggestion string `json:"suggestion"`
	}{r.UID, r.Packet.Suggestion})
}

// Verdict says that with Auto nothing was saved: it is known (ErrDuplicate), or somebody must decide (ErrDecide). The packet
// goes with it.
func (r *ReconcileResult) Verdict() error {
	switch {
	case !r.Auto || r.Packet.Suggestion == memory.SuggestAdd:
		return nil
	case r.Packet.Suggestion == memory.SuggestNoop:
		return &Error{Problem: "this is known already: " + r.UID, Cause: r.Packet.Reason, Fix: "nothing needs to be done", Kind: ErrDuplicate, Packet: r.Packet}
	}
	return &Error{Problem: "it is to be decided what becomes of it", Cause: r.Packet.Reason, Fix: "read the neighbours, then update one, save it, or invalidate one", Kind: ErrDecide, Packet: r.Packet}
}

// Reconcile compares a memory to be with those that are there; with Auto it saves what is new, in the transaction that found
// it new.
func (e *Engine) Reconcile(ctx context.Context, in ReconcileInput) (*ReconcileResult, error) {
	content, err := textFrom(ctx, "content", in.Content, in.ContentFile)
	if err != nil {
		return nil, err
	}
	n := memory.New{Type: in.Type, Title: in.Title, Content: content, Project: in.Project, Tags: in.Tags, Abstract: in.Abstract}
	out := &ReconcileResult{Auto: in.Auto}
	q, err := e.reconcileQuestion(ctx, n, in.NoSemantic)
	if err != nil {
		return nil, err
	}
	if !in.Auto {
		err := e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
			out.Packet, err = packet(tx, s, n, q)
			return err
		})
		return out.told(e), err
	}
	vectors, err := e.embedMemory(ctx, n.Title, n.Content, in.NoEmbed)
	if err != nil {
		return nil, err
	}
	err = e.keep(ctx, func(tx *db.Tx) error {
		s, err := memory.ReadStage(tx)
		if err != nil {
			return err
		}
		if out.Packet, err = packet(tx, s, n, q); err != nil {
			return err
		}
		if out.Packet.Suggestion != memory.SuggestAdd {
			if out.Packet.TargetUID != nil && out.Packet.Suggestion == memory.SuggestNoop {
				out.UID = *out.Packet.TargetUID
			}
			return nil
		}
		saved, err := memory.Save(tx, n, false)
		if err != nil {
			return err
		}
		out.UID = saved.UID
		return vectors.store(tx, saved.UID)
	})
	return out.told(e), err
}

// told tells why meaning took no part.
func (r *ReconcileResult) told(e *Engine) *ReconcileResult {
	if r.Packet != nil {
		e.tellReason(r.Packet.Note, r.Packet.asAsked)
	}
	return r
}

// reconcileQuestion is the question by which the neighbours of a memory are looked for. A brain that is not there yet has none.
func (e *Engine) reconcileQuestion(ctx context.Context, n memory.New, wordsOnly bool) (memory.Question, error) {
	q := memory.Question{Text: memory.ReconcileText(n)}
	q, err := e.ready(ctx, q, rankSeed, wordsOnly)
	if isAbsent(err) {
		err = nil
	}
	return q, err
}

// firstQuestion is reconcileQuestion for one of several memories that are saved together. It has a vector also where no memory has
// one yet: those that are saved before it is asked are compared with it.
func (e *Engine) firstQuestion(ctx context.Context, n memory.New, wordsOnly bool) (memory.Question, error) {
	info, err := e.chunkInfo(ctx)
	if err != nil && !isAbsent(err) {
		return memory.Question{}, err
	}
	q, err := e.reconcileQuestion(ctx, n, wordsOnly || !info.Any)
	if err != nil || info.Any || wordsOnly || q.Text == "" {
		return q, err
	}
	asked, err := e.askVector(ctx, q.Text, info)
	q.Vector, q.Model, q.SameModel = asked.vector, asked.model, asked.same
	return q, err
}

// packet compares in a transaction.
func packet(tx *db.Tx, s *memory.Stage, n memory.New, q memory.Question) (*Packet, error) {
	p, err := memory.Reconcile(tx, s, n, q)
	if err != nil {
		return nil, err
	}
	out := &Packet{Note: p.Note, asAsked: p.Semantic || q.Vector == nil, Suggestion: p.Suggestion, Reason: p.Reason, TargetUID: p.TargetUID, Candidate: p.Candidate, Neighbors: []Neighbor{}}
	for _, x := range p.Neighbors {
		near := Neighbor{UID: x.UID, Type: x.Type, Title: x.Title, Project: x.Project, Score: Decimal(x.Score), Abstract: x.Abstract, RecalledRecently: x.RecalledRecently}
		if x.Sim != nil {
			sim := Decimal(*x.Sim)
			near.Sim = &sim
		}
		out.Neighbors = append(out.Neighbors, near)
	}
	return out, nil
}

// ConsolidateInput are the parameters of consolidate.
type ConsolidateInput struct {
	Threshold float64  `json:"threshold" default:"0.85" min:"-1" help:"how similar two memories are that are near duplicates, up to 1"`
	Limit     int      `json:"limit" default:"20" min:"-1000000" help:"clusters to give"`
	Project   string   `json:"project" value:"NAME" help:"only memories of this project"`
	Merge     []string `json:"merge" value:"UID" many:"" help:"the memory to keep, then those to fold into it"`
}

// ConsolidateResult is clusters of near duplicates, the nearest first, or after Merge what was folded. It marshals to the list
// of clusters alone, as brain-cli gives it, or to Merged.
type ConsolidateResult struct {
	Threshold float64
	Clusters  []Cluster
	Merged    *Merged // nil without Merge
}

// Cluster is memories that say nearly the same.
type Cluster struct {
	MaxSim  Decimal         `json:"max_sim"`
	Members []ClusterMember `json:"members"`
}

// ClusterMember is one of them.
type ClusterMember struct {
	UID       string  `json:"uid"`
	Title     string  `json:"title"`
	Project   *string `json:"project"`
	CreatedAt string  `json:"created_at"`
}

// Merged says what was folded into the keeper. What was invalid already is skipped.
type Merged struct {
	Keeper  string   `json:"keeper"`
	Merged  []string `json:"merged"`
	Skipped []string `json:"skipped"`
}

// MarshalJSON writes the clusters, or what was folded.
func (r *ConsolidateResult) MarshalJSON() ([]byte, error) {
	if r.Merged != nil {
		return marshal(r.Merged)
	}
	return marshal(r.Clusters)
}

package engine

import (
	"context"

	"brain/db"
	"brain/memory"
	"brain/rank"
)

// Consolidate finds memories that say nearly the same, or folds some into one.
func (e *Engine) Consolidate(ctx context.Context, in ConsolidateInput) (*ConsolidateResult, error) {
	out := &ConsolidateResult{Threshold: in.Threshold, Clusters: []Cluster{}}
	if len(in.Merge) > 0 {
		return e.fold(ctx, in.Merge, out)
	}
	defer e.stage("consolidate KNN sweep")()
	return out, e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		clusters, err := memory.Clusters(tx, s, memory.Sweep{Threshold: in.Threshold, Limit: in.Limit, Project: in.Project})
		for _, c := range clusters {
			cluster := Cluster{MaxSim: Decimal(rank.Round(c.MaxSim, 4)), Members: []ClusterMember{}}
			for _, m := range c.Members {
				cluster.Members = append(cluster.Members, ClusterMember{m.UID, m.Title, m.Project, m.CreatedAt})
			}
			out.Clusters = append(out.Clusters, cluster)
		}
		return err
	})
}

func (e *Engine) fold(ctx context.Context, uids []string, out *ConsolidateResult) (*ConsolidateResult, error) {
	for i := range uids {
		uids[i] = uidOf(uids[i])
	}
	out.Merged = &Merged{Keeper: uids[0], Merged: []string{}, Skipped: []string{}}
	return out, e.change(ctx, func(tx *db.Tx) error {
		m, err := memory.MergeDuplicates(tx, uids[0], uids[1:])
		out.Merged.Merged, out.Merged.Skipped = append(out.Merged.Merged, m.Merged...), append(out.Merged.Skipped, m.Skipped...)
		return err
	})
}

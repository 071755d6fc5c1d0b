package memory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/memory"
	"brain/vec"
)

// clusterUIDs renders clusters as the numbers of memories in the order in which they were saved.
func clusterUIDs(t *testing.T, d *db.DB, w memory.Sweep) (out []string) {
	t.Helper()
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		list, err := memory.Clusters(tx, s, w)
		for _, c := range list {
			text := fmt.Sprintf("%.2f", c.MaxSim)
			for _, m := range c.Members {
				text += fmt.Sprintf(" %d", m.ID)
			}
			out = append(out, text)
		}
		return err
	})
	return out
}

func TestClustersJoinWhatSaysTheSame(t *testing.T) {
	d := newMemories(t)
	for _, text := range []string{"the cache is cold", "cold is the cache", "the cache is cold now", "a poem about cows", "about cows a poem", "nothing else"} {
		save(t, d, memory.New{Title: text})
	}
	writeTx(t, d, func(tx *db.Tx) error {
		// A twin by hash, and two memories of which no program made a hash.
		for range 2 {
			if _, err := memory.Save(tx, memory.New{Title: "twin", Content: "x"}, true); err != nil {
				return err
			}
		}
		_, err := embedAll(tx, false)
		return err
	})
	if diff := cmp.Diff([]string{"1.00 1 2 3", "1.00 4 5", "1.00 7 8"}, clusterUIDs(t, d, memory.Sweep{Threshold: 0.85, Limit: 20})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1.00 1 2"}, clusterUIDs(t, d, memory.Sweep{Threshold: 0.95, Limit: 1})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMemoriesWithoutHashAreNoCluster(t *testing.T) {
	d := openMemories(t, stageFile(t, "stage_base_oldfts"))
	if got := clusterUIDs(t, d, memory.Sweep{Threshold: 0.85, Limit: 20}); got != nil {
		t.Errorf("clusters without hashes and vectors: %v", got)
	}
}

// TestSketchesMissNoCluster compares a file of so many chunks that sketches dismiss pairs with all pairs.
func TestSketchesMissNoCluster(t *testing.T) {
	const n = 400
	d := newMemories(t)
	w := newWriter(48)
	w.fill(t, d, n)
	near := 0
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		ids, rows := []int64{}, [][]float32{}
		err := memory.Chunks.Scan(tx, 48, func(chunk []int64, block []byte) error {
			for i, id := range chunk {
				v, err := vec.FromBytes(block[i*48*4 : (i+1)*48*4])
				if id == 0 || err != nil {
					return err
				}
				ids, rows = append(ids, id), append(rows, v)
			}
			return nil
		})
		if len(ids) < 256 {
			t.Fatalf("only %d chunks", len(ids))
		}
		list, cerr := memory.Clusters(tx, s, memory.Sweep{Threshold: 0.6, Limit: 1 << 30})
		if err != nil || cerr != nil {
			return cerr
		}
		cluster := map[int64]int{}
		for i, c := range list {
			for _, m := range c.Members {
				cluster[m.ID] = i + 1
			}
		}
		for i, a := range ids {
			for j, b := range ids {
				if a%64 == 0 && a/64 != b/64 && 1-vec.CosineDistance(rows[i], rows[j]) >= 0.6 {
					near++
					if c := cluster[a/64]; c == 0 || c != cluster[b/64] {
						t.Fatalf("%d and %d are near and in clusters %d and %d", a/64, b/64, c, cluster[b/64])
					}
				}
			}
		}
		return nil
	})
	if near == 0 {
		t.Error("nothing was near")
	}
}

func TestMergeRefusesWhatWouldLoseAMemory(t *testing.T) {
	d := newMemories(t)
	a, b := save(t, d, memory.New{Title: "a"}).UID, save(t, d, memory.New{Title: "b"}).UID
	writeTx(t, d, func(tx *db.Tx) error { return memory.Invalidate(tx, a, "", "") })
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := memory.MergeDuplicates(tx, a, []string{b})
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "keeper") {
		t.Errorf("merging into an invalid memory: %v", err)
	}
}

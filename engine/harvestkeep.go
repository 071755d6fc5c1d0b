package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"brain/db"
	"brain/memory"
)

// turnName is the name of the lock of a transcript.
func turnName(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:8]) + ".lock"
}

// tryLock takes a lock that the system lets go when the process ends.
func tryLock(file string) (unlock func(), ok bool, err error) {
	lock := flock.New(file)
	ok, err = lock.TryLock()
	return func() { lock.Close() }, ok, err
}

// queued is a line of the review queue, in brain-cli's form.
type queued struct {
	Candidate queuedCandidate `json:"candidate"`
	Packet    *Packet         `json:"packet"`
}

type queuedCandidate struct {
	memory.Candidate
	NoSemantic bool `json:"no_semantic"`
	NoEmbed    bool `json:"no_embed"`
}

// keepAnswer reconciles the candidates and stores what is new, with the mark, in one transaction. What is left to decide is
// written before that is done: if it then fails, the next run finds it in the queue and does not put it there twice.
func (e *Engine) keepAnswer(ctx context.Context, in HarvestInput, answer memory.Answer, next memory.Watermark, out *HarvestResult) error {
	out.Candidates = answer.Proposed
	out.Rejected = append(out.Rejected, answer.Rejected...)
	out.Secrets = memory.AddFindings(out.Secrets, answer.Secrets...)
	vectors := make([]*memoryVectors, len(answer.Candidates))
	questions := make([]memory.Question, len(answer.Candidates))
	for i, c := range answer.Candidates {
		var err error
		if vectors[i], err = e.embedMemory(ctx, c.Title, c.Content, false); err != nil {
			return err
		}
		if questions[i], err = e.firstQuestion(ctx, harvestedMemory(c, in.Path), in.NoSemantic); err != nil {
			return err
		}
	}
	var queue []queued
	err := e.keep(ctx, func(tx *db.Tx) error {
		out.Added, out.Noop, queue = []string{}, 0, nil
		s, err := memory.ReadStage(tx)
		if err != nil {
			return err
		}
		for i, c := range answer.Candidates {
			n := harvestedMemory(c, in.Path)
			packet, err := packet(tx, s, n, questions[i])
			if err != nil {
				return err
			}
			switch packet.Suggestion {
			case memory.SuggestAdd:
				saved, err := memory.Save(tx, n, false)
				if err != nil {
					return err
				}
				if saved.Duplicate {
					out.Noop++
					continue
				}
				out.Added = append(out.Added, saved.UID)
				if err := vectors[i].store(tx, saved.UID); err != nil {
					return err
				}
			case memory.SuggestNoop:
				out.Noop++
			default:
				queue = append(queue, queued{queuedCandidate{Candidate: c, NoSemantic: in.NoSemantic}, packet})
			}
		}
		if err := memory.SetHarvested(tx, in.Path, next); err != nil {
			return err
		}
		return out.enqueue(queue)
	})
	return err
}

// harvestedMemory is a candidate as a memory.
func harvestedMemory(c memory.Candidate, transcript string) memory.New {
	n := memory.New{Type: c.Type, Title: c.Title, Content: c.Content, Project: c.Project, Tags: c.Tags, SourceFile: "harvest:" + filepath.Base(transcript)}
	if c.Abstract != nil {
		n.Abstract = *c.Abstract
	}
	return n
}

// enqueue appends to the review queue what is not in it, all at once and under a lock: several runs may do so.
func (r *HarvestResult) enqueue(queue []queued) error {
	folder, err := configFolder()
	if err != nil {
		return err
	}
	r.Queue, r.Queued = filepath.Join(folder, "harvest-review.jsonl"), len(queue)
	if len(queue) == 0 {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(folder, "harvest-review.lock"))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Close()
	there, err := os.ReadFile(r.Queue)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var lines bytes.Buffer
	if len(there) > 0 && there[len(there)-1] != '\n' {
		lines.WriteByte('\n') // a line that was cut off stays by itself
	}
	for _, q := range queue {
		line, err := pythonJSON(q)
		if err != nil {
			return err
		}
		if hash := `"content_hash": "` + q.Packet.Candidate.ContentHash + `"`; !bytes.Contains(there, []byte(hash)) {
			lines.WriteString(line + "\n")
		}
	}
	f, err := os.OpenFile(r.Queue, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(lines.Bytes())
	return errors.Join(err, f.Sync(), f.Close())
}

// pythonJSON is a value on one line with the spaces that Python puts, as brain-cli's tools may look for them.
func pythonJSON(v any) (string, error) {
	raw, err := marshal(v)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", ""); err != nil {
		return "", err
	}
	// Indent breaks lines where a space or nothing belongs; inside of texts there are none.
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), ",\n", ", "), "\n", ""), nil
}

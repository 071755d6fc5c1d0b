package merge

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"time"

	"brain/db"
	"brain/vec"
)

// The questions whose vectors a file keeps: so many, and so many of the oldest make room when it is full.
const (
	cachedQueries  = 500
	droppedQueries = 100
)

// CachedQuery gives the vector that a model made of a question before, and when it was last asked for; nil if it is not known.
// model is the model's ID: vectors of two models never meet.
func CachedQuery(tx *db.Tx, model, text string) (v []float32, used time.Time, err error) {
	var blob []byte
	var at string
	err = tx.QueryRow(`SELECT embedding, used_at FROM query_vectors WHERE model = ? AND text_hash = ?`, []any{model, textHash(text)}, &blob, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, used, nil
	}
	if err == nil {
		used, err = db.ParseTime(at)
	}
	if err == nil {
		v, err = vec.FromBytes(blob)
	}
	return v, used, err
}

// CacheQuery keeps the vector of a question, or says that it was used again.
func CacheQuery(tx *db.Tx, model, text string, v []float32) error {
	hash, now := textHash(text), db.FormatTime(tx.Now)
	done, err := tx.Exec(`UPDATE query_vectors SET embedding = ?, used_at = ? WHERE model = ? AND text_hash = ?`, vec.Bytes(v), now, model, hash)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n > 0 {
		return err
	}
	var n int
	if err := tx.QueryRow(`SELECT count(*) FROM query_vectors`, nil, &n); err != nil {
		return err
	}
	if n >= cachedQueries {
		_, err := tx.Exec(`DELETE FROM query_vectors WHERE id IN (SELECT id FROM query_vectors ORDER BY used_at, id LIMIT ?)`, droppedQueries)
		if err != nil {
			return err
		}
	}
	_, err = tx.Exec(`INSERT INTO query_vectors(model, text_hash, embedding, used_at) VALUES (?, ?, ?, ?)`, model, hash, vec.Bytes(v), now)
	return err
}

func textHash(text string) []byte {
	hash := sha256.Sum256([]byte(text))
	return hash[:]
}

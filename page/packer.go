package page

import (
	"bytes"
	"compress/flate"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"brain/db"
)

// The texts of pages are stored deflated: they are read whole and seldom, and searched by other tables. Pages of one tree say
// much alike (frontmatter, templates), so the first import of many pages keeps what a few of them say as a dictionary, with which
// a page of 2 KB takes a fifth of its room instead of two fifths.

// What a dictionary is made of: the beginnings of so many pages, which fill the window of DEFLATE.
const (
	dictionaryPages = 16
	dictionaryBytes = 2048
)

// MinLearned is how many pages make a dictionary worth its room.
const MinLearned = 64

// deflateLevel is nearly as good as the best, in two thirds of its time.
const deflateLevel = 4

// Learn keeps a dictionary for the pages of a root, if it has none yet. read gives the i-th of n pages, of which it asks for a
// few, spread over all.
func Learn(tx *db.Tx, root int64, n int, read func(i int) ([]byte, error)) error {
	var known bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM page_dictionaries WHERE root_id = ?)`, []any{root}, &known)
	if err != nil || known || n < MinLearned {
		return err
	}
	var words []byte
	for i := range dictionaryPages {
		text, err := read((2*i + 1) * n / (2 * dictionaryPages))
		if err != nil {
			return err
		}
		words = append(words, text[:min(len(text), dictionaryBytes)]...)
	}
	_, err = tx.Exec(`INSERT INTO page_dictionaries(root_id, words) VALUES (?, ?)`, root, slices.Clip(words))
	return err
}

// packer deflates the bodies of pages. The zero value is ready; it is good for one transaction.
type packer struct {
	ready      bool
	root       int64
	dictionary int64 // 0: none
	w          *flate.Writer
	out        bytes.Buffer
}

// pack gives what stands in the columns packing and body.
func (k *packer) pack(tx *db.Tx, root int64, body []byte) (packing any, packed []byte, err error) {
	if !k.ready || k.root != root {
		if err := k.prepare(tx, root); err != nil {
			return nil, nil, err
		}
	}
	k.out.Reset()
	k.w.Reset(&k.out)
	if _, err = k.w.Write(body); err == nil {
		err = k.w.Close()
	}
	if err != nil {
		return nil, nil, fmt.Errorf("deflate: %w", err)
	}
	if k.out.Len() >= len(body) {
		// NULL is no body.
		return nil, append([]byte{}, body...), nil
	}
	return k.dictionary, k.out.Bytes(), nil
}

// prepare takes the newest dictionary of the root, else of any.
func (k *packer) prepare(tx *db.Tx, root int64) error {
	var words []byte
	k.ready, k.root, k.dictionary = true, root, 0
	err := tx.QueryRow(`SELECT id, words FROM page_dictionaries ORDER BY root_id = ? DESC, id DESC LIMIT 1`, []any{root}, &k.dictionary, &words)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		k.w, err = flate.NewWriterDict(&k.out, deflateLevel, words)
	}
	return err
}

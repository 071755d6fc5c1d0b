package merge

import (
	"database/sql/driver"
	"fmt"
	"strings"
	"sync"

	"brain/db"
	"brain/fts"
	"brain/rank"
	"brain/vec"
)

// Functions are the SQL functions of every connection: PostgreSQL's names for text search, pg_trgm and pgvector, so that
// the design's SQL runs nearly as written, and those that the schema's triggers call. Each gives NULL for a NULL
// argument, as a strict function of PostgreSQL does; vectors and queries travel in their text forms.
func Functions() []db.Function {
	return []db.Function{
		strict("similarity", 2, func(a []string) (driver.Value, error) { return float64(fts.Similarity(a[0], a[1])), nil }),
		strict("word_similarity", 2, func(a []string) (driver.Value, error) { return float64(fts.WordSimilarity(a[0], a[1])), nil }),
		strict("show_trgm", 1, showTrgm),
		config("to_tsvector", func(text string) (driver.Value, error) {
			v, _, err := fts.ToVector(text)
			return v.String(), err
		}),
		config("plainto_tsquery", func(text string) (driver.Value, error) { return fts.Plain(text).String(), nil }),
		config("phraseto_tsquery", func(text string) (driver.Value, error) { return fts.Phrase(text).String(), nil }),
		config("websearch_to_tsquery", func(text string) (driver.Value, error) { return fts.Web(text).String(), nil }),
		config("to_tsquery", func(text string) (driver.Value, error) {
			q, err := fts.ToQuery(text)
			return q.String(), err
		}),
		strict("ts_match", 2, tsMatch),
		{Name: "ts_rank", Args: -1, Call: ranker("ts_rank", fts.Rank)},
		{Name: "ts_rank_cd", Args: -1, Call: ranker("ts_rank_cd", fts.RankCD)},
		{Name: "cosine_distance", Args: 2, Call: cosineDistance},
		{Name: "rrf", Args: 2, Call: rrf},
		strict("vector", 1, func(a []string) (driver.Value, error) {
			v, err := vec.Parse(a[0])
			if err != nil {
				return nil, err
			}
			return vec.Bytes(v), nil
		}),
		strict("timestamptz", 1, func(a []string) (driver.Value, error) {
			t, err := db.ParseTime(a[0])
			if err != nil {
				return nil, err
			}
			return db.FormatTime(t), nil
		}),
		strict("sha256", 1, func(a []string) (driver.Value, error) { return Hash(a[0]), nil }),
		strict("brain_tsvector", 1, packedVector),
		strict("brain_index_text", 1, indexText),
		{Name: "brain_inflate", Args: 2, Call: inflate},
	}
}

// text reads an argument as SQLite would show it.
func text(v driver.Value) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	}
	return fmt.Sprint(v)
}

// strict wraps a function of texts that is NULL when any argument is.
func strict(name string, n int32, call func([]string) (driver.Value, error)) db.Function {
	return db.Function{Name: name, Args: n, Call: func(args []driver.Value) (driver.Value, error) {
		texts := make([]string, len(args))
		for i, a := range args {
			if a == nil {
				return nil, nil
			}
			texts[i] = text(a)
		}
		return call(texts)
	}}
}

// config wraps a function of one text that may be preceded by the name of a text search configuration. Only english is
// known here, the one that the designs use.
func config(name string, call func(string) (driver.Value, error)) db.Function {
	return strict(name, -1, func(a []string) (driver.Value, error) {
		switch {
		case len(a) == 1:
			return call(a[0])
		case len(a) == 2 && (a[0] == "english" || a[0] == "pg_catalog.english"):
			return call(a[1])
		case len(a) == 2:
			return nil, fmt.Errorf("text search configuration %q does not exist: only english is known", a[0])
		}
		return nil, fmt.Errorf("%s takes (text) or ('english', text)", name)
	})
}

// showTrgm prints the trigrams as PostgreSQL prints text[]: quotes stand around those that hold a space.
func showTrgm(a []string) (driver.Value, error) {
	var list []string
	for _, t := range fts.TrigramsOf(a[0]) {
		s := t.String()
		if strings.Contains(s, " ") {
			s = `"` + s + `"`
		}
		list = append(list, s)
	}
	return "{" + strings.Join(list, ",") + "}", nil
}

func tsMatch(a []string) (driver.Value, error) {
	v, err := fts.ParseVector(a[0])
	if err != nil {
		return nil, err
	}
	q, err := fts.ParseQuery(a[1])
	if err != nil {
		return nil, err
	}
	return q.Match(v), nil
}

// ranker reads ([weights,] tsvector, tsquery [, flags]), PostgreSQL's four forms of ts_rank.
func ranker(name string, rank func(fts.Weights, fts.Vector, fts.Query, int) float32) func([]driver.Value) (driver.Value, error) {
	return func(args []driver.Value) (driver.Value, error) {
		for _, a := range args {
			if a == nil {
				return nil, nil
			}
		}
		weights, flags := fts.DefaultWeights, int64(0)
		rest := args
		if n := len(rest); n >= 3 {
			if f, ok := rest[n-1].(int64); ok {
				flags, rest = f, rest[:n-1]
			}
		}
		if len(rest) == 3 {
			var err error
			if weights, err = fts.ParseWeights(text(rest[0])); err != nil {
				return nil, err
			}
			rest = rest[1:]
		}
		if len(rest) != 2 {
			return nil, fmt.Errorf("%s takes ([weights,] tsvector, tsquery [, flags])", name)
		}
		v, err := fts.ParseVector(text(rest[0]))
		if err != nil {
			return nil, err
		}
		q, err := fts.ParseQuery(text(rest[1]))
		if err != nil {
			return nil, err
		}
		return float64(rank(weights, v, q, int(flags))), nil
	}
}

// cosineDistance is pgvector's <=>. SQLite has no NaN: the distance to a zero vector comes out as NULL.
func cosineDistance(args []driver.Value) (driver.Value, error) {
	if args[0] == nil || args[1] == nil {
		return nil, nil
	}
	a, err := vector(args[0])
	if err != nil {
		return nil, err
	}
	b, err := vector(args[1])
	if err != nil {
		return nil, err
	}
	if err := vec.CheckDimensions(a, b); err != nil {
		return nil, err
	}
	return vec.CosineDistance(a, b), nil
}

// vector reads a stored BLOB or pgvector's text form.
func vector(v driver.Value) ([]float32, error) {
	if b, ok := v.([]byte); ok {
		return vec.FromBytes(b)
	}
	return vec.Parse(text(v))
}

// rrf is the seed's sum of 1.0/(60+rank), as numeric prints it; NULL is an absent rank.
func rrf(args []driver.Value) (driver.Value, error) {
	ranks := [2]int{}
	for i, a := range args {
		if a == nil {
			continue
		}
		n, ok := a.(int64)
		if !ok || n < 1 {
			return nil, fmt.Errorf("rrf takes ranks from 1 up, or NULL: got %v", a)
		}
		ranks[i] = int(n)
	}
	return rank.RRF(ranks[0], ranks[1]).String(), nil
}

// packedVector is what entry_texts holds. A text beyond PostgreSQL's limit for a tsvector is indexed all the same: one
// such row would make the design's whole query fail there.
func packedVector(a []string) (driver.Value, error) { return []byte(vectorOf(a[0]).Index()), nil }

// indexText is what entries_fts indexes of a text.
func indexText(a []string) (driver.Value, error) { return vectorOf(a[0]).IndexText(), nil }

// vectorOf is the tsvector of a text. The trigger asks for that of each text twice, so the last one is kept.
func vectorOf(text string) fts.Vector {
	lastVector.Lock()
	defer lastVector.Unlock()
	if lastVector.vector == nil || lastVector.text != text {
		v, _, _ := fts.ToVector(text)
		lastVector.text, lastVector.vector = text, v
	}
	return lastVector.vector
}

var lastVector struct {
	sync.Mutex
	text   string
	vector fts.Vector
}

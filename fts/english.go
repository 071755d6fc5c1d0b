package fts

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// maxStemBytes is the longest word that PostgreSQL's Snowball dictionary stems; a longer one is only lower-cased, and is
// not looked up in the stop list either.
const maxStemBytes = 1000

// Stem is PostgreSQL 15's english_stem dictionary: the lexeme of one word, and false for a stop word, which has none.
// The stop list is asked before stemming and never after, so "doings" gives "do" although "do" is a stop word.
func Stem(word string) (lexeme string, ok bool) {
	if len(word) > maxStemBytes {
		return strings.ToLower(word), true
	}
	if len(word) > maxCachedWord {
		return stem(word)
	}
	slot := &stemCache[maphash.String(stemSeed, word)%uint64(len(stemCache))]
	if e := slot.Load(); e != nil && e.word == word {
		return e.lexeme, e.ok
	}
	// The cache outlives the text that the word was cut from: a copy keeps it from holding the whole text in memory.
	word = strings.Clone(word)
	lexeme, ok = stem(word)
	slot.Store(&stemEntry{word, lexeme, ok})
	return lexeme, ok
}

func stem(word string) (lexeme string, ok bool) {
	lower := strings.ToLower(word)
	if lower == "" || isEnglishStop(lower) {
		return "", false
	}
	env := snowballstem.NewEnv(lower)
	english.Stem(env)
	if s := env.Current(); s != "" {
		return s, true
	}
	return lower, true // PostgreSQL gives the word back when nothing of it is left
}

// Prose repeats its words, and one look-up costs a tenth of stemming. The cache is direct-mapped: a fixed number of
// slots, each holding the last word that fell on it, so it needs neither lock nor eviction and cannot grow.
const maxCachedWord = 64

type stemEntry struct {
	word, lexeme string
	ok           bool
}

var (
	stemCache [1 << 14]atomic.Pointer[stemEntry]
	stemSeed  = maphash.MakeSeed()
)

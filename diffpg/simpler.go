package main

import (
	"iter"
	"unicode"
)

// simplerParts are the inputs in which one of the given parts is replaced by a simpler text: pieces of it left out, from
// a half down to one character, then characters replaced by plain ones.
func simplerParts(in input, parts ...int) iter.Seq[input] {
	return func(yield func(input) bool) {
		for _, p := range parts {
			for text := range simplerTexts(in[p]) {
				if !yield(with(in, p, text)) {
					return
				}
			}
		}
	}
}

// with is the input with another part p.
func with(in input, p int, text string) input {
	out := append(input(nil), in...)
	out[p] = text
	return out
}

func simplerTexts(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		runes := []rune(s)
		for rest := range withoutSome(runes) {
			if !yield(string(rest)) {
				return
			}
		}
		for i, r := range runes {
			if plain := plainer(r); plain != r {
				runes[i] = plain
				if !yield(string(runes)) {
					return
				}
				runes[i] = r
			}
		}
	}
}

// plainer is the character that a reader would rather see in r's place.
func plainer(r rune) rune {
	switch {
	case r < unicode.MaxASCII && unicode.IsLetter(r):
		return 'a'
	case unicode.IsLetter(r):
		return 'é'
	case '0' <= r && r <= '9':
		return '1'
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// withoutSome is the list without a piece of it: all of it, a half, a quarter, …, each single one.
func withoutSome[T any](list []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for size := len(list); size > 0; size /= 2 {
			for from := 0; from < len(list); from += size {
				rest := append([]T(nil), list[:from]...)
				rest = append(rest, list[min(from+size, len(list)):]...)
				if !yield(rest) {
					return
				}
			}
		}
	}
}

package fts_test

import (
	"fmt"

	"brain/fts"
)

func ExampleParse() {
	for _, tok := range fts.Parse("see foo-bar at x@example.com") {
		fmt.Printf("%s %q\n", tok.Alias, tok.Text)
	}
	// Output:
	// asciiword "see"
	// blank " "
	// asciihword "foo-bar"
	// hword_asciipart "foo"
	// blank "-"
	// hword_asciipart "bar"
	// blank " "
	// asciiword "at"
	// blank " "
	// email "x@example.com"
}

func ExampleToVector() {
	v, _, _ := fts.ToVector("The cats sat on the state-of-the-art mats")
	fmt.Println(v)
	// Output: 'art':10 'cat':2 'mat':11 'sat':3 'state':7 'state-of-the-art':6
}

func ExampleStem() {
	lexeme, _ := fts.Stem("Running")
	_, indexed := fts.Stem("the")
	fmt.Println(lexeme, indexed)
	// Output: run false
}

func ExampleConcat() {
	title, _, _ := fts.ToVector("Cats")
	body, _, _ := fts.ToVector("All about cats and dogs")
	fmt.Println(fts.Concat(title.SetWeight(fts.WeightA), body.SetWeight(fts.WeightB)))
	// Output: 'cat':1A,4B 'dog':6B
}

func ExamplePacked_Select() {
	v, _, _ := fts.ToVector("cats chase mice, and mice chase cheese")
	fmt.Println(v.Pack().Select([]string{"mice", "moon"}))
	// Output: 'mice':3,5
}

package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSlugOf(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		// As GBrain 0.46.28 makes them.
		{"A B.md", "a-b"},
		{"Café Über.md", "cafe-uber"},
		{"c++.md", "c"},
		{"C#.md", "c"},
		{"o'brien.md", "obrien"},
		{"-lead-.md", "lead"},
		{"v1.0.0.md", "v1.0.0"},
		{"a__b.md", "a__b"},
		{"Иван.md", "иван"},
		{"日本語 ノート.md", "日本語-ノート"},
		{"İstanbul.md", "istanbul"},
		{"x&y.md", "xy"},
		{"foo.MD", "foo"},
		{"straße.md", "straße"},
		{"Å.md", "a"},
		{"שָׁלוֹם.md", "שלום"},
		{"a  b--c.md", "a-b-c"},
		{"Dir One/Two.mdx", "dir-one/two"},
		// GBrain drops what has no letter, so this page would be its directory.
		{"notes/🔥.md", "notes/u1f525"},
		{"🔥/🎉🎉.md", "u1f525/u1f389-u1f389"},
		{"❤️.md", "u2764-ufe0f"},
		{"👩‍👩‍👧.md", "u1f469-u200d-u1f469-u200d-u1f467"},
		{"🧠 brain.md", "brain"},
		{"1️⃣ first.md", "1-first"},
		{"?.md", "u3f"},
		{"????????!.md", "u-b0f321b8bc51"},

		{"README.md", "readme"},
		{"dir/index.md", "dir/index"},
		{"build/log.markdown", "build/log"},
		{"dir.md.d/really.md", "dir.md.d/really"},
		{"a.txt", "a.txt"},
		{"ภาษาไทย.md", "ภาษาไทย"},
		{"عربي.md", "عربي"},
		{"हिन्दी.md", "हिन्दी"},
		{"한국어.md", "한국어"},
		{"\u1112\u1161\u11ab.md", "한"}, // decomposed, as macOS writes it
		{"が.md", "が"},
		{"か\u3099.md", "が"},
		{"𝐀.md", "𝐀"}, // a capital without a small letter
		{"ﬁle.md", "ﬁle"},
		{"K.md", "k"}, // Kelvin sign
		{"a\u00a0b\tc\nd.md", "a-b-c-d"},
		{"a\u200bb.md", "ab"},
		{"x\u202egnp.md", "xgnp"},
		{" lead.md", "lead"},
		{"trail .md", "trail"},
		{"-rf.md", "rf"},
		{`a\b.md`, "ab"},
		{"50% #1 & \"q\" 's' $x `y` [z] {w} ;!.md", "50-1-q-s-x-y-z-w"},
		{"a & b.md", "a-b"},
		{"../x.md", "u2e-u2e/x"},
		{"./x.md", "u2e/x"},
		{"//a//b.md", "a/b"},
		{"_.md", "_"},
		{"\xff.md", "ufffd"},
		{"", "untitled"},
	} {
		if got := SlugOf(tt.path); got != tt.want {
			t.Errorf("SlugOf(%q) = %q, want %q", tt.path, got, tt.want)
		}
	}
}

func checkSlug(t interface{ Fatalf(string, ...any) }, path string) {
	slug := SlugOf(path)
	if slug == "" || !utf8.ValidString(slug) {
		t.Fatalf("SlugOf(%q) = %q", path, slug)
	}
	for segment := range strings.SplitSeq(slug, "/") {
		if strings.Trim(segment, ".") == "" || strings.Trim(segment, "-") != segment {
			t.Fatalf("SlugOf(%q) = %q: segment %q", path, slug, segment)
		}
	}
	for _, r := range slug {
		if unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`#:\?*"<>|[]%`, r) || unicode.ToLower(r) != r {
			t.Fatalf("SlugOf(%q) = %q holds %q", path, slug, r)
		}
	}
	// The appended x keeps a slug like a.md from being taken for a file name.
	if once, twice := SlugOf(slug+"x"), SlugOf(SlugOf(slug+"x")); once != twice {
		t.Fatalf("slug %q becomes %q", once, twice)
	}
}

func TestSlugOfIsSafeAndStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkSlug(t, rapid.String().Draw(t, "path")) })
}

func FuzzSlugOf(f *testing.F) {
	for _, s := range []string{"A b/Ç.md", "🔥.md", "../..", "e\u0301\u0323.md", "\u0345\u03b1.md"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) { checkSlug(t, path) })
}

func TestAssignSlugs(t *testing.T) {
	for _, tt := range []struct {
		name       string
		paths      []string
		taken      map[string]string
		want       map[string]string
		collisions []Collision
	}{
		{"no two alike", []string{"a.md", "dir.md", "dir/index.md"}, nil,
			map[string]string{"a.md": "a", "dir.md": "dir", "dir/index.md": "dir/index"}, nil},
		{"emoji", []string{"🔥.md", "🎉🎉.md"}, nil,
			map[string]string{"🔥.md": "u1f525", "🎉🎉.md": "u1f389-u1f389"}, nil},
		{"punctuation", []string{"c++.md", "c#.md"}, nil,
			map[string]string{"c#.md": "c", "c++.md": "c-5181"},
			[]Collision{{"c++.md", "c", "c-5181", "c#.md"}}},
		{"the name spelled like the slug has it", []string{"FOO.md", "Foo.md", "foo.md"}, nil,
			map[string]string{"FOO.md": "foo-7c3b", "Foo.md": "foo-9091", "foo.md": "foo"},
			[]Collision{{"FOO.md", "foo", "foo-7c3b", "foo.md"}, {"Foo.md", "foo", "foo-9091", "foo.md"}}},
		{"composed, decomposed, without accent", []string{"Caf\u00e9.md", "Cafe\u0301.md", "cafe.md"}, nil,
			map[string]string{"Caf\u00e9.md": "cafe-13d5", "Cafe\u0301.md": "cafe-35f7", "cafe.md": "cafe"},
			[]Collision{{"Cafe\u0301.md", "cafe", "cafe-35f7", "cafe.md"}, {"Caf\u00e9.md", "cafe", "cafe-13d5", "cafe.md"}}},
		{"extensions", []string{"a.md", "a.markdown"}, nil,
			map[string]string{"a.markdown": "a", "a.md": "a-fecc"},
			[]Collision{{"a.md", "a", "a-fecc", "a.markdown"}}},
		{"what is given stays", []string{"c#.md", "c++.md"}, map[string]string{"c": "c++.md"},
			map[string]string{"c++.md": "c", "c#.md": "c-95b6"},
			[]Collision{{"c#.md", "c", "c-95b6", "c++.md"}}},
		{"an odd slug stays too", []string{"c#.md"}, map[string]string{"sharp": "c#.md"},
			map[string]string{"c#.md": "sharp"}, nil},
		{"a page without a file", []string{"a.md"}, map[string]string{"a": ""},
			map[string]string{"a.md": "a-fecc"}, []Collision{{"a.md", "a", "a-fecc", ""}}},
		{"a path twice", []string{"a.md", "a.md"}, nil, map[string]string{"a.md": "a"}, nil},
		{"a file named like a suffix", []string{"c#.md", "c++.md", "c-5181.md"}, nil,
			map[string]string{"c#.md": "c", "c++.md": "c-51810adc", "c-5181.md": "c-5181"},
			[]Collision{{"c++.md", "c", "c-51810adc", "c#.md"}}},
		{"nothing", nil, nil, map[string]string{}, nil},
	} {
		got, collisions := AssignSlugs(tt.paths, tt.taken)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if diff := cmp.Diff(tt.collisions, collisions); diff != "" {
			t.Errorf("%s: collisions (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAssignSlugsProperties(t *testing.T) {
	segment := rapid.SampledFrom([]string{"a", "A", "á", "a\u0301", "a!", "a b", "a-b", "a_b", "🔥", "🎉", "c++", "c#", "c", "c-5181", "日本", "..", "-", "a-fecc"})
	path := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(segment, 1, 2).Draw(t, "segments"), "/") + rapid.SampledFrom([]string{".md", ".MD", ".mdx"}).Draw(t, "ext")
	})
	rapid.Check(t, func(t *rapid.T) {
		paths := rapid.SliceOfDistinct(path, rapid.ID).Draw(t, "paths")
		all, collisions := AssignSlugs(paths, nil)

		owner := map[string]string{}
		for p, slug := range all {
			if other, ok := owner[slug]; ok {
				t.Fatalf("%q and %q are both %q", p, other, slug)
			}
			owner[slug] = p
		}
		if len(all) != len(paths) {
			t.Fatalf("%d slugs for %d paths", len(all), len(paths))
		}
		plain := 0
		for p, slug := range all {
			if slug == SlugOf(p) {
				plain++
			}
		}
		if plain+len(collisions) != len(paths) {
			t.Fatalf("%d plain slugs and %d collisions of %d", plain, len(collisions), len(paths))
		}

		shuffled := rapid.Permutation(paths).Draw(t, "shuffled")
		if again, c := AssignSlugs(shuffled, nil); !maps.Equal(all, again) || !slices.Equal(collisions, c) {
			t.Fatalf("another order: %v, then %v", all, again)
		}

		cut := rapid.IntRange(0, len(paths)).Draw(t, "cut")
		before, _ := AssignSlugs(shuffled[:cut], nil)
		taken := map[string]string{}
		for p, slug := range before {
			taken[slug] = p
		}
		after, _ := AssignSlugs(shuffled, taken)
		for p, slug := range before {
			if after[p] != slug {
				t.Fatalf("%q was %q, is %q", p, slug, after[p])
			}
		}
		if n := len(slices.Compact(slices.Sorted(maps.Values(after)))); n != len(paths) {
			t.Fatalf("%d slugs for %d paths after addition", n, len(paths))
		}
	})
}

func ExampleSlugOf() {
	fmt.Println(SlugOf("People/Ada Lovelace.md"))
	fmt.Println(SlugOf("日本語 ノート.md"))
	fmt.Println(SlugOf("🔥.md"))
	// Output:
	// people/ada-lovelace
	// 日本語-ノート
	// u1f525
}

func ExampleAssignSlugs() {
	slugs, collisions := AssignSlugs([]string{"lang/c.md", "lang/C++.md"}, nil)
	fmt.Println(slugs["lang/c.md"], slugs["lang/C++.md"])
	fmt.Println(collisions[0].Path, "gave way to", collisions[0].With)
	// Output:
	// lang/c lang/c-b465
	// lang/C++.md gave way to lang/c.md
}

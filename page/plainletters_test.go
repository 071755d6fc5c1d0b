package page

import (
	"testing"

	"brain/db"
)

func TestLettersOfOtherLooksAreFoundAsPlainOnes(t *testing.T) {
	for name, want := range map[string]string{"ﬁle": "file", "Ｆｕｌｌ": "full", "x²": "x2", "½": "½", "한글": "한글", "日本": "日本", "Cafe\u0301": "café"} {
		if got := fold(name); got != want {
			t.Errorf("%s is compared as %s, want %s", name, got, want)
		}
	}
	d := openStore(t)
	folder{"uni/ﬁle.md": "text", "a.md": "[[file]] and [[ﬁle]]"}.sync(t, d, "/vault")
	read(t, d, func(tx *db.Tx) error {
		for _, name := range []string{"file", "ﬁle", "File", "uni/ﬁle"} {
			if got, err := Resolve(tx, name); got != "uni/ﬁle" {
				t.Errorf("%q is %q (%v)", name, got, err)
			}
		}
		return nil
	})
	if got := edges(t, d); len(got) == 0 || got[0] != "a mentions uni/ﬁle" {
		t.Errorf("links %v", got)
	}
}

package page

import (
	"errors"
	"testing"

	"brain/db"
)

func TestANameIsLikeAPageOnlyIfTheyShareSomething(t *testing.T) {
	pages := map[string]string{"people/ada": "# Ada Lovelace", "notes/日本の歴史": "# History", "c_d": "# Underscore", "100%": "# Percent",
		"companies/acme-corp": "# Acme Corp", "companies/acme-labs": "# The Laboratories", "fire": "# 🔥🔥", "cafe-noir": "# Café noir"}
	d := openStore(t)
	for slug, text := range pages {
		put(t, d, slug, text)
	}
	for name, want := range map[string]string{
		"日本": "notes/日本の歴史", "日": "notes/日本の歴史", "中国": "", "é": "", "ö": "", "%": "", "%%": "", "???": "", "🔥": "", "' - '": "", " - ": "", "-": "", `\`: "", "_": "",
		"people_ada": "", "c_d": "c_d", "a_a": "", "中 a": "", "ada": "people/ada", "Ada Lovelac": "people/ada", "lovelace": "people/ada",
		"companies/acme": "several", "acme": "several", "acme-corp": "companies/acme-corp", "acme corp": "companies/acme-corp", "Café": "cafe-noir",
	} {
		read(t, d, func(tx *db.Tx) error {
			got, err := Resolve(tx, name)
			var several *Ambiguous
			if errors.As(err, &several) {
				got = "several"
			} else if err != nil && !errors.Is(err, ErrNoPage) {
				t.Error(err)
			}
			if got != want {
				t.Errorf("%q is %q, want %q (%v)", name, got, want, err)
			}
			return nil
		})
	}
}

package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTimelineSplit(t *testing.T) {
	type split struct{ Truth, Timeline string }
	for _, tt := range []struct{ name, body, truth, timeline string }{
		// Where GBrain 0.46.28 splits alike.
		{"comment", "a\n\n<!-- timeline -->\n\nb", "a", "b"},
		{"comment without spaces, the first counts", "a\n<!--timeline-->\nb\n<!-- timeline -->\nc", "a", "b\n<!-- timeline -->\nc"},
		{"plain rule", "a\n\n---\n\nb", "a\n\n---\n\nb", ""},
		{"rule and heading", "a\n\n---\n\n## Timeline\n\n- x", "a", "## Timeline\n\n- x"},
		{"dated section moves alone", "a\n\n## Timeline\n\n- 2020-01-01: f\n\n## Notes\nr", "a\n\n## Notes\nr", "## Timeline\n\n- 2020-01-01: f"},
		{"history in prose", "a\n\n## History\n\nprose", "a\n\n## History\n\nprose", ""},
		{"words between dashes", "--- timeline ---\nb", "", "b"},
		{"section that is all there is", "## Timeline\n\n- 2020-01-01 x", "## Timeline\n\n- 2020-01-01 x", ""},
		{"another rule", "a\n***\n## Timeline\n- x", "a\n***\n## Timeline\n- x", ""},
		// Where it does not.
		{"longer heading", "a\n\n---\n\n## History & Reach\n\nx", "a\n\n---\n\n## History & Reach\n\nx", ""},
		{"rule and heading in a fence", "a\n```\n---\n## Timeline\n```\nz", "a\n```\n---\n## Timeline\n```\nz", ""},

		{"v0: rule and dated list", "a\n\n---\n\n- 2013-07-01: Published\n- 2024-11-15: Cited", "a", "- 2013-07-01: Published\n- 2024-11-15: Cited"},
		{"v0: the rule before the list", "a\n\n---\n\nb\n\n---\n- 2013-07-01: p", "a\n\n---\n\nb", "- 2013-07-01: p"},
		{"v0: continuations", "a\n\n---\n- 2013-07: p\n  more\n\n  * sub\n- **2014** | q", "a", "- 2013-07: p\n  more\n\n  * sub\n- **2014** | q"},
		{"v0: slips stay in the list", "a\n\n---\n\n- 2021-01-01: b\n- **2022-02-02** | c\n- 2023-13-45: d\n- e", "a", "- 2021-01-01: b\n- **2022-02-02** | c\n- 2023-13-45: d\n- e"},
		{"v0: a list without dates", "a\n\n---\n\n- b\n- 2021-01-01: c", "a\n\n---\n\n- b\n- 2021-01-01: c", ""},
		{"v0: mostly without dates", "a\n\n---\n\n- 2021-01-01: c\n- d\n- e", "a\n\n---\n\n- 2021-01-01: c\n- d\n- e", ""},
		{"v0: text after the list", "a\n\n---\n\n- 2021-01-01: c\n\nd", "a\n\n---\n\n- 2021-01-01: c\n\nd", ""},
		{"v0: nothing above", "---\n\n- 2021-01-01: c", "---\n\n- 2021-01-01: c", ""},
		{"v0: numbers are no dates", "a\n\n---\n\n- 2048 is a game", "a\n\n---\n\n- 2048 is a game", ""},
		{"v0: in a fence", "a\n\n```\n---\n- 2021-01-01: c\n```", "a\n\n```\n---\n- 2021-01-01: c\n```", ""},
		{"heading by dashes", "a\n\nHeading\n---\n\n- 2021-01-01: c", "a\n\nHeading\n---\n\n- 2021-01-01: c", ""},
		{"rule under a list", "- a\n---\n- 2021-01-01: c", "- a", "- 2021-01-01: c"},
		{"rule under a heading", "# a\n---\n- 2021-01-01: c", "# a", "- 2021-01-01: c"},
		{"rule right under text, then the heading", "a\n---\n## Timeline\nx", "a", "## Timeline\nx"},
		{"heading in another case, closed", "a\n\n---\n## TIMELINE ##\nx", "a", "## TIMELINE ##\nx"},
		{"heading of another level", "a\n\n---\n\n# Timeline\n\nx", "a\n\n---\n\n# Timeline\n\nx", ""},
		{"comment in a fence", "a\n```\n<!-- timeline -->\n```\nb", "a\n```\n<!-- timeline -->\n```\nb", ""},
		{"comment after a fence never closed", "a\n```\nb\n<!-- timeline -->\nc", "a\n```\nb", "c"},
		{"comment within a line", "a <!-- timeline --> b", "a <!-- timeline --> b", ""},
		{"comment wins over an earlier rule", "a\n\n---\n- 2020-01-01: x\n\n<!-- timeline -->\nb", "a\n\n---\n- 2020-01-01: x", "b"},
		{"comment at the top", "<!-- timeline -->\nb", "", "b"},
		{"second section is the dated one", "a\n## History\nprose\n## Timeline\n- 2020-01-01: x\n# Next\ny", "a\n## History\nprose\n# Next\ny", "## Timeline\n- 2020-01-01: x"},
		{"subsections are part of a section", "a\n## Timeline\n- 2020-01-01: x\n### 2019\ny", "a\n## Timeline\n- 2020-01-01: x\n### 2019\ny", ""},
		{"a history in prose behind a rule", "a\n\n---\n\n## History\n\nprose", "a\n\n---\n\n## History\n\nprose", ""},
		{"a dated history behind a rule", "a\n\n---\n\n## History\n\n- 2020: x", "a", "## History\n\n- 2020: x"},
		{"rules between sections", "a\n\n---\n\n## Timeline\n\n- 2020: x\n\n---\n\n## Notes\n\nb", "a\n\n---\n\n---\n\n## Notes\n\nb", "## Timeline\n\n- 2020: x"},
		{"Chinese dates", "a\n\n---\n- 2024年1月2日: x", "a", "- 2024年1月2日: x"},
		{"blank lines at the edges go, indentation stays", "\n\n    a\n\n", "    a", ""},
		{"nothing", "", "", ""},
	} {
		p := Parse("a.md", []byte("---\nk: v\n---\n"+tt.body))
		if diff := cmp.Diff(split{tt.truth, tt.timeline}, split{p.CompiledTruth, p.Timeline}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		crlf := Parse("a.md", []byte(strings.ReplaceAll("---\nk: v\n---\n"+tt.body, "\n", "\r\n")))
		if diff := cmp.Diff(split{tt.truth, tt.timeline}, split{crlf.CompiledTruth, crlf.Timeline}); diff != "" {
			t.Errorf("%s with CRLF (-want +got):\n%s", tt.name, diff)
		}
	}
}

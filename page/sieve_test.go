package page

import (
	"testing"

	"pgregory.net/rapid"

	"brain/fts"
)

func TestASieveKeepsWhatIsAlike(t *testing.T) {
	text := rapid.OneOf(rapid.StringMatching(`[ab C1-]{0,12}`), rapid.StringMatching(`[a-dA-D .é日]{0,20}`), rapid.String())
	kept, dropped := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		sought, title := text.Draw(t, "sought"), text.Draw(t, "title")
		alikeInFull := float64(fts.Similarity(title, sought)) >= alike
		switch may := newSieve(sought).alike(title); {
		case alikeInFull && !may:
			t.Errorf("%q is alike %q", title, sought)
		case may:
			kept++
		default:
			dropped++
		}
	})
	if kept == 0 || dropped == 0 {
		t.Errorf("%d kept, %d dropped", kept, dropped)
	}
}

package extract

import "strings"

// texts keeps copies of texts: of a short one, such as a name, a single copy for all files; of all, many in one piece of memory.
type texts struct {
	known map[string]string
	piece strings.Builder
}

const (
	shortText  = 40      // bytes up to which equal texts are one
	largeText  = 1 << 11 // from which a text has memory of its own
	textPiece  = 1 << 14
	knownTexts = 1 << 18 // after which copies are forgotten
)

// keep gives a copy that is valid UTF-8 without NUL.
func (t *texts) keep(s string) string {
	if s == "" {
		return ""
	}
	if len(s) > shortText {
		return t.copy(clean(s))
	}
	if k, ok := t.known[s]; ok {
		return k
	}
	if t.known == nil || len(t.known) >= knownTexts {
		t.known = map[string]string{}
	}
	k := t.copy(clean(s))
	t.known[k] = k
	return k
}

func (t *texts) copy(s string) string {
	if len(s) >= largeText {
		return strings.Clone(s)
	}
	if t.piece.Cap()-t.piece.Len() < len(s) {
		t.piece.Reset()
		t.piece.Grow(textPiece)
	}
	at := t.piece.Len()
	t.piece.WriteString(s)
	return t.piece.String()[at:]
}

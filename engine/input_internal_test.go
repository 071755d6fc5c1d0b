package engine

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// zeros is a line that never ends, as /dev/zero is, but for its length.
type zeros struct{ left int }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), z.left)
	clear(p[:n])
	z.left -= n
	return n, nil
}

func TestLinesAreReadWhateverTheirLength(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	for text, want := range map[string][]string{
		"":                           nil,
		"\n \r\n":                    nil,
		"a\n\nb":                     {"1 a true", "3 b true"},
		"\xEF\xBB\xBFa":              {"1 a true"},
		long + "\n" + long:           {"1 " + long + " true", "2 " + long + " true"},
		"\xEF\xBB\xBF\n\xEF\xBB\xBF": {"2 \xEF\xBB\xBF true"},
	} {
		var got []string
		err := eachLine(strings.NewReader(text), func(n int, line []byte, whole bool) error {
			got = append(got, fmt.Sprint(n, " ", strings.TrimSpace(string(line)), " ", whole))
			return nil
		})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%.20q: %v (-want +got):\n%.300s", text, err, diff)
		}
	}
}

func TestALineWithoutEndIsNotHeld(t *testing.T) {
	r := io.MultiReader(&zeros{3 * maxLine}, strings.NewReader("\nnext"))
	var got []string
	err := eachLine(r, func(n int, line []byte, whole bool) error {
		if len(line) > maxLine {
			t.Errorf("line %d: %d bytes are held", n, len(line))
		}
		got = append(got, fmt.Sprint(n, whole))
		return nil
	})
	if diff := cmp.Diff([]string{"1 false", "2 true"}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

package fts

import (
	"bufio"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// eachGolden calls f with every line of a file of PostgreSQL goldens and the number of the line.
func eachGolden[T any](t testing.TB, name string, f func(line int, want T)) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "testdata", "postgres", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	n := 0
	for lines.Scan() {
		n++
		var want T
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatalf("%s:%d: %v", name, n, err)
		}
		f(n, want)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("%s holds no lines", name)
	}
	t.Logf("%s: %d lines", name, n)
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestToVectorEqualsPostgreSQL(t *testing.T) {
	type golden struct {
		Text     string
		TSVector string
		NLex     int
		Notices  []string
		Error    string
		Tokens   *[][2]string
	}
	eachGolden(t, "tsvector.jsonl", func(line int, want golden) {
		v, notices, err := ToVector(want.Text)
		if got := message(err); got != want.Error {
			t.Errorf("line %d: error %q, want %q", line, got, want.Error)
		}
		if diff := cmp.Diff(want.TSVector, v.String()); diff != "" {
			t.Errorf("line %d: ToVector(%q) (-want +got):\n%s", line, want.Text, diff)
		}
		if len(v) != want.NLex {
			t.Errorf("line %d: %d lexemes, want %d", line, len(v), want.NLex)
		}
		if diff := cmp.Diff(want.Notices, notices, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("line %d: notices (-want +got):\n%s", line, diff)
		}
		if want.Tokens == nil {
			return
		}
		tokens := [][2]string{}
		for _, tok := range Parse(want.Text) {
			tokens = append(tokens, [2]string{tok.Alias, tok.Text})
		}
		if diff := cmp.Diff(*want.Tokens, tokens); diff != "" {
			t.Errorf("line %d: Parse(%q) (-want +got):\n%s", line, want.Text, diff)
		}
	})
}

func TestToVectorKeepsPostgreSQLsLimits(t *testing.T) {
	type golden struct {
		Gen, P  string
		N       int
		NLex    *int
		Left80  string
		Right80 string
		MD5     string `json:"md5_of_text"`
		Notices []string
		Error   string
	}
	eachGolden(t, "tsvector_limits.jsonl", func(line int, want golden) {
		text := strings.Repeat(want.P, want.N)
		if want.Gen == "seq" {
			words := make([]string, want.N)
			for i := range words {
				words[i] = fmt.Sprint(want.P, i+1)
			}
			text = strings.Join(words, " ")
		}
		v, notices, err := ToVector(text)
		if got := message(err); got != want.Error {
			t.Errorf("line %d: error %q, want %q", line, got, want.Error)
		}
		if diff := cmp.Diff(want.Notices, notices, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("line %d: notices (-want +got):\n%s", line, diff)
		}
		if want.NLex == nil { // PostgreSQL gives no vector, we give all of it
			if want.Gen == "seq" && len(v) != want.N {
				t.Errorf("line %d: %d lexemes beside the error, want %d", line, len(v), want.N)
			}
			return
		}
		s := v.String()
		sum := md5.Sum([]byte(s))
		if len(v) != *want.NLex || hex.EncodeToString(sum[:]) != want.MD5 {
			t.Errorf("line %d: %d lexemes, %.80q … %q; want %d, %.80q … %q",
				line, len(v), s, s[max(0, len(s)-80):], *want.NLex, want.Left80, want.Right80)
		}
	})
}

func BenchmarkToVector(b *testing.B) {
	var texts []string
	size := 0
	eachGolden(b, "merge_staging.jsonl", func(_ int, entry struct{ Content string }) {
		texts = append(texts, entry.Content)
		size += len(entry.Content)
	})
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			ToVector(text)
		}
	}
}

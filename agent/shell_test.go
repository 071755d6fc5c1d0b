package agent_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"brain/agent"
)

func TestCommands(t *testing.T) {
	for _, tc := range []struct {
		script string
		want   [][]string
	}{
		{"", nil},
		{"a b  c", [][]string{{"a", "b", "c"}}},
		{"a; b && c || d | e & f\ng", [][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}, {"f"}, {"g"}}},
		{`a "b c" 'd "e"' f\ g h"i"'j'`, [][]string{{"a", "b c", `d "e"`, "f g", "hij"}}},
		{`a "b \"c\" \d \$e"`, [][]string{{"a", `b "c" \d $e`}}},
		{"a \\\n b\\\nc", [][]string{{"a", "bc"}}},
		{"a # b; c\nd #e", [][]string{{"a"}, {"d"}}},
		{"a#b", [][]string{{"a#b"}}},
		{`a $(b c) "$(d "e f")" ` + "`g h`", [][]string{{"a", "$(b c)", `$(d "e f")`, "`g h`"}, {"b", "c"}, {"d", "e f"}, {"g", "h"}}},
		{`a $((1 + $(b))) ${c:-$(d "}")}`, [][]string{{"a", "$((1 + $(b)))", `${c:-$(d "}")}`}, {"b"}, {"d", "}"}}},
		{"a >b 2>&1 <c 2>>d &>e >|f", [][]string{{"a"}}},
		{"a 2 >b", [][]string{{"a", "2"}}},
		{"a <<< 'b c' d", [][]string{{"a", "d"}}},
		{"a <(b c) >(d)", [][]string{{"a"}, {"b", "c"}, {"d"}}},
		{"a <<E b\nc d $(e)\nE\nf", [][]string{{"a", "b"}, {"e"}, {"f"}}},
		{"a <<'E'\nc d $(e)\nE\nf", [][]string{{"a"}, {"f"}}},
		{"a <<-\tE\n\tc `d`\n\tE\nf", [][]string{{"a"}, {"d"}, {"f"}}},
		{"a <<E && b <<F\nx\nE\ny\nF\nc", [][]string{{"a"}, {"b"}, {"c"}}},
		{"a <<E\nnever ended $(b", [][]string{{"a"}, {"b"}}},
		{"if a; then b; elif c; then d; else e; fi", [][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}, {"fi"}}},
		{"while a; do { ! time b; }; done", [][]string{{"a"}, {"b"}, {"}"}, {"done"}}},
		{"(a; b) | (c)", [][]string{{"a"}, {"b"}, {"c"}}},
		{"f() { a; }", [][]string{{"f"}, {"a"}, {"}"}}},
		{"a=(b $(c)) d", [][]string{{"a=", "d"}, {"c"}}},
		{"A=1 B='x y' c", [][]string{{"A=1", "B=x y", "c"}}},
		{`a $'b\'c' $"d e"`, [][]string{{"a", "b'c", "d e"}}},
		{`a "b`, [][]string{{"a", "b"}}},
		{`a 'b`, [][]string{{"a", "b"}}},
		{`a $(b`, [][]string{{"a", "$(b"}, {"b"}}},
		{`a \`, [][]string{{"a", ""}}},
		{"`a <`", [][]string{{"`a <`"}, {"a"}}},
		{"a\r\nb\r\n", [][]string{{"a"}, {"b"}}},
	} {
		if diff := cmp.Diff(tc.want, agent.Commands(tc.script), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.script, diff)
		}
	}
}

func TestHostileScriptsEnd(t *testing.T) {
	for _, unit := range []string{"$(", "`", "${", "$((", "\"$(", "<(", "<<E\n", "'", "\\", "a=(", "\"", "{", "$'", "(\n", "<<'"} {
		agent.Commands(strings.Repeat(unit, 100_000))
	}
}

func flags(name string) (string, bool) {
	switch {
	case name != "" && strings.HasPrefix("unified", name):
		return "unified", false
	case name == "json":
		return name, false
	}
	return name, name == "limit" || name == "store" || name == "as-of"
}

func TestQuestions(t *testing.T) {
	unified := func(text string, stores ...string) agent.Asked {
		return agent.Asked{Text: text, Unified: true, Stores: stores}
	}
	for _, tc := range []struct {
		command string
		want    []agent.Asked
	}{
		{`brain query --unified "fixed assets rollforward"`, []agent.Asked{unified("fixed assets rollforward")}},
		{`brain query 'a b' --unified --limit=5`, []agent.Asked{unified("a b")}},
		{`brain query --unified --limit 5 a b`, []agent.Asked{unified("a b")}},
		{`brain query a`, []agent.Asked{{Text: "a"}}},
		{`brain --json query --uni -- --limit 5`, []agent.Asked{unified("--limit 5")}},
		{`brain -q query --unified x`, []agent.Asked{unified("x")}},
		{`brain query --unified=false x`, []agent.Asked{{Text: "x"}}},
		{`brain query --unified --store gbrain --store=memory --store gbrain x`, []agent.Asked{unified("x", "gbrain", "memory")}},
		{`/usr/local/bin/brain query --unified x`, []agent.Asked{unified("x")}},
		{`"$HOME/bin/brain" query --unified x`, []agent.Asked{unified("x")}},
		{`./brain.exe query --unified x`, []agent.Asked{unified("x")}},
		{`BRAIN_DB=/tmp/x.db A= brain query --unified x`, []agent.Asked{unified("x")}},
		{`env -i A=b brain query --unified x`, []agent.Asked{unified("x")}},
		{`command brain query --unified x`, []agent.Asked{unified("x")}},
		{`timeout -k 5 10s nice -n 5 brain query --unified x`, []agent.Asked{unified("x")}},
		{`sudo -u me brain query --unified x`, []agent.Asked{unified("x")}},
		{`echo x | xargs -I {} brain query --unified {}`, []agent.Asked{unified("{}")}},
		{"cd /x && brain query --unified \"a\" | head -5; brain query --unified b\nbrain query c &", []agent.Asked{unified("a"), unified("b"), {Text: "c"}}},
		{`if brain query --unified x >/dev/null 2>&1; then echo y; fi`, []agent.Asked{unified("x")}},
		{`A=$(brain query --unified "$Q")`, []agent.Asked{unified("$Q")}},
		{"echo \"`brain query --unified x`\"", []agent.Asked{unified("x")}},
		{`bash -lc 'brain query --unified "x y"'`, []agent.Asked{unified("x y")}},
		{`eval "brain query --unified x"`, []agent.Asked{unified("x")}},
		{"cat <<EOF | sh\nbrain query --unified x\nEOF", []agent.Asked{unified("x")}},
		{"bash <<'EOF'\ncd /x\nbrain query --unified 'x y'\nEOF\nbrain query z", []agent.Asked{unified("x y"), {Text: "z"}}},
		{"sh -s <<X a b\nbrain query --unified x\nX", []agent.Asked{unified("x")}},
		{"cat <<-'EOF' |\n\tbrain query --unified x\n\tEOF\ntee f | sudo bash -euo pipefail", []agent.Asked{unified("x")}},
		{"<<EOF sh\nbrain query --unified x\nEOF", []agent.Asked{unified("x")}},
		{`bash <<< 'brain query --unified x'`, []agent.Asked{unified("x")}},
		{`echo 'brain query --unified "x y"' | sh`, []agent.Asked{unified("x y")}},
		{`echo -e 'cd x\nbrain query --unified x' |& bash /dev/stdin`, []agent.Asked{unified("x")}},
		{`printf '%s\n' 'brain query a' 'brain query b' | bash`, []agent.Asked{{Text: "a"}, {Text: "b"}}},
		{`bash -euo pipefail -c 'brain query --unified x'`, []agent.Asked{unified("x")}},
		{"bash <<EOF\nbrain query --unified \"$(brain query y)\"\nEOF", []agent.Asked{unified("$()"), {Text: "y"}}},
		{`eval "$(brain query --unified x)"`, []agent.Asked{unified("x")}},
		{"x=$(cat <<EOF | bash\nbrain query --unified x\nEOF\n)", []agent.Asked{unified("x")}},
		{"cat <<A\n$(bash <<< 'brain query a')\nA", []agent.Asked{{Text: "a"}}},
		{`brain query --unified x --limit 5 -- --help`, []agent.Asked{unified("x --help")}},

		{"brain query --help", nil},
		{"brain query --unified x -h", nil},
		{"bash script.sh <<'EOF'\nbrain query x\nEOF", nil},
		{"bash -c true <<'EOF'\nbrain query x\nEOF", nil},
		{"bash 3<<'EOF'\nbrain query x\nEOF", nil},
		{"bash <<'EOF' <file\nbrain query x\nEOF", nil},
		{"cat <<'EOF' | grep sh\nbrain query x\nEOF", nil},
		{"cat file - <<'EOF' | grep sh\nbrain query x\nEOF", nil},
		{"echo 'brain query x' || bash", nil},
		{"echo 'brain query x' > f; bash", nil},
		{"brain query \\\n  --unified x", []agent.Asked{unified("x")}},
		{`"brain" 'query' --unified x`, []agent.Asked{unified("x")}},

		{`echo "brain query --unified x"`, nil},
		{`grep -r 'brain query --unified' .`, nil},
		{`echo brain query --unified x`, nil},
		{`git commit -m "brain query; brain query --unified x"`, nil},
		{`# brain query --unified x`, nil},
		{`ls # brain query --unified x`, nil},
		{`mybrain query --unified x`, nil},
		{`brain-merge query --unified x`, nil},
		{`brain search query`, nil},
		{`brain save --title query --content "brain query"`, nil},
		{`brain help query`, nil},
		{`sudo -u me echo brain query x`, nil},
		{`bash script.sh -c 'brain query x'`, nil},
		{`cat brain query`, nil},
		{`a=(brain query --unified x)`, nil},
		{"cat <<'EOF'\nbrain query --unified x\n$(brain query y)\nEOF", nil},
		{`brain`, nil},
		{``, nil},
	} {
		if diff := cmp.Diff(tc.want, agent.Questions(tc.command, flags)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.command, diff)
		}
	}
}

func TestACommandWithManyQuestionsIsCutOff(t *testing.T) {
	if n := len(agent.Questions(strings.Repeat("brain query x;", 1000), flags)); n != 20 {
		t.Errorf("%d questions", n)
	}
	nested := "brain query --unified x"
	for range 10 {
		nested = "eval '" + strings.ReplaceAll(nested, "'", `'\''`) + "'"
	}
	agent.Questions(nested, flags)
}

func FuzzQuestions(f *testing.F) {
	for _, s := range []string{"brain query --unified x", "a <<E\n$(brain query)\nE", "bash -c 'brain query $(x'", "`brain query`", "brain=(query) brain query"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, command string) {
		agent.Questions(command, flags)
		// A question after anything that is a whole command is found.
		if strings.ContainsAny(command, "'\"`\\$(){}<>#\n|&;=") || strings.Contains(command, "brain") {
			return
		}
		for _, first := range strings.Fields(command) {
			if strings.ContainsAny(first[:1], "abcdefghijklmnopqrstuvwxyz") && len(agent.Questions(command+"\nbrain query --unified x", flags)) != 1 {
				t.Errorf("not found after %q", command)
			}
			break
		}
	})
}

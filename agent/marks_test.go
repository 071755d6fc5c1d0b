package agent_test

import (
	"strings"
	"testing"

	"brain/agent"
)

// What somebody wrote between brain's marks is kept, below them.
func TestLinesOfAnothersBetweenTheMarksAreKept(t *testing.T) {
	const theirs = "- my own rule\n\n- another\n"
	for name, was := range map[string]string{
		"alone":  "pre\n<!-- brain:begin -->\n" + theirs + "<!-- brain:end -->\npost",
		"summed": "pre\n<!-- brain:begin -->\n" + theirs + "<!-- brain:end 01234567 -->\npost",
	} {
		w := newWorld(t)
		w.write(t, "project/CLAUDE.md", was)
		s := w.setup("claude-code", false)
		apply(t, w, s, false)
		text := w.files(t)["project/CLAUDE.md"]
		if !strings.HasSuffix(text, " -->\n"+theirs+"post") || strings.Count(text, "brain:begin") != 1 {
			t.Errorf("%s: %s", name, text)
		}
		apply(t, w, s, true)
		if text := w.files(t)["project/CLAUDE.md"]; text != "pre\n"+theirs+"post" {
			t.Errorf("%s, undone: %q", name, text)
		}
	}
	// Added later, between the lines of ours.
	w := newWorld(t)
	s := w.setup("claude-code", false)
	s.DB = "/a.db"
	apply(t, w, s, false)
	text := w.files(t)["project/CLAUDE.md"]
	edited := strings.Replace(text, "- Never save", theirs+"- Never save", 1)
	w.write(t, "project/CLAUDE.md", edited)
	s.DB = "/b.db"
	apply(t, w, s, false)
	after := w.files(t)["project/CLAUDE.md"]
	if !strings.HasSuffix(after, " -->\n"+theirs) || strings.Contains(after, "/a.db") || !strings.Contains(after, "/b.db") {
		t.Errorf("edited: %s", after)
	}
	w.write(t, "project/CLAUDE.md", edited)
	apply(t, w, s, true)
	if text := w.files(t)["project/CLAUDE.md"]; text != theirs {
		t.Errorf("undone: %q", text)
	}
}

// Lines of another version of brain are not another's: the sum in the mark tells.
func TestConventionsOfAnotherVersionAreReplaced(t *testing.T) {
	w := newWorld(t)
	const old = "## Memory: brain\n\n- an old rule\n"
	w.write(t, "project/CLAUDE.md", "<!-- brain:begin -->\n"+old+"<!-- brain:end "+agent.Sum(old)[:8]+" -->\n")
	apply(t, w, w.setup("claude-code", false), false)
	if text := w.files(t)["project/CLAUDE.md"]; strings.Contains(text, "an old rule") {
		t.Errorf("%s", text)
	}
}

func TestMarksInACodeFenceAreNone(t *testing.T) {
	for name, was := range map[string]string{
		"whole": "```\n<!-- brain:begin -->\nx\n<!-- brain:end -->\n```\nend\n",
		"half":  "~~~~ md\n```\n<!-- brain:begin -->\n~~~~\n",
	} {
		w := newWorld(t)
		w.write(t, "project/CLAUDE.md", was)
		s := w.setup("claude-code", false)
		apply(t, w, s, false)
		if text := w.files(t)["project/CLAUDE.md"]; !strings.HasPrefix(text, was+"\n<!-- brain:begin -->") {
			t.Errorf("%s: %s", name, text)
		}
		apply(t, w, s, true)
		if text := w.files(t)["project/CLAUDE.md"]; text != was {
			t.Errorf("%s, undone: %q", name, text)
		}
	}
	w := newWorld(t)
	w.write(t, "project/CLAUDE.md", "```\nnever closed\n")
	apply(t, w, w.setup("claude-code", false), false)
	if again := apply(t, w, w.setup("claude-code", false), false); again.Changed() {
		t.Error("in a fence that is never closed the block is not found again")
	}
}

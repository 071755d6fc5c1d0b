package memory

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// MaxTalk is how much of a transcript one harvest looks at, in code points: the end of it (brain-cli 3.4.0).
const MaxTalk = 60_000

// Format is the form of a transcript.
type Format string

// The forms known. A file's content decides, not its name.
const (
	ClaudeCode Format = "claude-code" // a line each: {"type":"user"|"assistant","message":{"content":…}}
	Codex      Format = "codex"       // a line each: {"type":"response_item","payload":{"type":"message",…}}, or the bare message
	PlainText  Format = "text"
)

// Delta is what a transcript gained since it was last harvested.
type Delta struct {
	// Text is what was said: `USER: …` and `ASSISTANT: …` parted by blank lines, without calls and results of tools, without
	// what brain itself had printed and without secrets; plain text as it is. At most the last MaxTalk code points.
	Text string
	// Chars is how many code points Text had before it was cut.
	Chars int
	// Next is where the next harvest begins. Keep it only when this one has succeeded.
	Next      Watermark
	Format    Format
	Restarted bool      // the file is another than the watermark was taken of: it was read from its start
	Echoes    int       // lines dropped because brain had printed them
	Secrets   []Finding // taken out, by kind
	Skipped   []Skip    // lines too long to be read
	Pending   int64     // bytes of a last line that is not finished; the next harvest reads it
	folder    string    // where the session ran, if the transcript says so and its folder does not
}

// Skip is a line that was not read.
type Skip struct {
	Offset int64 // of its first byte
	Bytes  int64
}

// OpenDelta reads what the transcript at file gained since mark was set.
func OpenDelta(file string, mark Watermark) (Delta, error) {
	// To open a named pipe would wait for somebody who writes into it.
	info, err := os.Stat(file)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", file)
	}
	if err != nil {
		return Delta{}, fmt.Errorf("open transcript: %w", err)
	}
	f, err := os.Open(file)
	if err == nil {
		defer f.Close()
		info, err = f.Stat() // it may have grown
	}
	if err != nil {
		return Delta{}, fmt.Errorf("open transcript: %w", err)
	}
	return ReadDelta(f, info.Size(), mark)
}

// ReadDelta reads a transcript of size bytes from the place that mark names. Only whole lines count: a session that goes
// on may be in the middle of one. However large the transcript is, little of it is in memory at a time.
func ReadDelta(r io.ReaderAt, size int64, mark Watermark) (Delta, error) {
	start, restarted, err := mark.start(r, size)
	if err != nil {
		return Delta{}, err
	}
	d := Delta{Restarted: restarted}
	if d.Format, d.folder, err = sniff(r, size); err != nil {
		return Delta{}, err
	}
	t := talk{plain: d.Format == PlainText}
	end, err := eachLine(r, start, size, func(offset int64, line []byte, length int64) {
		switch {
		case line == nil:
			d.Skipped = append(d.Skipped, Skip{offset, length})
		case t.plain:
			t.addPlain(line)
		default:
			if who, text := spokenLine(line); text != "" {
				t.add(who, text)
			}
		}
	})
	if err != nil {
		return Delta{}, err
	}
	d.Pending = size - end
	if d.Next, err = markAt(r, end); err != nil {
		return Delta{}, err
	}
	d.Text, d.Chars = t.text()
	d.Echoes, d.Secrets = t.echoes, t.secrets
	return d, nil
}

// ProjectHint guesses a project from a transcript's path: what follows the last dash in the name of its folder, as Claude
// Code names folders by the path of the project with dashes for slashes; else "general".
func ProjectHint(file string) string {
	dir := path.Base(path.Dir(filepath.ToSlash(file)))
	if i := strings.LastIndexByte(dir, '-'); i >= 0 {
		dir = dir[i+1:]
	}
	if dir == "" || dir == "." || dir == "/" || dir == ".." {
		return "general"
	}
	return dir
}

// Project guesses the project of the transcript at file. Codex keeps its transcripts in folders named by day, and names
// the folder of the session inside.
func (d Delta) Project(file string) string {
	if d.folder != "" {
		return path.Base(d.folder)
	}
	return ProjectHint(file)
}

// talk gathers what is said and keeps the end of it.
type talk struct {
	plain   bool
	parts   []string
	kept    int // code points in parts
	let     int // code points that are no longer in parts, with the blank lines between
	buf     []byte
	echoes  int
	secrets []Finding
}

// maxUncut is how many bytes of a text are kept before echoes and secrets are taken out: several times what can be left
// in the end, so that a key or a block that begins before the last MaxTalk is still recognised.
const maxUncut = 2 << 20

func (t *talk) add(who, text string) {
	// A message is cleaned before it is cut to what can be kept: half a secret would not be recognised.
	if len(text) > maxUncut {
		from := len(text) - maxUncut
		for from < len(text) && !utf8.RuneStart(text[from]) {
			from++
		}
		t.let += utf8.RuneCountInString(text[:from])
		text = text[from:]
	}
	text, n := DropEchoes(text)
	t.echoes += n
	text, found := Redact(text)
	t.secrets = AddFindings(t.secrets, found...)
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	t.push(who + ": " + text)
}

func (t *talk) push(part string) {
	if n := utf8.RuneCountInString(part); n > MaxTalk {
		t.let += n - MaxTalk
		part = lastRunes(part, n, MaxTalk)
	}
	t.parts = append(t.parts, part)
	t.kept += utf8.RuneCountInString(part)
	for len(t.parts) > 1 {
		first := utf8.RuneCountInString(t.parts[0])
		if t.kept-first < MaxTalk {
			break
		}
		t.kept -= first
		t.let += first + 2
		t.parts = t.parts[1:]
	}
}

func (t *talk) addPlain(line []byte) {
	t.buf = append(t.buf, line...)
	if len(t.buf) > 2*maxUncut {
		cut := len(t.buf) - maxUncut
		for cut < len(t.buf) && t.buf[cut-1] != '\n' {
			cut++
		}
		t.let += utf8.RuneCount(t.buf[:cut])
		t.buf = append(t.buf[:0], t.buf[cut:]...)
	}
}

// text is the end of what was gathered, and how long all of it was.
func (t *talk) text() (string, int) {
	if t.plain {
		text, n := DropEchoes(cleanText(string(t.buf)))
		t.echoes += n
		text, t.secrets = Redact(text)
		if strings.TrimSpace(text) != "" {
			t.push(text)
		}
	}
	text := strings.Join(t.parts, "\n\n")
	n := utf8.RuneCountInString(text)
	return lastRunes(text, n, MaxTalk), t.let + n
}

// lastRunes is the last limit code points of s, which has n.
func lastRunes(s string, n, limit int) string {
	for ; n > limit; n-- {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	return s
}

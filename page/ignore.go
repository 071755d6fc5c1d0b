package page

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"strings"
)

// maxIgnoreFile bounds what is read of a .gitignore.
const maxIgnoreFile = 1 << 20

// An ignoreRule is one pattern of a .gitignore file (gitignore(5)).
type ignoreRule struct {
	dir     string // directory of the file, "" for the root
	re      *regexp.Regexp
	keep    bool // the pattern began with '!'
	dirOnly bool // it ended in '/'
	inPath  bool // it is matched against the path below dir, not the name alone
	line    int  // where it is written
	text    string
}

func (r ignoreRule) String() string {
	return fmt.Sprintf("%s:%d: %s", path.Join(r.dir, ".gitignore"), r.line, r.text)
}

// ignoreRules are in rising precedence: the last match decides.
type ignoreRules []ignoreRule

// with returns the rules followed by those of a .gitignore in dir. Rules of
// sibling directories never mix, for the result is a copy.
func (rs ignoreRules) with(dir, text string) ignoreRules {
	if text == "" {
		return rs
	}
	all := append(ignoreRules{}, rs...)
	for i, line := range strings.Split(unifyNewlines(text), "\n") {
		if r, ok := parseIgnore(line); ok {
			r.dir, r.line, r.text = dir, i+1, line
			all = append(all, r)
		}
	}
	return all
}

// exclude says whether the rules leave a path out, and which one decides. That of
// its parents is decided before: whoever walks does not enter an excluded
// directory.
func (rs ignoreRules) exclude(rel string, isDir bool) (by ignoreRule, ok bool) {
	for i := len(rs) - 1; i >= 0; i-- {
		r := rs[i]
		if r.dirOnly && !isDir {
			continue
		}
		target := path.Base(rel)
		if r.inPath {
			target = rel
			if r.dir != "" {
				target = strings.TrimPrefix(rel, r.dir+"/")
			}
		}
		if r.re.MatchString(target) {
			return r, !r.keep
		}
	}
	return ignoreRule{}, false
}

// parseIgnore reads one line; ok is false for blank lines, comments and patterns
// that are none.
func parseIgnore(line string) (r ignoreRule, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return r, false
	}
	if r.keep = line[0] == '!'; r.keep {
		line = line[1:]
	}
	if r.dirOnly = strings.HasSuffix(line, "/"); r.dirOnly {
		line = line[:len(line)-1]
	}
	r.inPath = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return r, false
	}
	re, err := regexp.Compile(globExpr(line))
	if err != nil {
		return r, false
	}
	r.re = re
	return r, true
}

// globExpr translates a pattern to a regular expression, whose matching takes
// linear time whatever the stars.
func globExpr(glob string) string {
	var b strings.Builder
	b.WriteString(`(?s)^`)
	for i := 0; i < len(glob); {
		rest := glob[i:]
		atStart := i == 0 || glob[i-1] == '/'
		switch {
		case atStart && strings.HasPrefix(rest, "**/"):
			b.WriteString(`(?:.*/)?`)
			i += 3
		case atStart && rest == "**":
			b.WriteString(`.+`)
			i += 2
		case rest[0] == '*':
			b.WriteString(`[^/]*`)
			i++
		case rest[0] == '?':
			b.WriteString(`[^/]`)
			i++
		case rest[0] == '[':
			class, n := globClass(rest)
			b.WriteString(class)
			i += n
		case rest[0] == '\\' && len(rest) > 1:
			b.WriteString(regexp.QuoteMeta(rest[1:2]))
			i += 2
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
			i++
		}
	}
	b.WriteString(`$`)
	return b.String()
}

// globClass translates a bracket expression at the head of s and returns its
// length; a '[' that opens none stands for itself.
func globClass(s string) (class string, n int) {
	i := 1
	not := ""
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		not = "^"
		i++
	}
	from := i
	if i < len(s) && s[i] == ']' {
		i++
	}
	for i < len(s) && s[i] != ']' {
		i++
	}
	if i >= len(s) {
		return `\[`, 1
	}
	body := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `^`, `\^`).Replace(s[from:i])
	return "[" + not + body + "]", i + 1
}

// readIgnoreFile returns the text of a .gitignore, "" if there is none that can
// be read. A pipe or device of that name would block and is passed over.
func readIgnoreFile(name string) string {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxIgnoreFile {
		return ""
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}

package memory

import (
	"math"
	"strings"

	"brain/pattern"
)

var (
	// identifier is a word of a program or of a text, not of a generator: words joined by _ or -, digits at most at the end.
	identifier = pattern.Lazy(`^_*[A-Za-z]+(?:[_-]+[A-Za-z]+)*(?:[_-]?[vV]?[0-9]{1,3})?$`)
	snakeCase  = pattern.Lazy(`^[a-z]+(?:_[a-z]+)+[0-9]*$`)
	dotted     = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_]*(?:\??\.[A-Za-z_][A-Za-z0-9_]*)+$`)
	dated      = pattern.Lazy(`^[0-9]{4}-[0-9]{2}-[0-9]{2}`)
	masked     = pattern.Lazy(`^[*xX.•…_-]+$`)
	stand      = pattern.Lazy(`(?i)^(?:your|example|changeme|change-me|placeholder|dummy|redacted|todo)`)
	anyLetter  = pattern.Lazy(`\pL`)
	passName   = pattern.Lazy(`(?i)(?:passw(?:or)?d|passphrase|pwd)\\?["']?[ \t]*(?:[:=>]+[ \t]*\\?["']?)?$`)
)

func hasDigit(_, value string, _ bool) bool { return strings.ContainsAny(value, "0123456789") }

// mixed tells an AWS secret key from the 40 hex digits of a git commit and from words joined by slashes.
func mixed(_, value string, _ bool) bool {
	return strings.ContainsAny(value, "0123456789") && value != strings.ToLower(value) && value != strings.ToUpper(value)
}

// longRun tells a generated key from words joined by dashes, as in a class name of a style sheet.
func longRun(_, value string, _ bool) bool {
	for part := range strings.FieldsFuncSeq(value[len("sk-"):], func(r rune) bool { return r == '-' || r == '_' }) {
		if len(part) >= 20 {
			return true
		}
	}
	return mixed("", value, false)
}

// tokenLike tells a generated value from words.
func tokenLike(_, value string, _ bool) bool {
	return strings.ContainsAny(value, "0123456789") && anyLetter().MatchString(value) && entropy(value) >= 3 &&
		!identifier().MatchString(value) && !dated().MatchString(value)
}

// notPlaceholder refuses references to a secret and stand-ins for one.
func notPlaceholder(_, value string, _ bool) bool {
	return !strings.HasPrefix(value, "$") && !strings.HasPrefix(value, "%") && !strings.HasPrefix(value, "<") &&
		!strings.HasPrefix(value, "{") && !strings.Contains(value, "${") && !masked().MatchString(value) && !stand().MatchString(value)
}

// assigned judges a value that was given to a sensitive name. People choose passwords, so a word with a digit is enough
// there; tokens and keys are generated, so they have entropy. An unquoted value may be code, which is none.
func assigned(before, value string, quoted bool) bool {
	if !notPlaceholder("", value, quoted) {
		return false
	}
	if !quoted && (strings.ContainsAny(value, "(){}[]<>") || strings.Contains(value, "::") || strings.Contains(value, "->") ||
		strings.HasPrefix(value, "/") || strings.HasPrefix(value, "./") || strings.HasPrefix(value, "~") || dotted().MatchString(value)) {
		return false
	}
	if strings.Contains(value, "://") {
		return false // its own rule looks at the password inside
	}
	if passName().MatchString(before) {
		onlyLetters := !strings.ContainsFunc(value, func(r rune) bool {
			return !(r == ' ' || r == '_' || r == '-' || r == '.' || anyLetter().MatchString(string(r)))
		})
		return len(value) >= 6 && !onlyLetters && !snakeCase().MatchString(value) && !dated().MatchString(value)
	}
	return len(value) >= 12 && !strings.Contains(value, " ") && tokenLike("", value, quoted)
}

// entropy is Shannon's, in bits for each byte.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	var bits float64
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

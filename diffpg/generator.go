package main

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// generator makes random inputs, the same ones for the same seed.
type generator struct {
	*rand.Rand
	corpus []string // recorded texts, which are mutated
}

func newGenerator(seed uint64, kind string, corpus []string) *generator {
	h := fnv.New64a()
	h.Write([]byte(kind))
	return &generator{rand.New(rand.NewPCG(seed, h.Sum64())), corpus}
}

// chance is true once in n.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func (g *generator) between(lo, hi int) int { return lo + g.IntN(hi-lo+1) }

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// times joins n pieces.
func (g *generator) times(n int, piece func() string) string {
	var b strings.Builder
	for range n {
		b.WriteString(piece())
	}
	return b.String()
}

// text is any text: composed of the things that texts are made of, one recorded before with changes, or a heap of
// characters that mean something to the parser.
func (g *generator) text() string {
	switch g.IntN(10) {
	case 0, 1, 2:
		return g.mutated(pick(g, g.corpus))
	case 3, 4:
		return g.heap(g.between(1, 40))
	case 5:
		return g.mutated(g.composed(g.between(1, 12)))
	default:
		return g.composed(g.between(1, 25))
	}
}

func (g *generator) composed(n int) string {
	return g.times(n, func() string { return g.piece() + g.gap() })
}

func (g *generator) gap() string {
	switch g.IntN(12) {
	case 0:
		return ""
	case 1:
		return pick(g, []string{"\n", "\t", "\r\n", "  ", "\v", "\f", "\u00a0", "\u2007", "\u202f", "\u3000", "\u2028", "\u0085", "\u1680"})
	case 2:
		return pick(g, []string{", ", ". ", "; ", ": ", "! ", "? ", " - ", " — ", "/", "-", "_", ".", "'", "’", "\"", "(", ") ", "[", "]", "@", "&", "+", "=", "~", "|", "\\"})
	}
	return " "
}

// piece is one word, number, address, tag or other thing of a text.
func (g *generator) piece() string {
	switch g.IntN(26) {
	case 0, 1, 2, 3, 4, 5:
		return g.word()
	case 6:
		return pick(g, stopWords)
	case 7:
		return g.identifier()
	case 8:
		return pick(g, []string{"http://", "https://", "ftp://", "x_y://", "HTTP://", "", "//", "mailto:"}) + g.host() + g.path("/")
	case 9:
		return g.word() + pick(g, []string{"", ".", "_", "-", "+", "1"}) + pick(g, []string{"", g.word()}) + "@" + g.host()
	case 10:
		return g.host()
	case 11:
		return pick(g, []string{"", "/", "./", "../", "~/", "~", "..", "//", "C:\\"}) + g.word() + g.path("/")
	case 12:
		return pick(g, []string{"", "v", "-", "+", "V"}) + g.digits() + g.times(g.between(1, 4), func() string { return "." + g.digits() })
	case 13, 14:
		return g.number()
	case 15:
		return g.word() + g.times(g.between(1, 4), func() string {
			return pick(g, []string{"-", "-", "-", "--", "‐", "-\u00ad"}) + pick(g, []string{g.word(), g.digits(), pick(g, stopWords), g.foreign(), g.word() + g.digits()})
		})
	case 16:
		return g.word() + pick(g, []string{"'", "’", "`", "ʼ"}) + pick(g, []string{"s", "t", "ll", "re", g.word()})
	case 17:
		return g.tag()
	case 18:
		return pick(g, []string{"&amp;", "&lt;", "&#39;", "&#x2F;", "&nbsp;", "&#X1f;", "&bad", "&;", "&#;", "&a1;", "&#12a;", "&#x;", "&é;"})
	case 19:
		return pick(g, []string{"<script>", "<style>", "<script type=\"a>b\">", "<STYLE media='x'>"}) + g.composed(g.IntN(4)) + pick(g, []string{"</script>", "</style>", "</SCRIPT >", "", "<b>", "</script"})
	case 20, 21:
		return g.foreign()
	case 22:
		return g.odd()
	case 23:
		return string(g.anyRune())
	case 24:
		if g.chance(20) {
			return g.long()
		}
		return g.word() + g.digits()
	default:
		return g.heap(g.between(1, 6))
	}
}

func (g *generator) word() string {
	w := pick(g, words)
	switch g.IntN(8) {
	case 0:
		return strings.ToUpper(w)
	case 1:
		return strings.ToUpper(w[:1]) + w[1:]
	case 2:
		return w + pick(g, []string{"s", "ing", "ed", "ly", "ness", "ation", "er", "ies", "fulness", "ational"})
	}
	return w
}

func (g *generator) identifier() string {
	switch g.IntN(5) {
	case 0:
		return g.word() + "_" + g.word() + pick(g, []string{"", "()", "_" + g.digits(), "[0]", "::" + g.word()})
	case 1:
		w := pick(g, words)
		return pick(g, words) + strings.ToUpper(w[:1]) + w[1:]
	case 2:
		return g.word() + "." + g.word() + pick(g, []string{"", "()", "." + g.word(), "(x)"})
	case 3:
		return pick(g, []string{"x86_64", "utf-8", "sha256", "std::vector<Node>", "List<String>", "map[string]int", "a->b", "C++", "c#", "f(x)", "$VAR", "%s", "0x1F", "1e5"})
	}
	return strings.ToUpper(g.word()) + "_" + strings.ToUpper(g.word())
}

func (g *generator) host() string {
	return g.times(g.between(1, 3), func() string { return pick(g, []string{g.word(), g.digits(), "a", "x-y", "a_b", g.word() + "-"}) + "." }) +
		pick(g, []string{"com", "org", "md", "go", "c", "co.uk", "x1", "1x", "é", "museum"}) +
		pick(g, []string{"", "", "", ":8080", ":", ":x", "."})
}

func (g *generator) path(sep string) string {
	return g.times(g.IntN(4), func() string {
		return sep + pick(g, []string{g.word(), g.digits(), "..", ".", "", "~", "a_(b)", "x.go", "%20", "é", "a,b", "q?a=b&c=d#e", ";p", "*"})
	})
}

func (g *generator) digits() string {
	return g.times(g.between(1, pick(g, []int{1, 2, 4, 20})), func() string { return string(rune('0' + g.IntN(10))) })
}

func (g *generator) number() string {
	return pick(g, []string{"", "", "-", "+", "--", "+-", "±"}) + pick(g, []string{g.digits(), "", "0"}) +
		pick(g, []string{"", "." + g.digits(), ".", "," + g.digits(), "/" + g.digits(), "-" + g.digits(), ":" + g.digits()}) +
		pick(g, []string{"", "", "e5", "E-10", "e+3", "e", "MB", "%", "th", "px", "e1e", "\u0301", "é"})
}

func (g *generator) tag() string {
	name := pick(g, []string{"b", "a", "br", "DIV", "h1", "x:y", "node", "é", "?xml", "!DOCTYPE html", "!--", "!", "1", ""})
	attribute := pick(g, []string{"", " href=\"http://a.b/c\"", " x='a>b'", " y=\"it\\\"s\"", " a = b", " c, d", "\n k", " é", "\""})
	return "<" + pick(g, []string{"", "", "/", "</"}) + name + attribute + pick(g, []string{">", ">", "/>", " >", "-->", "", "?>"})
}

// foreign is a word of another script, or of Latin with marks.
func (g *generator) foreign() string {
	return pick(g, []string{
		"日本語テスト", "中文", "한국어", "Привет", "МОСКВА", "Ελληνικά", "ΟΔΟΣ", "שלום", "العربية", "हिन्दी", "ไทย", "தமிழ்", "ქართული",
		"naïve", "café", "cafe\u0301", "Ångström", "straße", "STRAẞE", "İstanbul", "ışık", "Łódź", "œuvre", "ﬁne", "Ⅷ", "१२३", "٣٤", "½", "x²",
		"Ⓐ", "ＡＢＣ", "ǅ", "ŉ", "\u212a", "ſ", "Ⱥ", "ᏣᎳᎩ", "ꭰ", "𐐀𐐨", "𝐀", "𠀀",
	})
}

// odd is a character that is easily taken for something else, or for nothing.
func (g *generator) odd() string {
	return pick(g, []string{
		"\u200b", "\u200c", "\u200d", "\u00ad", "\ufeff", "\u2060", "\u061c", "\u180e", "\u0301", "\u20dd", "\u0345", "\u0903", "\u0f3e", "\u0c04",
		"🔥", "👩\u200d💻", "🇩🇪", "1\ufe0f\u20e3", "€", "™", "…", "\u2011", "\u30fb", "\u0640", "\ufffd", "\ufffe", "\U0010ffff", "\ue000", "\x01", "\x7f", "\u0080",
		"\u0e31", "\u1b44", "\ua953", "\U00016fe4", "\u0cf3", "\U00031350", "\U0001e030",
	}) + pick(g, []string{"", g.word()})
}

// long is a token near one of the limits: 255 positions, stems of 1,000 bytes, lexemes of 2,046.
func (g *generator) long() string {
	unit := pick(g, []string{"a", "é", "ab-", "1", "ing", "x/", "a.", "日"})
	n := pick(g, []int{255, 256, 1000, 1001, 2046, 2047, 2048}) + g.IntN(3) - 1
	return strings.Repeat(unit, n/len(unit)+1)[:n-n%len(unit)]
}

const meaningful = "<>/&;:@.-_+~'\"()[]{}!|*,=?#%\\ \t\n0123456789aAbeExXzé’\u0301日"

// heap is characters that mean something to one of the parsers, in no order.
func (g *generator) heap(n int) string {
	runes := []rune(meaningful)
	few := make([]rune, g.between(2, 10))
	for i := range few {
		few[i] = pick(g, runes)
	}
	return g.times(n, func() string { return string(pick(g, few)) })
}

// anyRune is any character that PostgreSQL stores.
func (g *generator) anyRune() rune {
	for {
		r := rune(1 + g.IntN(pick(g, []int{0x7f, 0x7ff, 0xffff, 0x1ffff, utf8.MaxRune})))
		if utf8.ValidRune(r) {
			return r
		}
	}
}

// mutated is the text with one to five changes: pieces cut out, doubled, moved, replaced or put in.
func (g *generator) mutated(s string) string {
	const most = 3000
	runes := []rune(s)
	if len(runes) > most {
		from := g.IntN(len(runes) - most)
		runes = runes[from : from+most]
	}
	for range g.between(1, 5) {
		from := g.IntN(len(runes) + 1)
		to := from + g.IntN(min(len(runes)-from, 12)+1)
		var put string
		switch g.IntN(6) {
		case 0: // cut out
		case 1:
			put = string(runes[from:to]) + string(runes[from:to])
		case 2:
			other := g.IntN(len(runes) + 1)
			put = string(runes[other:min(other+g.IntN(8), len(runes))]) + string(runes[from:to])
		case 3:
			put = string(g.anyRune())
		case 4:
			put = string(pick(g, []rune(meaningful)))
		default:
			put = string(runes[from:to]) + g.piece()
		}
		runes = append(append(append([]rune(nil), runes[:from]...), []rune(put)...), runes[to:]...)
	}
	return string(runes)
}

var words = strings.Fields(`a ability access account action addition agent alpha analysis archive argument array asset balance batch
	beta boolean branch brain bridge buffer build cache calendar call careful cat change charge chunk citation city class client close code
	column commit company compile compute config connect content copy count create customer daily data date day deploy depreciation design
	dog driver duplicate edge electricity embed encode engine entity entry error event example export factor fast feed file filter fixed flow
	folder forecast format fox function fuzzy general generate generous graph group handle happy hash header history house hybrid index input
	invoice item journal key knowledge language latent layer lease ledger length letter line link list local logic login lying market match
	matrix maximum meeting memory merge message method migrate model monthly movie name network node note number object opening operator
	option order page parse path people person phrase plan policy pony position process product project query question queue quick rank rat
	reader reconcile register release report request review rollforward route run running runs schema score search section semantic server
	session shell signal similar skill skies slug snapshot socket source spec stem store string struct study summary sync system table task
	text theory thread time timeline title token topic trace tree trigger trust tying update user value variance vector version vertex view
	visible week window word work worry write year zebra zero`)

var stopWords = strings.Fields(`i me my we our you your he him she it its they what which who this that these am is are was were be been
	being have has had do does did doing a an the and but if or because as until while of at by for with about against between into through
	during before after above below to from up down in out on off over under again further then once here there when where why how all any
	both each few more most other some such no nor not only own same so than too very s t can will just don should now`)

package memory

import "brain/pattern"

// b64 are the characters of an AWS secret key.
const b64 = `[A-Za-z0-9/+]`

// sensitive ends the names that secrets are assigned to.
const sensitive = `(?:password|passwd|passphrase|pwd|secret|token|credentials?|authorization|` +
	`(?:api|access|secret|private|signing|encryption|auth|account|license)[_-]?key)`

// assigns stands between a name and its value, in programs, settings, JSON and prose.
const assigns = `\\?["']?[ \t]{0,3}(?:=>|:=|==|=|:)[ \t]{0,3}`

var sensitiveHints = []string{"passw", "passphrase", "pwd", "secret", "token", "credential", "authorization",
	"api", "access", "private", "signing", "encryption", "auth", "account", "license"}

// blockRules find what stands over several lines.
var blockRules = []rule{
	{"private key", nil, pattern.Lazy(
		`(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----`), 0, nil},
	// A key whose end was cut off: the lines of base64 that follow.
	{"private key", nil, pattern.Lazy(
		`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{16,})*`), 0, nil},
}

// lineRules find what stands on one line. They are tried in this order: what has a name of its own before what only its
// surroundings give away.
var lineRules = []rule{
	// Beside an access key stands its secret, with or without a name.
	{"aws secret key", []string{"akia", "asia"}, pattern.Lazy(b64 + `{40,}`), 0, func(_, value string, _ bool) bool {
		return len(value) == 40 && mixed("", value, false)
	}},
	{"aws secret key", []string{"secret"}, pattern.Lazy(
		`(?i)(?:secret[ _-]?(?:access[ _-]?)?key|aws[ _-]?secret)[^A-Za-z0-9/+\n\]]{1,20}(?:is[^A-Za-z0-9/+\n\]]{1,3})?(` + b64 + `{40})(?:[^A-Za-z0-9/+]|$)`), 1, mixed},
	{"aws access key", []string{"akia", "asia", "abia", "acca"}, pattern.Lazy(`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`), 0, nil},
	{"github token", []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, pattern.Lazy(`\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})`), 0, nil},
	{"gitlab token", []string{"glpat-", "glptt-", "gldt-", "glrt-", "glsoat-", "glcbt-", "glft-", "glagent-", "glimt-", "gloas-"}, pattern.Lazy(`\bgl(?:pat|ptt|dt|rt|soat|cbt|ft|agent|imt|oas)-[A-Za-z0-9_.-]{16,}[A-Za-z0-9_-]`), 0, nil},
	{"anthropic key", []string{"sk-ant-"}, pattern.Lazy(`\bsk-ant-[A-Za-z0-9_-]{16,}`), 0, nil},
	{"openai key", []string{"sk-"}, pattern.Lazy(`\bsk-[A-Za-z0-9_-]{20,}`), 0, longRun},
	{"slack token", []string{"xox", "xapp-"}, pattern.Lazy(`\b(?:xox[a-z](?:\.xox[a-z])?|xapp)-[A-Za-z0-9-]{10,}`), 0, hasDigit},
	{"slack webhook", []string{"hooks.slack"}, pattern.Lazy(`https://hooks\.slack(?:-gov)?\.com/[a-z]+/[A-Za-z0-9/_-]{8,}`), 0, nil},
	{"discord webhook", []string{"discord"}, pattern.Lazy(`https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/[0-9]+/[A-Za-z0-9_-]{20,}`), 0, nil},
	{"google key", []string{"aiza", "ya29.", "gocspx-"}, pattern.Lazy(
		`\b(?:AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})`), 0, nil},
	{"npm token", []string{"npm_"}, pattern.Lazy(`\bnpm_[A-Za-z0-9]{30,}`), 0, nil},
	{"stripe key", []string{"k_live_", "k_test_", "whsec_"}, pattern.Lazy(
		`\b(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})`), 0, nil},
	{"hugging face token", []string{"hf_"}, pattern.Lazy(`\bhf_[A-Za-z0-9]{30,}`), 0, nil},
	{"jwt", []string{"eyj"}, pattern.Lazy(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*`), 0, nil},
	{"api token", []string{"sg.", "dop_v1_", "pypi-", "dckr_pat_", "shp", "age-secret-key", "xai-", "gsk_", "pplx-", "tvly-", "lin_api_", "sbp_", "hvs.", ":aa"},
		pattern.Lazy(`\b(?:SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|dop_v1_[a-f0-9]{40,}|pypi-[A-Za-z0-9_-]{50,}|dckr_pat_[A-Za-z0-9_-]{20,}|` +
			`shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|AGE-SECRET-KEY-1[0-9A-Z]{50,}|xai-[A-Za-z0-9]{40,}|gsk_[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{40,}|` +
			`tvly-[A-Za-z0-9-]{24,}|lin_api_[A-Za-z0-9]{32,}|sbp_[a-f0-9]{40}|hvs\.[A-Za-z0-9_-]{24,}|[0-9]{8,10}:AA[A-Za-z0-9_-]{33})`), 0, nil},
	{"authorization", []string{"authorization"}, pattern.Lazy(
		`(?i)\bauthorization\\?["']?[ \t]*[:=][ \t]*\\?["']?(?:bearer|basic|token|digest|apikey|bot)[ \t]+([A-Za-z0-9._~+/=:-]{6,})`), 1, nil},
	{"authorization", []string{"bearer"}, pattern.Lazy(`(?i)\bbearer[ \t]+([A-Za-z0-9._~+/=-]{16,})`), 1, tokenLike},
	{"url password", []string{"://"}, pattern.Lazy(`\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@"'<>]*:([^\s/"'<>]+)@`), 1, notPlaceholder},
	{"credential", []string{"curl"}, pattern.Lazy(`\bcurl\b[^\n]*?[ \t](?:-u|--user)[ =]["']?[^\s:"']+:([^\s"']+)`), 1, notPlaceholder},
	{"credential", sensitiveHints, pattern.Lazy(`(?i)` + sensitive + assigns + `\\?"([^"\\\n]{6,400})\\?"`), 1, assigned},
	{"credential", sensitiveHints, pattern.Lazy(`(?i)` + sensitive + assigns + `'([^'\\\n]{6,400})'`), 1, assigned},
	{"credential", sensitiveHints, pattern.Lazy(`(?i)` + sensitive + assigns + "([^\\s\"'`,;\\\\]{6,})"), 1, assigned},
	{"credential", []string{"--"}, pattern.Lazy(`(?i)--(?:[a-z0-9]+-)*` + sensitive + "[ \\t]+[\"']?([^\\s\"'`,;]{6,})"), 1, assigned},
}

package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/memory"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// fill makes n characters that look generated. No token stands whole in this file: scanners would take it for a leak.
func fill(n int) string {
	const chars = "q7RzK2mVx9LpT4wYc8NdB3hJ6sGf5tXa1"
	return strings.Repeat(chars, n/len(chars)+1)[:n]
}

func hexDigits(n int) string { return strings.Repeat("3fa9c0d1e7b84526", n/16+1)[:n] }

var pem = "-----BEGIN " + "RSA PRIVATE KEY-----\n" + fill(64) + "\n" + fill(64) + "\n" + fill(20) + "==\n-----END " + "RSA PRIVATE KEY-----"

func TestSecretsAreTakenOut(t *testing.T) {
	akia := "AK" + "IA" + "Q3EGRZ7LMNOP2WXY"
	aws := fill(40)
	jwt := "ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0." + fill(43)
	for _, tt := range []struct{ text, want string }{
		{"use ghp" + "_" + fill(36) + " here", "use [redacted: github token] here"},
		{"gho" + "_" + fill(36) + ",ghu" + "_" + fill(36) + ",ghs" + "_" + fill(36) + ",ghr" + "_" + fill(36),
			"[redacted: github token],[redacted: github token],[redacted: github token],[redacted: github token]"},
		{"(github" + "_pat_" + fill(22) + "_" + fill(59) + ")", "([redacted: github token])"},
		{akia + " is the id", "[redacted: aws access key] is the id"},
		{akia + ":" + aws, "[redacted: aws access key]:[redacted: aws secret key]"},
		{"aws_secret_access_key = " + aws + "\n", "aws_secret_access_key = [redacted: aws secret key]\n"},
		{"AWS_SECRET_ACCESS_KEY=\"" + aws + "\"", "AWS_SECRET_ACCESS_KEY=\"[redacted: aws secret key]\""},
		{"the secret access key is " + aws + ".", "the secret access key is [redacted: aws secret key]."},
		{"sk" + "-proj-" + fill(48), "[redacted: openai key]"},
		{"sk" + "-" + strings.Repeat("a", 48), "[redacted: openai key]"},
		{"sk" + "-ant-api03-" + fill(40) + "-AA", "[redacted: anthropic key]"},
		{"xo" + "xb-2345678901-" + fill(24), "[redacted: slack token]"},
		{"https://hooks." + "slack.com/services/T01/B02/" + fill(24), "[redacted: slack webhook]"},
		{"AI" + "za" + fill(35), "[redacted: google key]"},
		{"gl" + "pat-" + fill(20) + ".", "[redacted: gitlab token]."},
		{"npm" + "_" + fill(36), "[redacted: npm token]"},
		{"sk" + "_live_" + fill(24) + " rk" + "_live_" + fill(24), "[redacted: stripe key] [redacted: stripe key]"},
		{"hf" + "_" + fill(34), "[redacted: hugging face token]"},
		{"cookie " + jwt + "; path=/", "cookie [redacted: jwt]; path=/"},
		{"key:\n" + pem + "\nend", "key:\n[redacted: private key]\nend"},
		{`"` + strings.ReplaceAll(pem, "\n", `\n`) + `"`, `"[redacted: private key]"`},
		{"-----BEGIN " + "OPENSSH PRIVATE KEY-----\n" + fill(70) + "\n" + fill(70) + "\nThen the talk goes on.",
			"[redacted: private key]\nThen the talk goes on."},
		{"curl -H 'Authorization: Bearer " + fill(24) + "' x", "curl -H 'Authorization: Bearer [redacted: authorization]' x"},
		{`"Authorization": "Basic ` + fill(20) + `=="`, `"Authorization": "Basic [redacted: authorization]"`},
		{"a bearer " + fill(30) + " was sent", "a bearer [redacted: authorization] was sent"},
		{"postgres://app:s3cr" + "et@db:5432/x", "postgres://app:[redacted: url password]@db:5432/x"},
		{"https://me:p@ss" + "w0rd@host/a", "https://me:[redacted: url password]@host/a"},
		{"https://x:ghp" + "_" + fill(36) + "@github.com/a/b", "https://x:[redacted: github token]@github.com/a/b"},
		{"curl -u admin:hun" + "ter22 https://h", "curl -u admin:[redacted: credential] https://h"},
		{"pass" + "word=hunter2", "pass" + "word=[redacted: credential]"},
		{"DB_PASS" + "WORD: \"correct horse 9\"", "DB_PASS" + "WORD: \"[redacted: credential]\""},
		{"(pass" + "word: Summer2024!)", "(pass" + "word: [redacted: credential]!)"},
		{"to" + "ken: " + fill(24), "to" + "ken: [redacted: credential]"},
		{`{"api_` + `key": "` + hexDigits(32) + `"}`, `{"api_` + `key": "[redacted: credential]"}`},
		{`{\"client_` + `secret\": \"` + fill(32) + `\"}`, `{\"client_` + `secret\": \"[redacted: credential]\"}`},
		{"run --api-" + "key " + fill(32) + " --all", "run --api-" + "key [redacted: credential] --all"},
		{"a <private>my\nown</private> b <PRIVATE>c</PRIVATE>", "a [redacted: private] b [redacted: private]"},
		{"<private>a<private>b</private>c</private>d", "[redacted: private]d"},
		{"see <private> tags\n<private>\nall the rest", "see <private> tags\n[redacted: private]"},
		{"dop" + "_v1_" + hexDigits(64), "[redacted: api token]"},
	} {
		got, found := memory.Redact(tt.text)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
		n := 0
		for _, f := range found {
			n += f.Count
		}
		if want := strings.Count(tt.want, "[redacted: "); n != want {
			t.Errorf("%q: %d findings, want %d: %v", tt.text, n, want, found)
		}
		if again, found := memory.Redact(got); again != got || len(found) > 0 {
			t.Errorf("%q: a second time gives %q, %v", got, again, found)
		}
	}
}

func TestOrdinaryTextStays(t *testing.T) {
	for _, text := range []string{
		"", "plain words", "commit " + hexDigits(40), "sha256:" + hexDigits(64), "550e8400-e29b-41d4-a716-446655440000", "uid k3mzq7pabc2d, see [BM:memory:k3mzq7pabc2d:1764460800]",
		"[redacted: github token]", "the ghp_ prefix, AKIA and sk- begin tokens", "eyJ begins a JWT", "hf_ and npm_config_registry",
		"class sk-circle-fade-dot-with-a-long-name", "task-force-one-two-three-four-five", "pkg/secret/key/with/a/long/path/of/forty/ch",
		"password: string", "password=os.Getenv(\"DB_PASSWORD\")", "token := strings.TrimSpace(line1)", "token: string", "max_tokens: 4096", "tokens: 123456789012",
		"password=$DB_PASSWORD", "password=${DB_PASSWORD_1}", "token=<your-token-1>", "password: ********", "api_key: your-api-key-123456",
		"token = req.headers.authorization1", "secret: /run/secrets/token1", "password_min_length=12345678", "the token: a word or a number",
		"Authorization: required", "bearer authentication for everybody", "https://host:8080/a@b", "git@github.com:a/b.git", "ssh://git@host:22/x@y",
		"postgres://app:$PGPASSWORD@db/x", "http://[::1]:8080/ and user@host", "created_token: 2026-11-30T00:18:09Z", "var s = []string{\"sk-\", \"xoxb-\"}",
		"use a <private> tag", "a </private> b", "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----", "primary key: customer_orders_20261130",
	} {
		if got, found := memory.Redact(text); got != text || len(found) > 0 {
			t.Errorf("%q became %q: %v", text, got, found)
		}
	}
}

// TestSourceStays reads a large text without secrets: packages of ours that have nothing to do with any.
func TestSourceStays(t *testing.T) {
	n := 0
	for _, pattern := range []string{"../chunk/*.go", "../db/*.go", "../fts/*.go", "../merge/*.go", "../page/*.go", "../rank/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			n++
			if got, found := memory.Redact(string(text)); len(found) > 0 {
				t.Errorf("%s: %v\n%s", file, found, cmp.Diff(string(text), got))
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d files", n)
	}
}

func TestFindingsAreSummed(t *testing.T) {
	all := memory.AddFindings(nil, memory.Finding{Kind: "jwt", Count: 1}, memory.Finding{Kind: "aws access key", Count: 2})
	all = memory.AddFindings(all, memory.Finding{Kind: "jwt", Count: 2})
	if diff := cmp.Diff([]memory.Finding{{"aws access key", 2}, {"jwt", 3}}, all); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// pieces are put together at random: every token beside every other.
var pieces = []string{" ", "\n", "\"", "'", ":", "=", "@", "/", "://", "-", "_", ".", "<private>", "</private>", "user", "pass" + "word", "to" + "ken: ", "Authorization: ",
	"Bearer ", "AK" + "IA" + "Q3EGRZ7LMNOP2WXY", "ghp" + "_" + fill(36), "sk" + "-" + fill(24), "ey" + "J" + fill(12), fill(40), hexDigits(40), "hunter2", "[redacted: jwt]", "--secret ",
	pem, "-----BEGIN " + "PRIVATE KEY-----", "xo" + "xb-", "\\", "\xff", "日本"}

func TestRedactingTwiceIsRedactingOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.StringN(0, 6, -1)), 0, 12).Draw(t, "text"), "")
		once, _ := memory.Redact(text)
		if twice, found := memory.Redact(once); twice != once {
			t.Fatalf("%q → %q → %q %v", text, once, twice, found)
		}
	})
}

func FuzzRedact(f *testing.F) {
	for _, p := range pieces {
		f.Add(p+fill(20), p)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		once, _ := memory.Redact(a + b)
		if twice, found := memory.Redact(once); twice != once {
			t.Fatalf("%q → %q → %q %v", a+b, once, twice, found)
		}
		if got, _ := memory.Redact(a + " ghp" + "_" + fill(36) + " " + b); strings.Contains(got, fill(36)) && !strings.Contains(a+b, fill(36)) {
			t.Fatalf("a token is left: %q", got)
		}
	})
}

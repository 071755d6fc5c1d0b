package mcp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestResourcesAreReadAndCompleted(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	const markdown = "---\ntitle: Zoë\n---\n# Zoë\n\nShe keeps [the ledger](ledger.md).\n"
	given(t, client, "put", map[string]any{"slug": "people/zoë", "content": markdown})
	given(t, client, "put", map[string]any{"slug": "ledger", "content": "# Ledger\n\nIt balances.\n"})
	uid := given(t, client, "save", map[string]any{"type": "note", "title": "Beacon", "content": "listens"})["uid"].(string)
	page := given(t, client, "get", map[string]any{"ref": "people/zoë"})
	citation := page["citation_id"].(string)

	templates, err := client.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 3 {
		t.Fatalf("%v, %+v", err, templates)
	}
	for uri, want := range map[string]string{
		"brain://page/people/zo%C3%AB":                            markdown,
		"brain://page/ledger":                                     "# Ledger\n\nIt balances.\n",
		"brain://memory/" + uid:                                   `"title":"Beacon"`,
		"brain://cite/" + strings.Trim(citation, "[]"):            "It balances",
		"brain://cite/%5B" + strings.Trim(citation, "[]") + "%5D": "She keeps",
	} {
		if strings.Contains(uri, "cite") {
			uri, want = strings.ReplaceAll(uri, "ë", "%C3%AB"), "She keeps"
		}
		got, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || len(got.Contents) != 1 || !strings.Contains(got.Contents[0].Text, want) || got.Contents[0].MIMEType == "" {
			t.Errorf("%s: %v, %+v", uri, err, got)
		}
	}
	for _, uri := range []string{"brain://page/nobody-at-all", "brain://page/" + uid, "brain://page/", "brain://page/%zz", "brain://memory/ledger", "brain://cite/BM:gbrain:ledgr:2026-01-02T00:00:00Z", "brain://other/x", "file:///etc/passwd", "x\x00y", "brain://page/\x00", "brain://page/%00"} {
		if got, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: %+v", uri, got.Contents[0])
		}
	}

	complete := func(uri, name, value string) []string {
		got, err := client.Complete(t.Context(), &sdk.CompleteParams{Ref: &sdk.CompleteReference{Type: "ref/resource", URI: uri}, Argument: sdk.CompleteParamsArgument{Name: name, Value: value}})
		if err != nil {
			t.Fatal(err)
		}
		return got.Completion.Values
	}
	for _, tc := range []struct {
		uri, name, value string
		want             []string
	}{
		{"brain://page/{+slug}", "slug", "", []string{"ledger", "people/zoe"}},
		{"brain://page/{+slug}", "slug", "peo", []string{"people/zoe"}},
		{"brain://page/{+slug}", "slug", "x", []string{}},
		{"brain://page/{+slug}", "uid", "", []string{}},
		{"brain://memory/{+uid}", "uid", uid[:4], []string{uid}},
		{"brain://cite/{+citation}", "citation", "BM:gbrain:people", []string{citation}},
		{"brain://cite/{+citation}", "citation", "[BM:gbrain:people/zo", []string{citation}},
		{"brain://cite/{+citation}", "citation", "%\x00'", []string{}},
	} {
		if diff := cmp.Diff(tc.want, complete(tc.uri, tc.name, tc.value)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tc, diff)
		}
	}
}

func TestNothingIsCompletedWhereThereIsNoBrain(t *testing.T) {
	here(t)
	_, client := connect(t, Options{}, nil)
	got, err := client.Complete(t.Context(), &sdk.CompleteParams{Ref: &sdk.CompleteReference{Type: "ref/resource", URI: "brain://page/{+slug}"}, Argument: sdk.CompleteParamsArgument{Name: "slug", Value: ""}})
	if err != nil || len(got.Completion.Values) != 0 {
		t.Errorf("%v, %+v", err, got)
	}
}

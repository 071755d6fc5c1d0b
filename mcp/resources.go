package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"brain/engine"
)

// resource is a kind of thing that a client can read by its URI.
type resource struct {
	name, prefix, variable string
	describes, mime        string
	names                  engine.Names
	operation, param       string // what reads it
}

// resources are the kinds. A variable may hold slashes; brackets of a citation may be left out.
var resources = []resource{
	{"page", "brain://page/", "slug", "A page as its markdown", "text/markdown", engine.Slugs, "get", "ref"},
	{"memory", "brain://memory/", "uid", "A memory with all that is kept of it", "application/json", engine.UIDs, "get", "ref"},
	{"citation", "brain://cite/", "citation", "The text that a citation BM:store:id:time stands for", "application/json", engine.Citations, "cite", "citation"},
}

func (r resource) template() string { return r.prefix + "{+" + r.variable + "}" }

func (s *Server) addResources() {
	s.sdk.AddReceivingMiddleware(sound)
	for _, r := range resources {
		t := &sdk.ResourceTemplate{Name: r.name, Title: r.name, Description: r.describes, MIMEType: r.mime, URITemplate: r.template(),
			Annotations: &sdk.Annotations{Audience: []sdk.Role{"assistant", "user"}}}
		s.sdk.AddResourceTemplate(t, s.reader(r))
	}
}

// reader reads a resource as the operation of its kind does.
func (s *Server) reader(r resource) sdk.ResourceHandler {
	return func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		ctx, cancel := s.bound(ctx)
		defer cancel()
		name, err := url.PathUnescape(strings.TrimPrefix(req.Params.URI, r.prefix))
		if err != nil || name == "" {
			return nil, notFound(req.Params.URI)
		}
		if r.names == engine.Citations && !strings.HasPrefix(name, "[") {
			name = "[" + name + "]"
		}
		params, err := encode(map[string]string{r.param: name})
		if err != nil {
			return nil, err
		}
		op := engine.Find(r.operation)
		result, err := s.call(ctx, op, &sdk.CallToolRequest{Session: req.Session, Params: &sdk.CallToolParamsRaw{Name: op.ToolName(), Arguments: params}}, &notices{})
		if err == nil {
			err = r.check(result)
		}
		if err != nil {
			return nil, s.notRead(req.Params.URI, err)
		}
		s.afterwards(result)
		contents := &sdk.ResourceContents{URI: req.Params.URI, MIMEType: r.mime}
		if p, ok := result.(*engine.PageResult); ok {
			contents.Text = p.Markdown
			return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{contents}}, nil
		}
		plain, err := encode(result)
		contents.Text = string(plain)
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{contents}}, err
	}
}

// check says whether what was found is of the kind that the URI names.
func (r resource) check(result any) error {
	switch result.(type) {
	case *engine.PageResult:
		if r.names == engine.Slugs {
			return nil
		}
	case *engine.GetResult:
		if r.names == engine.UIDs {
			return nil
		}
	case *engine.CiteResult:
		if r.names == engine.Citations {
			return nil
		}
	}
	return engine.ErrNotFound
}

// notFound is the protocol's error for a resource that is not there. The SDK's own is no JSON where a URI holds control characters.
func notFound(uri string) error {
	said, err := encode(map[string]string{"uri": engine.Cut(uri, maxMessage)})
	if err != nil {
		return err
	}
	return &jsonrpc.Error{Code: sdk.CodeResourceNotFound, Message: "there is no such resource", Data: said}
}

// sound has such an error of the SDK's replaced: it would end the session, or repeat a URI of any length.
func sound(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		res, err := next(ctx, method, req)
		var e *jsonrpc.Error
		if p, ok := req.GetParams().(*sdk.ReadResourceParams); ok && p != nil && errors.As(err, &e) && (!json.Valid(e.Data) || len(e.Data) > 4*maxMessage) {
			err = notFound(p.URI)
		}
		return res, err
	}
}

// notRead is the protocol's error for a resource that cannot be read.
func (s *Server) notRead(uri string, err error) error {
	switch engine.Code(err) {
	case "not_found", "no_brain", "empty", "decide":
		return notFound(uri)
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	said, broken := encode(engine.Failed(err, engine.ExitCode(err)))
	if broken != nil {
		return broken
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: engine.Failed(err, 0).Error.Message, Data: json.RawMessage(said)}
}

// completions is how many values the protocol lets a completion have.
const completions = 100

// complete lists what the variable of a resource's URI may be.
func (s *Server) complete(ctx context.Context, req *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	out := &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{Values: []string{}}}
	for _, r := range resources {
		if req.Params.Ref.URI != r.template() || req.Params.Argument.Name != r.variable {
			continue
		}
		prefix := req.Params.Argument.Value
		if r.names == engine.Citations && !strings.HasPrefix(prefix, "[") {
			prefix = "[" + prefix
		}
		e, release, err := s.file.open()
		if err != nil {
			return nil, err
		}
		defer release()
		names, err := e.Complete(ctx, r.names, prefix, completions+1)
		if err != nil {
			return nil, s.notRead(r.template(), err)
		}
		out.Completion.HasMore = len(names) > completions
		out.Completion.Values = append(out.Completion.Values, names[:min(len(names), completions)]...)
	}
	return out, nil
}

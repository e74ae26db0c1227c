// Package mcpserver is an MCP server with one tool, show: an agent hands over something to look at, which goes to a page, and gets the
// portable text back. The result carries the artifact too, for hosts that draw it themselves (CAR-1, CAR-2).
package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/carrier"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Config says what the server is called and where what it is shown goes.
type Config struct {
	Version string
	Run     string                // a word of [a-z0-9] that no other run has: ids are made of it
	Add     func(source.Envelope) // must not wait
}

const tool = "show"

// schema is what a model reads. A payload that does not fit its kind is answered with the field that is wrong.
const schema = `{
  "type": "object",
  "properties": {
    "value": {"type": "string", "description": "The same as text, complete: all that you, and whoever cannot see the page, will get."},
    "kind": {"type": "string", "enum": ["text", "table", "image", "code", "diff", "error"], "description": "What the payload is. Default: text."},
    "title": {"type": "string", "description": "A short plain title."},
    "payload": {"type": "object", "description": "text: {\"text\"}. table: {\"columns\": [\"a\", \"b\"], \"rows\": [[1, 2]]}. image: {\"images\": [{\"mime\": \"image/png\", \"data\": \"BASE64\"}]}. code: {\"text\", \"lang\", \"filename\"}. diff: {\"old\", \"new\", \"filename\"}. error: {\"message\"}."}
  },
  "required": ["value"]
}`

// New makes the server.
func New(cfg Config) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "vitrine", Title: "Vitrine", Version: cfg.Version}, nil)
	h := &shower{cfg: cfg}
	s.AddTool(&mcp.Tool{
		Name: tool, Title: "Show", InputSchema: json.RawMessage(schema),
		Description: "Shows something to the person on a page: text, a table, an image, code, a diff or an error. Value must stand for itself: it is what remains where nothing can be drawn.",
		Annotations: &mcp.ToolAnnotations{Title: "Show", ReadOnlyHint: true},
	}, h.call)
	return s
}

type shower struct {
	cfg Config
	n   atomic.Int64
}

func (h *shower) call(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := []byte(req.Params.Arguments)
	if len(args) == 0 {
		args = []byte("{}")
	}
	result, err := made(args)
	if err != nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil //nolint:nilerr // the model is told
	}
	h.send(args, result)
	return carried(result)
}

// made makes the result, and checks that it can be drawn. The error names the field.
func made(args []byte) ([]byte, error) {
	r, err := artifactkit.NewJSON(args)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "make a result: "))
	}
	if v, _ := protocol.Parse(args); !v.Get("payload").IsSet() {
		return withValue(r.JSON(), v)
	}
	if why := artifactkit.Open(r.JSON(), artifactkit.Options{From: "codeagent"}).Render(artifactkit.State{}).Reason; why != nil {
		field := strings.TrimPrefix(strings.TrimPrefix(why.Path, "/extra/codeagent/artifact"), "/")
		if !strings.HasPrefix(field, "payload") {
			field = strings.TrimSuffix("payload/"+field, "/")
		}
		return nil, fmt.Errorf("%s: %s", field, why.Message)
	}
	return r.JSON(), nil
}

// withValue is a result without a payload: its value is shown. Only a text can be without.
func withValue(result []byte, args protocol.Value) ([]byte, error) {
	if k := args.Get("kind").Str(); k != "" && k != "text" {
		return nil, fmt.Errorf("payload: it is missing, and a result of kind %s needs one", k)
	}
	v, _ := protocol.Parse(result)
	payload := append(protocol.AppendString([]byte(`{"text":`), args.Get("value").Str()), '}')
	return protocol.AppendEdited(nil, v, protocol.Set(payload, "extra", "codeagent", "artifact", "payload")), nil
}

// carried is the result as MCP has it.
func carried(result []byte) (*mcp.CallToolResult, error) {
	text, err := carrier.MCP(result)
	if err != nil {
		return nil, err
	}
	v, _ := protocol.Parse(text)
	out := &mcp.CallToolResult{Meta: mcp.Meta{}}
	for _, block := range v.Get("content").Elems() {
		out.Content = append(out.Content, &mcp.TextContent{Text: block.Get("text").Str()})
	}
	for key, m := range v.Get("_meta").Members() {
		out.Meta[key] = json.RawMessage(m.AppendCompact(nil)) // token for token, big integers too
	}
	return out, nil
}

// send hands the call and its result to the page.
func (h *shower) send(args, result []byte) {
	id := fmt.Sprintf("%s-%d", h.cfg.Run, h.n.Add(1))
	at := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	add := func(what, typ string, event []byte) {
		h.cfg.Add(source.Envelope{ID: "mcp:" + id + ":" + what, Type: typ, Event: event, At: at, Source: "mcp"})
	}
	v, _ := protocol.Parse(args)
	asked := v.AppendCompact(nil)
	if len(asked) > limits.Twice { // the result says it all again
		asked = []byte("{}")
	}
	request := protocol.AppendString([]byte(`{"id":`), id)
	add("request", "tool_request", fmt.Appendf(request, `,"name":%q,"arguments":%s,"intent":null,"annotations":null}`, tool, asked))
	whole := protocol.AppendString(append(result[:len(result)-1:len(result)-1], `,"request":{"id":`...), id)
	whole = fmt.Appendf(whole, `,"name":%q,"arguments":{}}}`, tool)
	if a, why := artifactkit.Adapt(whole, artifactkit.Options{From: "codeagent"}); why == nil {
		add("result", "tool_result", a.Event)
	}
}

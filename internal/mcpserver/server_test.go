package mcpserver_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/mcpserver"
)

// connected is the SDK's client on a server, and the events that the server sends.
func connected(t *testing.T) (*mcp.ClientSession, *[]source.Envelope) {
	t.Helper()
	var sent []source.Envelope
	s := mcpserver.New(mcpserver.Config{Version: "1", Run: "r1", Add: func(e source.Envelope) { sent = append(sent, e) }})
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, &sent
}

func show(t *testing.T, c *mcp.ClientSession, args string) (text string, meta map[string]any, failed bool) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "show", Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range r.Content {
		text += block.(*mcp.TextContent).Text
	}
	return text, r.Meta, r.IsError
}

func TestWhatIsShownGoesToTheModelAndToThePage(t *testing.T) {
	c, sent := connected(t)
	tools, err := c.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 1 || tools.Tools[0].Name != "show" {
		t.Fatalf("the tools are %+v, %v", tools, err)
	}
	text, meta, failed := show(t, c, `{"value":"2 rows","kind":"table","title":"Tides","payload":{"columns":["port","high"],"rows":[["Duluth",1.25],["Fargo",9007199254740993]]}}`)
	if failed || text != "2 rows" {
		t.Errorf("the model gets %q, an error: %v", text, failed)
	}
	if artifact, ok := meta[protocol.MetaArtifact].(map[string]any); !ok || artifact["kind"] != "table" || artifact["title"] != "Tides" {
		t.Errorf("the carrier is %v", meta)
	}
	if len(*sent) != 2 || (*sent)[0].ID != "mcp:r1-1:request" || (*sent)[1].Type != "tool_result" {
		t.Fatalf("sent %+v", *sent)
	}
	event := string((*sent)[1].Event)
	for _, want := range []string{`{"id":"r1-1","name":"show",`, `"value":"2 rows"`, `"kind":"table"`, `9007199254740993`} {
		if !strings.Contains(event, want) {
			t.Errorf("%s is missing in %s", want, event)
		}
	}
}

func TestEveryKindOfTheDescriptionIsDrawn(t *testing.T) {
	c, sent := connected(t)
	for _, args := range []string{
		`{"value":"a"}`,
		`{"value":"a","kind":"text","payload":{"text":"b"}}`,
		`{"value":"a","kind":"image","payload":{"images":[{"mime":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="}]}}`,
		`{"value":"a","kind":"code","payload":{"text":"x := 1","lang":"go","filename":"a.go"}}`,
		`{"value":"a","kind":"diff","payload":{"old":"a\n","new":"b\n","filename":"a.txt"}}`,
		`{"value":"a","kind":"error","payload":{"message":"no"}}`,
	} {
		*sent = nil
		text, _, failed := show(t, c, args)
		if failed || text != "a" || len(*sent) != 2 {
			t.Errorf("%s: %q, an error: %v", args, text, failed)
			continue
		}
		if r := artifactkit.Open((*sent)[1].Event, artifactkit.Options{}).Render(artifactkit.State{}); r.Reason != nil {
			t.Errorf("%s is not drawn: %+v", args, r.Reason)
		}
	}
}

func TestMistakesNameTheField(t *testing.T) {
	c, sent := connected(t)
	for _, x := range []struct{ args, want string }{
		{`{}`, "value"}, {`{"value":1}`, "value"}, {`{"value":"a","kind":"film"}`, "kind"}, {`{"value":"a","title":7}`, "title"},
		{`{"value":"a","kind":"table"}`, "payload"}, {`{"value":"a","kind":"table","payload":"x"}`, "payload"},
		{`{"value":"a","kind":"table","payload":{"columns":"x"}}`, "payload"}, {`{"value":"a","kind":"image","payload":{"images":[{"data":"%"}]}}`, "payload/images"},
		{`{"value":"a","kinds":"table"}`, "kinds"},
	} {
		text, _, failed := show(t, c, x.args)
		if !failed || !strings.HasPrefix(strings.TrimPrefix(text, "unknown member \""), x.want) {
			t.Errorf("%s: %q, an error: %v; want the field %s", x.args, text, failed, x.want)
		}
	}
	if len(*sent) > 0 {
		t.Errorf("sent %+v", *sent)
	}
}

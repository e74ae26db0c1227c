package live_test

import (
	"context"
	"fmt"
	"log"
	"net/http/httptest"
	"time"

	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/memory"
)

// A Go program that serves sessions beside its own pages.
func ExampleHandler() {
	st := memory.New(memory.Config{})
	defer st.Close()
	auth, err := live.NewAuth("a-token-that-only-we-know")
	if err != nil {
		log.Fatal(err)
	}
	h := live.Handler(live.Config{Store: st, Auth: auth, Base: "/agents/"})
	srv := httptest.NewServer(h) // or mux.Handle("/agents/", h) in a server of your own
	defer srv.Close()
	defer func() { _ = h.Shutdown(context.Background()) }()

	c := &live.Client{URL: srv.URL + "/agents/", Token: auth.AdminToken(), HTTP: srv.Client()}
	made, err := c.Create(context.Background(), "demo", "A first session", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(made.Session)
	// Output: demo
}

// A producer pushes events, and may repeat them; a reader gets each once.
func ExampleClient_Follow() {
	ctx := context.Background()
	c, stop := serveExample()
	defer stop()
	if err := c.Ensure(ctx, "demo", "", nil); err != nil {
		log.Fatal(err)
	}
	env, err := live.Envelope{ID: "call-1:result", Type: "tool_result", Event: []byte(`{"id":"call-1","value":"42"}`)}.JSON()
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		if _, err := c.Push(ctx, "demo", env); err != nil {
			log.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	_ = c.Follow(ctx, "demo", live.Follow{
		Event: func(e live.Event) error {
			if e.Type == "tool_result" {
				fmt.Printf("%s %s\n", e.ID, e.Event)
			}
			return nil // only now the cursor moves on; keep e.Cursor to go on from here another day
		},
		Live: cancel, // everything that is stored was seen
	})
	// Output: call-1:result {"id":"call-1","value":"42"}
}

// Somebody is to see one session for a day, and then is not.
func ExampleClient_Share() {
	ctx := context.Background()
	c, stop := serveExample()
	defer stop()
	if err := c.Ensure(ctx, "demo", "", nil); err != nil {
		log.Fatal(err)
	}
	link, err := c.Share(ctx, "demo", live.Read, 24*time.Hour)
	if err != nil {
		log.Fatal(err)
	}
	guest := &live.Client{URL: c.URL, Token: link.Token, HTTP: c.HTTP}
	rows, err := guest.Sessions(ctx)
	fmt.Println(len(rows), err)
	if err := c.Revoke(ctx, "demo", link.ID); err != nil {
		log.Fatal(err)
	}
	_, err = guest.Sessions(ctx)
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// listing sessions: unauthorized: the token is no longer good: send Authorization: Bearer TOKEN
}

func serveExample() (*live.Client, func()) {
	st := memory.New(memory.Config{})
	auth, err := live.NewAuth("a-token-that-only-we-know")
	if err != nil {
		log.Fatal(err)
	}
	h := live.Handler(live.Config{Store: st, Auth: auth})
	srv := httptest.NewServer(h)
	return &live.Client{URL: srv.URL, Token: auth.AdminToken(), HTTP: srv.Client()}, func() {
		_ = h.Shutdown(context.Background())
		srv.Close()
		_ = st.Close()
	}
}

package soak_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/natstest"
	"github.com/vitrine-go/vitrine/live"
)

// ask makes one request as a person, with a token, or as both.
func (w *twin) ask(t *testing.T, method, path, person, token, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, w.http.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if person != "" {
		req.Header.Set("X-Auth-User", person)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(got)
}

// soon waits until every server answers so, for as long as word may take between them.
func soon(t *testing.T, what string, want int, twins []*twin, method, path, person, token string) {
	t.Helper()
	for i, w := range twins {
		got, body := 0, ""
		for end := time.Now().Add(5 * time.Second); time.Now().Before(end) && got != want; time.Sleep(10 * time.Millisecond) {
			got, body = w.ask(t, method, path, person, token, "")
		}
		if got != want {
			t.Fatalf("%s: server %d answers %d %s, want %d", what, i, got, body, want)
		}
	}
}

func TestServersOnOneClusterAgreeOnWhoMayWhat(t *testing.T) {
	e := natstest.Start(t, 3)
	a, b := newTwin(t, e.URL(0)), newTwin(t, e.URL(1))
	both := []*twin{a, b}
	create := func(w *twin, person, session string) (made live.NewSession) {
		t.Helper()
		code, body := w.ask(t, "POST", "/v1/sessions", person, "", `{"session":"`+session+`"}`)
		if err := json.Unmarshal([]byte(body), &made); code != 201 || err != nil {
			t.Fatalf("got %d %s", code, body)
		}
		return made
	}
	const events = "/v1/sessions/nightly/events"
	made := create(a, "anna", "nightly")
	soon(t, "her session", 200, both, "GET", events, "anna", "")
	soon(t, "not his session", 403, both, "GET", events, "bert", "")
	soon(t, "its tokens", 200, both, "GET", events, "", made.ReadToken)

	// A link made on one server, read on the other, revoked on the first.
	var link live.NewToken
	code, body := a.ask(t, "POST", "/v1/sessions/nightly/tokens", "anna", "", `{"permission":"read"}`)
	if err := json.Unmarshal([]byte(body), &link); code != 201 || err != nil {
		t.Fatalf("got %d %s", code, body)
	}
	soon(t, "a link", 200, both, "GET", events, "", link.Token)
	reading, ended := make(chan error, 1), make(chan error, 1)
	go func() {
		c := b.client()
		c.Token = link.Token
		ended <- c.Follow(t.Context(), "nightly", live.Follow{Live: func() { reading <- nil }})
	}()
	<-reading
	if code, body := a.ask(t, "DELETE", "/v1/sessions/nightly/tokens/"+link.ID, "anna", "", ""); code != 204 {
		t.Fatalf("got %d %s", code, body)
	}
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "no longer good") {
			t.Errorf("the reader on the other server ends with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Error("the reader on the other server goes on after its token was revoked")
	}
	soon(t, "a revoked link", 401, both, "GET", events, "", link.Token)
	soon(t, "the tokens beside it", 200, both, "GET", events, "", made.ReadToken)

	// All tokens of a session, revoked on one server; what is made on the other after that is good.
	if code, body := b.ask(t, "DELETE", "/v1/sessions/nightly/tokens", "anna", "", ""); code != 204 {
		t.Fatalf("got %d %s", code, body)
	}
	soon(t, "tokens of before", 401, both, "GET", events, "", made.WriteToken)
	soon(t, "its owner", 200, both, "GET", events, "anna", "")

	// A session that was deleted on one server and made anew on the other, under its name, by somebody else.
	_, body = a.ask(t, "POST", "/v1/sessions/nightly/tokens", "anna", "", `{"permission":"write"}`)
	if err := json.Unmarshal([]byte(body), &link); err != nil {
		t.Fatal(err)
	}
	soon(t, "a new token", 200, both, "GET", events, "", link.Token)
	if code, body := b.ask(t, "DELETE", "/v1/sessions/nightly", "anna", "", ""); code != 204 {
		t.Fatalf("got %d %s", code, body)
	}
	again := create(a, "bert", "nightly")
	soon(t, "the new owner", 200, both, "GET", events, "bert", "")
	soon(t, "the former owner", 403, both, "GET", events, "anna", "")
	soon(t, "a token of the deleted session", 401, both, "GET", events, "", link.Token)
	soon(t, "a token of the new session", 200, both, "GET", events, "", again.ReadToken)

	// A server that starts later knows all of it.
	late := newTwin(t, e.URL(2))
	soon(t, "at a late server, a token of the deleted session", 401, []*twin{late}, "GET", events, "", link.Token)
	soon(t, "at a late server, the owner", 200, []*twin{late}, "GET", events, "bert", "")

	// New keys for all servers, the former dropped.
	if code, body := late.ask(t, "POST", "/v1/keys", "", twinToken, `{"drop":true}`); code != 200 {
		t.Fatalf("got %d %s", code, body)
	}
	soon(t, "a token of a dropped key", 401, both, "GET", events, "", again.ReadToken)
	_, body = b.ask(t, "POST", "/v1/sessions/nightly/tokens", "bert", "", `{"permission":"read"}`)
	if err := json.Unmarshal([]byte(body), &link); err != nil {
		t.Fatal(err)
	}
	soon(t, "a token of the new key", 200, []*twin{a, b, late}, "GET", events, "", link.Token)
}

func TestASessionThatSeveralMakeAtOnceBelongsToOne(t *testing.T) {
	e := natstest.Start(t, 3)
	twins := []*twin{newTwin(t, e.URL(0)), newTwin(t, e.URL(1)), newTwin(t, e.URL(2))}
	people := []string{"anna", "bert", "cleo"}
	for round := range 12 {
		session := fmt.Sprint("s", round)
		codes, tokens := make([]int, 3), make([]live.NewSession, 3)
		var all sync.WaitGroup
		for i, w := range twins {
			all.Go(func() {
				var body string
				for range 50 { // a cluster that has just begun, or has no time, says so, and one asks again
					if codes[i], body = w.ask(t, "POST", "/v1/sessions", people[i], "", `{"session":"`+session+`"}`); codes[i] != 503 {
						break
					}
					time.Sleep(100 * time.Millisecond)
				}
				_ = json.Unmarshal([]byte(body), &tokens[i])
			})
		}
		all.Wait()
		winner := -1
		for i, code := range codes {
			switch {
			case code == 201 && winner < 0:
				winner = i
			case code != 409:
				t.Fatalf("round %d: got %v, want one 201 and two 409", round, codes)
			}
		}
		if winner < 0 {
			t.Fatalf("round %d: got %v, want one 201 and two 409", round, codes)
		}
		for i, person := range people {
			want := 403
			if i == winner {
				want = 200
			}
			soon(t, fmt.Sprintf("round %d, %s, made by %s", round, person, people[winner]), want, twins, "GET", "/v1/sessions/"+session+"/events", person, "")
		}
		soon(t, "the winner's token", 200, twins, "GET", "/v1/sessions/"+session+"/events", "", tokens[winner].ReadToken)
	}
}

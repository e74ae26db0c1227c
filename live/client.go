package live

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client talks to one server: Follow reads a session as it grows, Push stores events. Set the fields before first use;
// then it is safe for concurrent use.
type Client struct {
	URL   string       // the server's base, such as http://127.0.0.1:8737/ or one with a path
	Token string       // the admin token or a session's
	HTTP  *http.Client // nil means http.DefaultClient

	Backoff Backoff // between two attempts
	// Retry is called before Push waits to repeat what failed. Nil: it repeats in silence.
	Retry   func(err error, wait time.Duration)
	Silence time.Duration // after which a stream counts as dead; 0 means 45 s
}

// Bounds of an answer that is no event and no blob. The time is more than the server takes for the slowest.
const (
	answerBytes = 16 << 20
	answerTime  = 150 * time.Second
)

// at makes an address under the base.
func (c *Client) at(path ...string) (*url.URL, error) {
	u, err := url.Parse(c.URL)
	if err != nil {
		return nil, fmt.Errorf("reading the server's address: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("reading the server's address: %q is no http address", cutText(c.URL, 80))
	}
	return u.JoinPath(path...), nil
}

// quiet is how long a stream may be silent.
func (c *Client) quiet() time.Duration {
	d := c.Silence
	or(&d, 45*time.Second)
	return d
}

func (c *Client) http() *http.Client { return cmp.Or(c.HTTP, http.DefaultClient) }

func (c *Client) request(ctx context.Context, method string, u *url.URL, kind string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	return c.send(req)
}

// send makes a request with the token; an answer that is no success is an *Error.
func (c *Client) send(req *http.Request) (*http.Response, error) {
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	resp, err := c.http().Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 300 {
		defer resp.Body.Close()
		return nil, readError(resp)
	}
	return resp, nil
}

// readError makes an *Error of an answer that is no success.
func readError(resp *http.Response) *Error {
	e := &Error{Status: resp.StatusCode, Code: "http_" + strconv.Itoa(resp.StatusCode), Message: resp.Status}
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20)) // what came is better than nothing
	var got struct {
		Error    *Error     `json:"error"`
		Accepted []Accepted `json:"accepted"`
		Reason   string     `json:"reason"`
	}
	switch err := json.Unmarshal(body, &got); {
	case err != nil:
	case got.Error != nil:
		e = got.Error
		e.Status, e.Accepted = resp.StatusCode, got.Accepted
	case resp.StatusCode == http.StatusGone && got.Reason != "":
		e.Code, e.Message = got.Reason, "what follows the cursor is not there: "+got.Reason
	}
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 {
		e.RetryAfter = time.Duration(min(s, 3600)) * time.Second
	}
	return e
}

// call makes a request and decodes the JSON answer into into, unless it is nil.
func (c *Client) call(ctx context.Context, method, kind string, body []byte, into any, path ...string) error {
	u, err := c.at(path...)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	resp, err := c.request(ctx, method, u, kind, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, answerBytes))
	if err == nil && into != nil {
		err = json.Unmarshal(data, into)
	}
	return err
}

// Create makes a session; "" lets the server choose its id. Members of about, such as agent or project, describe it in
// the list of sessions. It needs the admin token.
func (c *Client) Create(ctx context.Context, session, title string, about map[string]any) (NewSession, error) {
	var made NewSession
	ask := map[string]any{}
	for k, v := range about {
		ask[k] = v
	}
	if session != "" {
		ask["session"] = session
	}
	if title != "" {
		ask["title"] = title
	}
	body, err := encode(nil, ask)
	if err == nil {
		err = c.call(ctx, "POST", "application/json", body, &made, "v1", "sessions")
	}
	if err != nil {
		return made, fmt.Errorf("making a session: %w", err)
	}
	return made, nil
}

// Ensure makes a session unless it is there.
func (c *Client) Ensure(ctx context.Context, session, title string, about map[string]any) error {
	_, err := c.Create(ctx, session, title, about)
	if e, ok := errors.AsType[*Error](err); ok && e.Code == "session_exists" {
		return nil
	}
	return err
}

// SessionRow describes one session of the server.
type SessionRow struct {
	Session string    `json:"session"`
	Title   string    `json:"title"`
	Created time.Time `json:"created"`
	Last    time.Time `json:"last"`
	Agent   string    `json:"agent"`
	Project string    `json:"project"`
}

// Sessions lists what the token may read, newest first.
func (c *Client) Sessions(ctx context.Context) ([]SessionRow, error) {
	var got struct {
		Sessions []json.RawMessage `json:"sessions"`
	}
	if err := c.call(ctx, "GET", "", nil, &got, "v1", "sessions"); err != nil {
		return nil, fmt.Errorf("listing sessions: %w", err)
	}
	rows := make([]SessionRow, 0, len(got.Sessions))
	for _, raw := range got.Sessions {
		var row SessionRow
		_ = json.Unmarshal(raw, &row) // whoever opened the session wrote it; what has another shape stays empty
		rows = append(rows, row)
	}
	return rows, nil
}

// Delete removes a session with all its events. It needs the admin token.
func (c *Client) Delete(ctx context.Context, session string) error {
	if err := c.call(ctx, "DELETE", "", nil, nil, "v1", "sessions", session); err != nil {
		return fmt.Errorf("deleting a session: %w", err)
	}
	return nil
}

// Share makes a token of one session that is good for life; 0 leaves that to the server. It needs the admin token.
func (c *Client) Share(ctx context.Context, session string, p Permission, life time.Duration) (NewToken, error) {
	var made NewToken
	ask := map[string]any{"permission": p}
	if life > 0 {
		ask["seconds"] = max(1, int64(life/time.Second))
	}
	body, err := encode(nil, ask)
	if err == nil {
		err = c.call(ctx, "POST", "application/json", body, &made, "v1", "sessions", session, "tokens")
	}
	if err != nil {
		return made, fmt.Errorf("making a token: %w", err)
	}
	return made, nil
}

// Revoke ends one token of a session, named by its id, or with "" every one that was made so far. It needs the admin token.
func (c *Client) Revoke(ctx context.Context, session, id string) error {
	path := []string{"v1", "sessions", session, "tokens"}
	if id != "" {
		path = append(path, id)
	}
	if err := c.call(ctx, "DELETE", "", nil, nil, path...); err != nil {
		return fmt.Errorf("revoking a token: %w", err)
	}
	return nil
}

// Rotate puts a new signing key into use. With drop the former ones go at once, and every session token with them. It
// needs the admin token.
func (c *Client) Rotate(ctx context.Context, drop bool) (Rotated, error) {
	var got Rotated
	body, err := encode(nil, map[string]bool{"drop": drop})
	if err == nil {
		err = c.call(ctx, "POST", "application/json", body, &got, "v1", "keys")
	}
	if err != nil {
		return got, fmt.Errorf("changing the signing key: %w", err)
	}
	return got, nil
}

// Blob fetches the whole bytes of a large event and checks them against their digest.
func (c *Client) Blob(ctx context.Context, session, digest string) ([]byte, error) {
	u, err := c.at("v1", "sessions", session, "blobs", digest)
	if err != nil {
		return nil, err
	}
	resp, err := c.request(ctx, "GET", u, "", nil)
	if err != nil {
		return nil, fmt.Errorf("reading a blob: %w", err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	if err != nil {
		return nil, fmt.Errorf("reading a blob: %w", err)
	}
	if sum := sha256.Sum256(data); !strings.EqualFold(hex.EncodeToString(sum[:]), digest) {
		return nil, fmt.Errorf("reading a blob: its bytes are not those of %.12s", digest)
	}
	return data, nil
}

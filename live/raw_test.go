package live_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// rawConn speaks WebSocket frames by hand, right and wrong.
type rawConn struct {
	t    *testing.T
	conn net.Conn
	r    *bufio.Reader
}

func (r *rig) rawDial(t *testing.T, slow bool) *rawConn {
	t.Helper()
	conn, err := net.Dial("tcp", r.http.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	ask := "GET /v1/sessions/s1/ws HTTP/1.1\r\nHost: " + r.http.Listener.Addr().String() + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: vitrine.v1\r\n\r\n"
	c := &rawConn{t, conn, bufio.NewReader(conn)}
	c.write([]byte(ask), slow)
	resp, err := http.ReadResponse(c.r, nil)
	if err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("handshake: %v %v", resp, err)
	}
	if resp.Header.Get("Sec-WebSocket-Protocol") != "vitrine.v1" || resp.Header.Get("Sec-WebSocket-Extensions") != "" {
		t.Errorf("got %v, want our subprotocol and no compression", resp.Header)
	}
	return c
}

// write ignores errors: the server may have hung up, which is what the test then sees.
func (c *rawConn) write(b []byte, slow bool) {
	if !slow {
		_, _ = c.conn.Write(b)
		return
	}
	for i := range b {
		_, _ = c.conn.Write(b[i : i+1])
	}
}

const fin, masked = 0x80, 0x80

// frame makes a masked frame; the mask is zero, so the payload stands as it is.
func rawFrame(head byte, payload string) []byte {
	b := []byte{head}
	switch n := len(payload); {
	case n < 126:
		b = append(b, masked|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, masked|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, masked|127), uint64(n))
	}
	return append(append(b, 0, 0, 0, 0), payload...)
}

// read returns the opcode and payload of the next frame.
func (c *rawConn) read() (byte, string, error) {
	var h [2]byte
	if _, err := io.ReadFull(c.r, h[:]); err != nil {
		return 0, "", err
	}
	n := uint64(h[1])
	switch n {
	case 126:
		var l [2]byte
		if _, err := io.ReadFull(c.r, l[:]); err != nil {
			return 0, "", err
		}
		n = uint64(binary.BigEndian.Uint16(l[:]))
	case 127:
		var l [8]byte
		if _, err := io.ReadFull(c.r, l[:]); err != nil {
			return 0, "", err
		}
		n = binary.BigEndian.Uint64(l[:])
	}
	b := make([]byte, n)
	_, err := io.ReadFull(c.r, b)
	return h[0] & 15, string(b), err
}

// outcome reads up to the first frame that says how it went.
func (c *rawConn) outcome() string {
	for {
		op, text, err := c.read()
		switch {
		case err != nil:
			return "end"
		case op == 8 && len(text) >= 2:
			return fmt.Sprint("close ", binary.BigEndian.Uint16([]byte(text)))
		case op == 8:
			return "close"
		case op == 10:
			return "pong " + text
		case op == 1 && strings.HasPrefix(text, `{"t":"welcome"`):
			return "welcome"
		}
	}
}

func TestFramesThatNoBrowserSends(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	hello := `{"t":"hello","token":"` + r.admin + `","after":null}`
	const text, more, ping, closing = 1, 0, 9, 8
	join := func(parts ...[]byte) (all []byte) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	unmasked := append([]byte{fin | text, byte(len(hello))}, hello...)
	tests := []struct {
		name  string
		bytes []byte
		slow  bool
		want  string
	}{
		{"a whole hello", rawFrame(fin|text, hello), false, "welcome"},
		{"a hello byte by byte", rawFrame(fin|text, hello), true, "welcome"},
		{"a hello in three fragments", join(rawFrame(text, hello[:5]), rawFrame(more, hello[5:9]), rawFrame(fin|more, hello[9:])), false, "welcome"},
		{"a hello with empty fragments", join(rawFrame(text, ""), rawFrame(more, hello), rawFrame(fin|more, "")), false, "welcome"},
		{"a ping before hello", rawFrame(fin|ping, "x"), false, "pong x"},
		{"a ping between fragments", join(rawFrame(text, hello[:5]), rawFrame(fin|ping, "y")), false, "pong y"},
		{"a ping without payload", rawFrame(fin|ping, ""), false, "pong "},
		{"a pong that nobody asked for", join(rawFrame(fin|10, "z"), rawFrame(fin|text, hello)), false, "welcome"},
		{"a frame without a mask", unmasked, false, "end"},
		{"a compressed frame", rawFrame(fin|0x40|text, hello), false, "close 1002"},
		{"reserved bit 2", rawFrame(fin|0x20|text, hello), false, "close 1002"},
		{"reserved bit 3", rawFrame(fin|0x10|text, hello), false, "close 1002"},
		{"reserved opcode 3", rawFrame(fin|3, hello), false, "close 1002"},
		{"reserved opcode 11", rawFrame(fin|11, ""), false, "close 1002"},
		{"a ping in fragments", rawFrame(ping, "x"), false, "close 1002"},
		{"a ping that is too long", rawFrame(fin|ping, strings.Repeat("x", 126)), false, "close 1002"},
		{"a continuation of nothing", rawFrame(fin|more, hello), false, "close 1002"},
		{"a text inside a text", join(rawFrame(text, "a"), rawFrame(fin|text, hello)), false, "close 1002"},
		{"64 KiB and more in one frame", rawFrame(fin|text, strings.Repeat("x", 64<<10+1)), false, "close 1009"},
		{"64 KiB and more in fragments", join(rawFrame(text, strings.Repeat("x", 40<<10)), rawFrame(fin|more, strings.Repeat("x", 40<<10))), false, "close 1009"},
		{"a length of 2^62", append([]byte{fin | text, masked | 127, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, strings.Repeat("x", 70<<10)...), false, "close 1009"},
		{"a length with the top bit", append([]byte{fin | text, masked | 127, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "x"...), false, "end"},
		{"a close", rawFrame(fin|closing, "\x03\xe8"), false, "close 1000"},
		{"a close without a code", rawFrame(fin|closing, ""), false, "close"},
		{"a close with half a code", rawFrame(fin|closing, "\x03"), false, "close 1002"},
		{"a close with a code that is none", rawFrame(fin|closing, "\x03\xed"), false, "close 1002"},
		{"invalid UTF-8", rawFrame(fin|text, "{\"t\":\"hello\",\"token\":\"\xc3\x28\"}"), false, "close 4009"},
		{"a character cut by the end", rawFrame(fin|text, "{\"t\":\"hello\",\"token\":\"\xe2\x82"), false, "close 4009"},
		{"an empty message", rawFrame(fin|text, ""), false, "close 4009"},
		{"HTTP again", []byte("GET / HTTP/1.1\r\n\r\n"), false, "close 1002"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := r.rawDial(t, tt.slow)
			c.write(tt.bytes, tt.slow)
			if got := c.outcome(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAFloodOfPingsHoldsNothingUp(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	c := r.rawDial(t, false)
	c.write(rawFrame(fin|1, `{"t":"hello","token":"`+r.admin+`"}`), false)
	if got := c.outcome(); got != "welcome" {
		t.Fatalf("got %q", got)
	}
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for range 2000 {
			c.write(rawFrame(fin|9, "ping"), false)
		}
	}()
	r.push("s1", "a")
	for pongs, events := 0, 0; pongs < 2000 || events < 2; {
		switch op, text, err := c.read(); {
		case err != nil:
			t.Fatalf("after %d pongs and %d events: %v", pongs, events, err)
		case op == 10:
			pongs++
		case strings.HasPrefix(text, `{"t":"event"`):
			events++
		}
	}
	<-sent
}

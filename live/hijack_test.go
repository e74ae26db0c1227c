package live_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// A client may say hello in the same packet as its handshake, and more than a small buffer holds.
func TestWhatComesWithTheHandshakeIsRead(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	hello := `{"t":"hello","token":"` + adminToken + `","after":null` + strings.Repeat(" ", 1500) + `}`
	frame := append([]byte{0x81, 0x80 | 126, byte(len(hello) >> 8), byte(len(hello)), 0, 0, 0, 0}, hello...)
	head := fmt.Sprintf("GET /v1/sessions/s1/ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: %s\r\n\r\n", conn.RemoteAddr(), live.Subprotocol)
	if _, err := conn.Write(append([]byte(head), frame...)); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	for got := ""; !strings.Contains(got, `"t":"live"`); {
		b, err := in.ReadByte()
		if err != nil {
			t.Fatalf("%v after %q", err, got)
		}
		got += string(b)
	}
}

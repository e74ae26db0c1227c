package live

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
)

// A reader at rest needs little of the 8 KiB that net/http leaves beside a connection that is taken over: what it sends are
// acknowledgements, and what is larger than a buffer goes out past it.
const (
	inBytes  = 512
	outBytes = 2 << 10
)

// slim hands a connection over with small buffers.
type slim struct{ http.ResponseWriter }

func (s slim) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// Hijack takes the connection over. What has been read of it already is in the buffer.
func (s slim) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, was, err := http.NewResponseController(s.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	n := was.Reader.Buffered()
	in := bufio.NewReaderSize(io.MultiReader(io.LimitReader(was.Reader, int64(n)), conn), max(inBytes, n))
	if _, err := in.Peek(n); err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	return conn, bufio.NewReadWriter(in, bufio.NewWriterSize(conn, outBytes)), nil
}

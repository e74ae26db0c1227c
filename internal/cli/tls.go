package cli

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"
)

// certificate is read again when its file changes, so that a renewal needs no restart.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu     sync.Mutex
	looked time.Time
	stamp  time.Time
	have   *tls.Certificate
}

// secure puts TLS before a listener.
func secure(l net.Listener, cert, key string, log *slog.Logger) (net.Listener, error) {
	c := &certificate{cert: cert, key: key, log: log}
	if err := private(key); err != nil {
		return nil, fmt.Errorf("reading the key of the certificate: %w", err)
	}
	if err := c.load(); err != nil {
		return nil, err
	}
	return tls.NewListener(l, &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"http/1.1"}, // a WebSocket begins there
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get(), nil },
	}), nil
}

func (c *certificate) load() error {
	st, err := os.Stat(c.cert)
	if err != nil {
		return fmt.Errorf("reading the certificate: %w", err)
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return fmt.Errorf("reading the certificate: %w", err)
	}
	c.have, c.stamp = &pair, st.ModTime()
	return nil
}

// get looks at the file at most once a second. What cannot be read, as in the middle of a renewal, leaves the old one.
func (c *certificate) get() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.looked) > time.Second {
		c.looked = now
		if st, err := os.Stat(c.cert); err == nil && !st.ModTime().Equal(c.stamp) {
			if err := c.load(); err != nil {
				c.log.Warn("keeping the certificate that was", "why", err)
			} else {
				c.log.Info("the certificate was read again")
			}
		}
	}
	return c.have
}

package live

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// NewHTTPServer makes an http.Server with the timeouts that a server facing anyone needs. Bodies and answers have their
// own, set per request, because streams may last for days.
func NewHTTPServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    16 << 10,
	}
}

// Serve answers on l until ctx ends, and then stops in order: readers are told goodbye, requests under way are finished,
// within drain. It returns nil after an orderly stop.
func Serve(ctx context.Context, l net.Listener, s *Server, drain time.Duration) error {
	srv := NewHTTPServer(s)
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	select {
	case err := <-failed:
		return errors.Join(err, s.Shutdown(ctx))
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	err := errors.Join(s.Shutdown(stop), srv.Shutdown(stop))
	if err != nil {
		err = errors.Join(err, srv.Close())
	}
	<-failed // http.ErrServerClosed
	return err
}

//go:build deps

// Package deps pins modules before their first import lands. It is deleted once every import is real.
package deps

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/andybalholm/brotli"
	_ "github.com/coder/websocket"
	_ "github.com/maxence-charriere/go-app/v10/pkg/app"
	_ "github.com/microcosm-cc/bluemonday"
	_ "github.com/nats-io/nats-server/v2/server"
	_ "github.com/nats-io/nats.go/jetstream"
	_ "github.com/prometheus/client_golang/prometheus/promhttp"
	_ "github.com/synadia-io/orbit.go/jetstreamext"
	_ "github.com/yuin/goldmark"
	_ "go.uber.org/goleak"
	_ "golang.org/x/net/html"
	_ "golang.org/x/time/rate"
	_ "golang.org/x/tools/txtar"
	_ "znkr.io/diff"
	_ "znkr.io/diff/textdiff"
)

package nats_test

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/vitrine-go/vitrine/live/store/nats"
)

// elsewhere is an engine that is not the store's own: one server on loopback, or a cluster of three.
type elsewhere struct {
	t    *testing.T
	opts []*server.Options
	ns   []*server.Server
}

func newElsewhere(t *testing.T, nodes int, change ...func(*server.Options)) *elsewhere {
	t.Helper()
	e := &elsewhere{t: t, ns: make([]*server.Server, nodes)}
	var routes []*url.URL
	var ports []int
	for range nodes {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, portOf(t, l.Addr().String()))
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
		_ = l.Close()
	}
	for i := range nodes {
		o := &server.Options{
			ServerName: fmt.Sprint("node-", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 1 << 30, JetStreamMaxMemory: 1 << 30,
			DisableJetStreamBanner: true,
		}
		if nodes > 1 {
			o.Cluster = server.ClusterOpts{Name: "trial", Host: "127.0.0.1", Port: ports[i], PoolSize: -1}
			o.Routes = routes
		}
		for _, c := range change {
			c(o)
		}
		e.opts = append(e.opts, o)
	}
	t.Cleanup(func() {
		for i := range e.ns {
			e.stop(i)
		}
	})
	for i := range nodes {
		e.launch(i)
	}
	for i := range nodes {
		e.ready(i)
	}
	if nodes > 1 {
		e.settled()
	}
	return e
}

// launch starts a node; ready waits for it and keeps its port.
func (e *elsewhere) launch(i int) {
	e.t.Helper()
	ns, err := server.NewServer(e.opts[i].Clone())
	if err != nil {
		e.t.Fatal(err)
	}
	ns.Start()
	e.ns[i] = ns
}

func (e *elsewhere) ready(i int) {
	e.t.Helper()
	if !e.ns[i].ReadyForConnections(20 * time.Second) {
		e.t.Fatalf("node %d does not start", i)
	}
	e.opts[i].Port = portOf(e.t, e.ns[i].Addr().String())
}

func portOf(t *testing.T, addr string) (port int) {
	t.Helper()
	if _, err := fmt.Sscan(addr[strings.LastIndexByte(addr, ':')+1:], &port); err != nil {
		t.Fatal(err)
	}
	return port
}

func (e *elsewhere) stop(i int) {
	if ns := e.ns[i]; ns != nil {
		ns.Shutdown()
		ns.WaitForShutdown()
		e.ns[i] = nil
	}
}

// settled waits until the nodes have a leader among them.
func (e *elsewhere) settled() {
	e.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		running, current := 0, 0
		leader := false
		for _, ns := range e.ns {
			if ns == nil {
				continue
			}
			running++
			leader = leader || ns.JetStreamIsLeader()
			if ns.JetStreamIsCurrent() {
				current++
			}
		}
		if leader && current == running {
			return
		}
		if time.Now().After(deadline) {
			e.t.Fatal("the cluster finds no leader")
		}
	}
}

// leader is the node that leads a stream.
func (e *elsewhere) leader(stream string) int {
	e.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		for i, ns := range e.ns {
			if ns != nil && ns.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
				return i
			}
		}
	}
	e.t.Fatalf("stream %s has no leader", stream)
	return 0
}

// url names the nodes, the given one first.
func (e *elsewhere) url(first int) string {
	var list []string
	for i := range e.opts {
		list = append(list, fmt.Sprintf("nats://127.0.0.1:%d", e.opts[(first+i)%len(e.opts)].Port))
	}
	return strings.Join(list, ",")
}

// only names one node.
func (e *elsewhere) only(i int) string { return fmt.Sprintf("nats://127.0.0.1:%d", e.opts[i].Port) }

func at(url string, replicas int) nats.Config {
	return nats.Config{External: nats.External{URL: url, Replicas: replicas}, MaxBytes: 256 << 20}
}

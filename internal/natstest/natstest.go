// Package natstest runs NATS servers for tests as if they were elsewhere: one on loopback, or a cluster of three whose
// links can be cut.
package natstest

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/vitrine-go/vitrine/internal/netfault"
)

// Servers are the nodes. A test that opened them need not close them.
type Servers struct {
	t    *testing.T
	opts []*server.Options
	ns   []*server.Server
	link [][]*netfault.Proxy // link[i][j] is the way from node i to node j
}

// Start starts one node, or a cluster that has found its leader when it returns.
func Start(t *testing.T, nodes int, change ...func(*server.Options)) *Servers {
	t.Helper()
	e := &Servers{t: t, ns: make([]*server.Server, nodes)}
	var ports []int
	for range nodes {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, portOf(t, l.Addr().String()))
		_ = l.Close()
	}
	for i := range nodes {
		o := &server.Options{
			ServerName: fmt.Sprint("node-", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 16 << 30, JetStreamMaxMemory: 1 << 30,
			DisableJetStreamBanner: true,
		}
		if nodes > 1 {
			o.Cluster = server.ClusterOpts{Name: "trial", Host: "127.0.0.1", Port: ports[i], PoolSize: -1}
			// What a node says of its address leads nowhere: the ways between nodes are the links, which can be cut.
			o.Cluster.Advertise = "127.0.0.1:1"
			o.Routes = e.links(i, ports)
		}
		for _, c := range change {
			c(o)
		}
		e.opts = append(e.opts, o)
	}
	t.Cleanup(func() {
		for _, row := range e.link {
			for _, p := range row {
				if p != nil {
					p.Close()
				}
			}
		}
		for i := range e.ns {
			e.Stop(i)
		}
	})
	for i := range nodes {
		e.Launch(i)
	}
	for i := range nodes {
		e.Ready(i)
	}
	if nodes > 1 {
		e.Settled()
	}
	return e
}

// Launch starts a node on the port it had.
func (e *Servers) Launch(i int) {
	e.t.Helper()
	ns, err := server.NewServer(e.opts[i].Clone())
	if err != nil {
		e.t.Fatal(err)
	}
	ns.Start()
	e.ns[i] = ns
}

// Ready waits until a node takes connections.
func (e *Servers) Ready(i int) {
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

// Stop ends a node in order.
func (e *Servers) Stop(i int) {
	if ns := e.ns[i]; ns != nil {
		ns.Shutdown()
		ns.WaitForShutdown()
		e.ns[i] = nil
	}
}

// Settled waits until the nodes have a leader among them.
func (e *Servers) Settled() {
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

// Leader is the node that leads a stream, one of those not left out.
func (e *Servers) Leader(stream string, without ...int) int {
	e.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		for i, ns := range e.ns {
			if ns != nil && !slices.Contains(without, i) && ns.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
				return i
			}
		}
	}
	e.t.Fatalf("stream %s has no leader", stream)
	return 0
}

// URL names the nodes, the given one first.
func (e *Servers) URL(first int) string {
	var list []string
	for i := range e.opts {
		list = append(list, fmt.Sprintf("nats://127.0.0.1:%d", e.opts[(first+i)%len(e.opts)].Port))
	}
	return strings.Join(list, ",")
}

// Only names one node.
func (e *Servers) Only(i int) string { return fmt.Sprintf("nats://127.0.0.1:%d", e.opts[i].Port) }

// links are the ways from one node to the others.
func (e *Servers) links(i int, ports []int) (routes []*url.URL) {
	row := make([]*netfault.Proxy, len(ports))
	for j, port := range ports {
		if j == i {
			continue
		}
		p, err := netfault.New(fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			e.t.Fatal(err)
		}
		row[j] = p
		routes = append(routes, &url.URL{Scheme: "nats", Host: p.Addr()})
	}
	e.link = append(e.link, row)
	return routes
}

// Split cuts a node off from the others, its clients not, or joins it to them again.
func (e *Servers) Split(i int, on bool) {
	for a, row := range e.link {
		for b, p := range row {
			if p != nil && (a == i || b == i) {
				p.Refuse(on)
				if on {
					p.Cut()
				}
			}
		}
	}
}

package cli

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/live"
)

// liveSettings are the settings of a live server. A flag wins over its variable, and that over the default.
type liveSettings struct {
	Addr      string `default:"127.0.0.1:8737" env:"VITRINE_ADDR" help:"Address to listen on; port 0 takes a free one ($${env})."`
	AdminAddr string `name:"admin-addr" env:"VITRINE_ADMIN_ADDR" placeholder:"ADDR" help:"Address for /metrics, /livez, /readyz and /version, which ask for no token there: keep it to operators ($${env})."`
	Data      string `env:"VITRINE_DATA" placeholder:"DIR" help:"Data folder (default: vitrine in the user's data folder; $${env})."`
	TokenFile string `env:"VITRINE_TOKEN_FILE" placeholder:"FILE" help:"File with the admin token, made if it is not there; signing keys and revocations lie beside it (default: admin.token in the data folder; $${env})."`
	PublicURL string `name:"public-url" env:"VITRINE_PUBLIC_URL" placeholder:"URL" help:"Address under which people reach the page; may have a path ($${env})."`
	TLSCert   string `name:"tls-cert" env:"VITRINE_TLS_CERT" placeholder:"FILE" help:"Certificate chain (PEM); read again when it changes ($${env})."`
	TLSKey    string `name:"tls-key" env:"VITRINE_TLS_KEY" placeholder:"FILE" help:"Its key (PEM) ($${env})."`

	AuthHeader string   `name:"auth-header" env:"VITRINE_AUTH_HEADER" placeholder:"NAME" help:"Header in which a trusted proxy names the person; needs --auth-proxy ($${env})."`
	AuthProxy  []string `name:"auth-proxy" env:"VITRINE_AUTH_PROXY" placeholder:"CIDR" help:"Addresses of trusted proxies, such as 10.0.0.5/32. Their --auth-header and X-Forwarded-For are believed; from anyone else the header is refused ($${env})."`

	Withhold string `env:"VITRINE_WITHHOLD" placeholder:"NAMES" help:"What readers do not get in the page, with commas between: links, copies, downloads, json, exports ($${env})."`

	NATS      string `name:"nats" env:"VITRINE_NATS" placeholder:"URL" help:"Keep the events in this NATS JetStream engine or cluster, 2.12 or newer, instead of the data folder, such as nats://a:4222,nats://b:4222; several servers may share it ($${env})."`
	NATSCreds string `name:"nats-creds" env:"VITRINE_NATS_CREDS" placeholder:"FILE" help:"Credentials for --nats ($${env})."`
	Replicas  int    `enum:"1,3,5" default:"1" env:"VITRINE_REPLICAS" help:"Copies of every event in the cluster of --nats: 1, 3 or 5 ($${env})."`

	Durability string        `enum:"strict,fast" default:"strict" env:"VITRINE_DURABILITY" help:"strict: an event is acknowledged after an fsync. fast: a power cut may lose the last seconds ($${env})."`
	Retention  time.Duration `env:"VITRINE_RETENTION" placeholder:"AGE" help:"Drop events older than this, such as 720h (default: keep; $${env})."`
	Quota      string        `default:"1GiB" env:"VITRINE_QUOTA" placeholder:"SIZE" help:"Bytes that one session may take; beyond it events are answered 507. 0 is no bound ($${env})."`
	MaxBody    string        `name:"max-body" default:"32MiB" env:"VITRINE_MAX_BODY" placeholder:"SIZE" help:"Bytes of one request; beyond it 413 ($${env})."`
	Rate       float64       `default:"1000" env:"VITRINE_RATE" help:"Requests a second of one token or person, in the long run; twice as many of one session, four times of one address; for an instant twice that. Beyond it 429 with Retry-After ($${env})."`
	Streams    int           `name:"max-streams" default:"10000" env:"VITRINE_MAX_STREAMS" help:"Readers connected at once: a tenth of them of one token or person, a fifth of one session, two fifths of one address. Beyond it 429 ($${env})."`
	Drain      time.Duration `default:"5s" env:"VITRINE_DRAIN" help:"Time to say goodbye to readers when the server stops ($${env})."`
	DrainWait  time.Duration `name:"drain-wait" env:"VITRINE_DRAIN_WAIT" help:"Time between /readyz saying no and the first goodbye, for a load balancer that asks it ($${env})."`
	LogFormat  string        `name:"log-format" enum:"text,json" default:"text" env:"VITRINE_LOG_FORMAT" help:"How to log, on stderr: text or json ($${env})."`
	NoAuth     bool          `name:"no-auth" env:"VITRINE_NO_AUTH" help:"Ask for no token. Loopback only: every user and program of this machine can then read and write everything ($${env})."`
}

// config checks the settings and gives what of them the server is made with.
func (f *liveSettings) config(env environment) (cfg live.Config, err error) {
	if f.PublicURL != "" {
		if err := checkPublic(f.PublicURL); err != nil {
			return cfg, err
		}
	}
	if cfg.Identity, err = f.identity(); err != nil {
		return cfg, err
	}
	if _, err := markup.ParseWithheld(f.Withhold); err != nil {
		return cfg, usage("--withhold: %s", err)
	}
	if (f.TLSCert == "") != (f.TLSKey == "") {
		return cfg, usage("--tls-cert and --tls-key: one is of no use without the other")
	}
	host, _, err := net.SplitHostPort(f.Addr)
	if err != nil {
		return cfg, usage("--addr: %w", err)
	}
	if f.AdminAddr != "" {
		if _, _, err := net.SplitHostPort(f.AdminAddr); err != nil {
			return cfg, usage("--admin-addr: %w", err)
		}
	}
	if ip, err := netip.ParseAddr(host); f.NoAuth && host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return cfg, usage("--no-auth works on a loopback address only, %s is none", f.Addr)
	}
	if f.NATS == "" && (f.NATSCreds != "" || f.Replicas > 1) {
		return cfg, usage("--nats-creds and --replicas: name the engine with --nats")
	}
	if f.NATS != "" && f.Durability == "fast" {
		return cfg, usage("--durability fast: when the engine of --nats syncs is set there")
	}
	if f.NoAuth && f.AuthHeader != "" {
		return cfg, usage("--no-auth and --auth-header: nobody is asked who they are")
	}
	if cfg.Limits.Quota, err = size("--quota", f.Quota); err != nil {
		return cfg, err
	}
	body, err := size("--max-body", f.MaxBody)
	if err != nil {
		return cfg, err
	}
	if body < 1<<10 || body > 64<<20 || f.Rate <= 0 || f.Streams < 10 || f.Drain <= 0 || f.DrainWait < 0 || f.Retention < 0 {
		return cfg, usage("--max-body goes from 1KiB to 64MiB, --max-streams from 10; --rate and --drain are above 0, --drain-wait and --retention not below")
	}
	l := &cfg.Limits
	l.Body = int(body)
	l.Rate, l.SessionRate, l.AddrRate = f.Rate, 2*f.Rate, 4*f.Rate
	burst := max(1, int(2*f.Rate))
	l.Burst, l.SessionBurst, l.AddrBurst = burst, 2*burst, 4*burst
	l.Sockets, l.PerUser, l.PerTopic, l.PerAddr = f.Streams, max(1, f.Streams/10), max(1, f.Streams/5), max(1, 2*f.Streams/5)
	cfg.Timing.Spread = f.Drain / 2
	if f.Data == "" {
		if f.Data, err = dataFolder(env); err != nil {
			return cfg, err
		}
	}
	cfg.PublicURL, cfg.Base, cfg.Notes = f.PublicURL, basePath(f.PublicURL), map[string]string{"durability": f.durability()}
	return cfg, nil
}

// durability says when an event is acknowledged.
func (f *liveSettings) durability() string {
	switch {
	case f.NATS == "":
		return f.Durability
	case f.Replicas == 1:
		return "as the engine of --nats syncs"
	default:
		return fmt.Sprintf("on most of %d replicas", f.Replicas)
	}
}

func (f *liveSettings) identity() (id live.Identity, err error) {
	if f.AuthHeader != "" && len(f.AuthProxy) == 0 {
		return id, usage("--auth-header: name the proxies that may send it with --auth-proxy")
	}
	if strings.Trim(f.AuthHeader, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return id, usage("--auth-header: %q is no name of a header", f.AuthHeader)
	}
	switch strings.ToLower(f.AuthHeader) {
	case "authorization", "cookie", "host", "origin", "x-forwarded-for":
		return id, usage("--auth-header: %s is sent by anyone's program", f.AuthHeader)
	}
	id.Header = f.AuthHeader
	for _, text := range f.AuthProxy {
		p, err := netip.ParsePrefix(text)
		if ip, err2 := netip.ParseAddr(text); err2 == nil {
			p, err = ip.Prefix(ip.BitLen())
		}
		if err != nil {
			return id, usage("--auth-proxy: %q is no range of addresses such as 10.0.0.5/32", text)
		}
		if p.Bits() == 0 {
			return id, usage("--auth-proxy: %s is everyone", text)
		}
		id.Proxies = append(id.Proxies, p.Masked())
	}
	return id, nil
}

// size reads a number of bytes: 1000, 64KiB, 32MiB, 1GiB.
func size(flag, text string) (int64, error) {
	num, shift := strings.TrimSpace(text), 0
	for unit, n := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40} {
		if head, ok := strings.CutSuffix(num, unit); ok {
			num, shift = strings.TrimSpace(head), n
			break
		}
	}
	n, err := strconv.ParseInt(num, 10, 64)
	if err != nil || n < 0 || n > 1<<60>>shift {
		return 0, usage("%s: %q is no size such as 512MiB", flag, text)
	}
	return n << shift, nil
}

func (f *liveSettings) logger(std Stdio) *slog.Logger {
	if f.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(std.Err, nil))
	}
	return slog.New(slog.NewTextHandler(std.Err, nil))
}

// private tells of a file whose mode lets others read it.
func private(path string) error {
	st, err := os.Stat(path)
	if err == nil && runtime.GOOS != "windows" && st.Mode().Perm()&0o007 != 0 {
		return fmt.Errorf("everyone can read or change %s (mode %04o)", filepath.Base(path), st.Mode().Perm())
	}
	return err
}

package cli

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/nats"
)

// checkConfigCmd looks at the settings of a server without starting or changing anything.
type checkConfigCmd struct {
	liveSettings
}

func (c *checkConfigCmd) Run(std Stdio, env environment) error {
	cfg, err := c.config(env)
	if err != nil {
		return err
	}
	token := tokenFile(c.TokenFile, c.Data)
	for _, row := range [][2]string{
		{"addr", c.Addr}, {"admin-addr", or(c.AdminAddr, "none")}, {"public-url", or(c.PublicURL, "none")}, {"path", cfg.Base},
		{"tls", or(c.TLSCert, "none")}, {"data", c.Data}, {"token-file", token},
		{"nats", or(nats.Redacted(c.NATS), "none")}, {"nats-creds", or(c.NATSCreds, "none")}, {"replicas", fmt.Sprint(c.Replicas)}, {"durability", c.durability()},
		{"retention", orKeep(c.Retention.String())}, {"quota", or(c.Quota, "0")}, {"max-body", c.MaxBody}, {"rate", fmt.Sprint(c.Rate)},
		{"max-streams", fmt.Sprint(c.Streams)}, {"drain", c.Drain.String()}, {"drain-wait", c.DrainWait.String()}, {"log-format", c.LogFormat},
		{"people", people(cfg.Identity)}, {"no-auth", fmt.Sprint(c.NoAuth)},
	} {
		fmt.Fprintf(std.Out, "%-12s %s\n", row[0], row[1])
	}
	for _, name := range unknownVariables(os.Environ()) {
		fmt.Fprintf(std.Err, "vitrine: check-config: nothing reads the variable %s\n", name)
	}
	if err := c.files(token); err != nil {
		return err
	}
	fmt.Fprintln(std.Out, "A server can start with these settings.")
	return nil
}

func orKeep(age string) string {
	if age == "0s" {
		return "keep"
	}
	return age
}

func people(id live.Identity) string {
	if id.Header == "" {
		return "none"
	}
	var from []string
	for _, p := range id.Proxies {
		from = append(from, p.String())
	}
	return id.Header + " from " + strings.Join(from, ", ")
}

// files looks at what the server will read.
func (c *checkConfigCmd) files(token string) error {
	var bad []error
	if c.TLSCert != "" {
		_, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
		bad = append(bad, err, private(c.TLSKey))
	}
	if c.NATSCreds != "" {
		bad = append(bad, private(c.NATSCreds))
	}
	beside := strings.TrimSuffix(token, ".token")
	for _, path := range []string{token, beside + ".keys", beside + ".ledger"} {
		if err := private(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			bad = append(bad, err)
		}
	}
	if st, err := os.Stat(c.Data); err == nil && !st.IsDir() {
		bad = append(bad, fmt.Errorf("%s is no folder", filepath.Base(c.Data)))
	}
	return errors.Join(bad...)
}

// unknownVariables lists those that look like ours and mean nothing.
func unknownVariables(environ []string) (names []string) {
	known := append(flagVariables(), "VITRINE_URL", "VITRINE_TOKEN", "VITRINE_OPEN_ADDR")
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "VITRINE_") && !strings.HasPrefix(name, "VITRINE_TEST_") && !slices.Contains(known, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"sync"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/redact"
)

// redactFlags are those of commands by which something leaves the machine.
type redactFlags struct {
	NoRedact bool     `name:"no-redact" help:"Leave keys, passwords and your name where they are. To be typed in full."`
	User     []string `sep:"none" placeholder:"NAME" help:"A further name to remove, wherever it stands as a word (default: yours on this machine)."`
	Report   string   `placeholder:"FILE.json" help:"Write the list of what was removed to this file, as JSON."`
}

// redactor is nil when nothing is to be removed.
func (f redactFlags) redactor() *redact.Redactor {
	if f.NoRedact {
		return nil
	}
	return redact.New(redact.Options{Users: append(owner(), f.User...)})
}

// owner is the name of whoever runs the command, as the system and the home folder say it.
func owner() (names []string) {
	if u, err := user.Current(); err == nil {
		at := strings.LastIndexByte(u.Username, '\\') // on Windows behind the domain
		names = append(names, u.Username[at+1:])
	}
	if home, err := os.UserHomeDir(); err == nil {
		names = append(names, filepath.Base(home))
	}
	return names
}

// listed is how many rules and places of each the list for a terminal names.
const listed = 8

// tell shows what was removed.
func tell(w io.Writer, command string, f redact.Found) {
	say := func(format string, args ...any) { fmt.Fprintf(w, "vitrine: "+command+": "+format+"\n", args...) }
	switch f.Total {
	case 0:
		say("no secret was found")
	case 1:
		say("1 secret or name removed")
	default:
		say("%d secrets and names removed", f.Total)
	}
	for _, rule := range f.Rules {
		fmt.Fprintf(w, "  %-22s %6d  %s\n", rule.Rule, rule.Count, places(f, rule.Rule))
	}
	if f.Pictures > 0 {
		say("%s not checked: look at what they show", count(f.Pictures, "picture"))
	}
}

// places names where a rule found something.
func places(f redact.Found, rule string) string {
	var out []string
	more := 0
	seen := map[string]bool{}
	for _, it := range f.Items {
		if it.Rule != rule {
			continue
		}
		at := it.Event
		if it.Call != "" {
			at = strings.TrimSpace(it.Tool + " " + it.Call)
		}
		if at += " " + it.In; seen[at] {
			continue
		}
		seen[at] = true
		if len(out) == listed {
			more++
			continue
		}
		out = append(out, at)
	}
	s := strings.Join(out, "; ")
	if more > 0 {
		s += fmt.Sprintf("; %d more", more)
	}
	return s
}

// write puts the list into the file that was named.
func (f redactFlags) write(found redact.Found) error {
	if f.Report == "" {
		return nil
	}
	data, err := json.MarshalIndent(found, "", "  ")
	if err == nil {
		err = os.WriteFile(f.Report, append(data, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("writing the list of what was removed: %w", err)
	}
	return nil
}

// leaving is the door of what is sent to an address: nil for one of this machine, and where nobody wants it.
func (f redactFlags) leaving(address string) *redact.Redactor {
	if onThisMachine(address) {
		return nil
	}
	return f.redactor()
}

// each is the door of those who hand over events in batches, one for one: nil when nothing is to be removed. What a batch lost is told
// by rule. Batches may come from several goroutines.
func (f serverFlags) each(say func(format string, args ...any)) func([]source.Envelope) []source.Envelope {
	r := f.leaving(f.URL)
	if r == nil {
		return nil
	}
	var mu sync.Mutex
	told := map[string]int{}
	return func(batch []source.Envelope) []source.Envelope {
		mu.Lock()
		defer mu.Unlock()
		out := make([]source.Envelope, len(batch))
		for i, e := range batch {
			out[i] = r.Envelope(e)
		}
		found := r.Found()
		var more []string
		for _, c := range found.Rules {
			if n := c.Count - told[c.Rule]; n > 0 {
				more = append(more, fmt.Sprintf("%d %s", n, c.Rule))
				told[c.Rule] = c.Count
			}
		}
		if more != nil {
			say("removed before sending: %s", strings.Join(more, ", "))
			if err := f.write(found); err != nil {
				say("%v", err)
			}
		}
		return out
	}
}

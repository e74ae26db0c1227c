package app

import (
	"regexp"
	"sort"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Sessions is the list that the server gives, newest first. It is read-only once made.
type Sessions struct{ all []session }

// session is one of them. Texts are untrusted; the id is not, since only a valid one is taken.
type session struct {
	id                            string
	title, prompt, project, agent string
	started, last                 time.Time     // zero when not told
	took                          time.Duration // from the first record to the last
	bytes, calls, failed          int
	counted, partial              bool   // calls are known, or at least some of them
	resume                        string // the command that goes on with it, "" for none
	words                         string // what a filter looks at, in lower case
}

// ParseSessions reads the answer of GET v1/sessions. A row without a valid id is left out.
func ParseSessions(text []byte) *Sessions {
	v, _ := protocol.Parse(text)
	s := &Sessions{}
	for _, row := range v.Get("sessions").Elems() {
		one := session{
			id: row.Get("session").Str(), title: legible(row.Get("title").Str()), prompt: legible(row.Get("prompt").Str()),
			project: legible(row.Get("project").Str()), agent: legible(row.Get("agent").Str()), bytes: number(row.Get("bytes")),
			calls: number(row.Get("calls")), failed: number(row.Get("failed")), counted: row.Get("calls").Exists(), partial: row.Get("partial").Bool(),
			resume: command(row.Get("resume").Str()),
		}
		if !validSession(one.id) {
			continue
		}
		for _, key := range []string{"last", "created"} {
			if one.last.IsZero() {
				one.last, _ = time.Parse(time.RFC3339, row.Get(key).Str())
			}
		}
		one.started, _ = moment(row.Get("created").Str())
		if ended, ok := moment(row.Get("ended").Str()); ok && !one.started.IsZero() {
			one.took = ended.Sub(one.started)
		}
		one.words = strings.ToLower(strings.Join([]string{one.id, one.title, one.prompt, one.project, one.agent}, "\n"))
		s.all = append(s.all, one)
	}
	sort.SliceStable(s.all, func(i, j int) bool { return s.all[i].last.After(s.all[j].last) })
	return s
}

// resumes are the commands that go on with a session, with its id behind them, as a shell takes them.
var resumes = regexp.MustCompile(`^(?:cd '/[A-Za-z0-9 _./@+-]*' && )?(?:claude --resume|codex resume|gemini --resume) [A-Za-z0-9_][A-Za-z0-9_-]{0,63}$`)

// command is a command that may be given to people who paste it into a shell: one of those that are known, and nothing beside it.
// Whoever makes a session may say anything.
func command(s string) string {
	if len(s) > 4096 || !resumes.MatchString(s) {
		return ""
	}
	return s
}

// validSession tells whether an id may stand in an address.
func validSession(id string) bool {
	if id == "" || len(id) > 64 || id[0] == '-' || id[0] == '_' {
		return false
	}
	for _, c := range []byte(id) {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// name is what a session is called in the list.
func (s session) name() string {
	for _, words := range []string{s.title, s.prompt} {
		if words = strings.Join(strings.Fields(words), " "); words != "" {
			return cut(words, 140)
		}
	}
	return s.id
}

func cut(s string, runes int) string {
	for i := range s {
		if runes--; runes < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// project is a run of the list under one heading; day one inside it.
type project struct {
	name string
	days []day
}

type day struct {
	name string
	rows []session
}

// arrange filters the list by words that must all be there, cuts it to the newest of them and groups it by project and day.
// left is how many more there are.
func (s *Sessions) arrange(filter string, most int, dayName func(time.Time) string) (groups []project, left int) {
	want := strings.Fields(strings.ToLower(filter))
	at := map[string]int{}
	n := 0
next:
	for _, one := range s.all {
		for _, w := range want {
			if !strings.Contains(one.words, w) {
				continue next
			}
		}
		if n++; n > most {
			left++
			continue
		}
		i, ok := at[one.project]
		if !ok {
			i = len(groups)
			at[one.project] = i
			groups = append(groups, project{name: one.project})
		}
		g := &groups[i]
		name := dayName(one.last)
		if len(g.days) == 0 || g.days[len(g.days)-1].name != name {
			g.days = append(g.days, day{name: name})
		}
		d := &g.days[len(g.days)-1]
		d.rows = append(d.rows, one)
	}
	return groups, left
}

func (h *Host) dayName(t time.Time) string {
	if t.Year() <= 1 {
		return h.t("undated")
	}
	now := h.now()
	t = t.In(now.Location())
	switch date(t) {
	case date(now):
		return h.t("today")
	case date(now.AddDate(0, 0, -1)):
		return h.t("yesterday")
	}
	return h.when(t, Day)
}

func date(t time.Time) string { return t.Format("2006-01-02") }

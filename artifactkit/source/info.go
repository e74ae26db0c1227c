package source

import "strings"

// Info is what a list of sessions shows of one transcript. Every field is untrusted text and may be empty.
type Info struct {
	Title       string // given or generated, else the beginning of the first prompt
	Project     string // working folder
	FirstPrompt string // the first thing a person said, whole
	Agent       string // product that wrote it: "Claude Code"
	Model       string
	Branch      string // git branch
	Session     string // the format's own id
	Started     string // RFC 3339, UTC
	Updated     string // RFC 3339, UTC: the last time the tail names
	Parent      string // session under which this one ran as a sub-agent
	Sub         bool   // it ran as a sub-agent, whether the session is named or not
}

// titleRunes cuts a title that is made of a prompt.
const titleRunes = 80

// TitleOf makes a title of a prompt: its first line that is not blank, white space collapsed, cut.
func TitleOf(prompt string) string {
	for line := range strings.SplitSeq(prompt, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			runes := []rune(strings.Join(words, " "))
			if len(runes) > titleRunes {
				return strings.TrimRight(string(runes[:titleRunes-1]), " ") + "…"
			}
			return string(runes)
		}
	}
	return ""
}

package errorkind

import "strings"

// hints are what well-known failures say of themselves, in the order in which they are looked for, and the key of the sentence that
// tells what to look at. Only what a message states is taken: a code of the system or the words that go with it, whole.
var hints = []struct {
	key   string
	words []string
}{
	{"hint_permission", []string{"eacces", "eperm", "permission denied", "operation not permitted", "access is denied"}},
	{"hint_space", []string{"enospc", "no space left on device", "disk quota exceeded"}},
	{"hint_memory", []string{"enomem", "out of memory", "cannot allocate memory", "heap out of memory"}},
	{"hint_in_use", []string{"eaddrinuse", "address already in use"}},
	{"hint_refused", []string{"econnrefused", "connection refused"}},
	{"hint_host", []string{"enotfound", "could not resolve host", "name or service not known", "no such host", "temporary failure in name resolution"}},
	{"hint_timeout", []string{"etimedout", "timed out", "timeout exceeded", "deadline exceeded"}},
	{"hint_rate", []string{"too many requests", "rate limit exceeded", "rate_limit_exceeded", "rate limit reached", "status 429", "http 429"}},
	{"hint_login", []string{"unauthorized", "unauthenticated", "status 401", "http 401", "invalid api key", "authentication failed"}},
	{"hint_command", []string{"command not found", "is not recognized as an internal or external command", "executable file not found"}},
	{"hint_missing", []string{"enoent", "no such file or directory", "file not found", "cannot find the path", "filenotfounderror"}},
}

// hintBytes is how much of a message is read for a hint: what went wrong stands at its beginning.
const hintBytes = 2000

// hint is the key of the sentence for a message, "" when none of them would be sure to fit.
func hint(message string) string {
	s := strings.ToLower(message[:min(len(message), hintBytes)])
	for _, h := range hints {
		for _, w := range h.words {
			if whole(s, w) {
				return h.key
			}
		}
	}
	return ""
}

// whole tells whether words stand in a text with no letter or digit on either side.
func whole(s, words string) bool {
	for at := 0; ; {
		i := strings.Index(s[at:], words)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(words)
		if (at == 0 || !wordly(s[at-1])) && (end == len(s) || !wordly(s[end])) {
			return true
		}
		at = end
	}
}

func wordly(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

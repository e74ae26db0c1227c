package redact

import (
	"encoding/base64"
	"hash/crc32"
	"strings"
)

// githubSum tells whether the last six characters are the checksum of those before: CRC-32 as six digits of base 62.
func githubSum(body string) bool {
	random, sum := body[:len(body)-6], body[len(body)-6:]
	n := crc32.ChecksumIEEE([]byte(random))
	var want [6]byte
	for i := len(want) - 1; i >= 0; i-- {
		want[i] = base62[n%62]
		n /= 62
	}
	return sum == string(want[:])
}

const base62 = "0123456789" + upper + lower

// awsID tells the shape of an access key's id, base 32, from the one that AWS's documents show.
func awsID(body string) bool {
	return strings.Trim(body, upper+"234567") == "" && !strings.HasSuffix(body, "EXAMPLE")
}

// parted demands two parts of these lengths.
func parted(sep string, n, m int) func(string) bool {
	return func(body string) bool {
		return len(body) == n+len(sep)+m && body[n:n+len(sep)] == sep
	}
}

// slashes demands so many of them, with something between.
func slashes(n int) func(string) bool {
	return func(body string) bool {
		return strings.Count(body, "/") == n && !strings.Contains(body, "//")
	}
}

// has demands a word at a place.
func has(word string, at int) func(string) bool {
	return func(body string) bool { return strings.HasPrefix(body[at:], word) }
}

// slackParts demands that a token begins with a number of its workspace.
func slackParts(body string) bool {
	first, _, ok := strings.Cut(body, "-")
	return ok && first != "" && strings.Trim(first, "0123456789") == ""
}

// mixed demands digits, letters and a random look.
func mixed(body string) bool {
	_, digit, letter := classes(body)
	return digit && letter && varied(body, 10)
}

// jwt tells a JSON Web Token by its head: an object that names an algorithm.
func jwt(body string) bool {
	head, rest, ok := strings.Cut("eyJ"+body, ".")
	if !ok || len(head) > 4096 || len(rest) < 8 {
		return false
	}
	text, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(head, "="))
	return err == nil && strings.Contains(string(text), `"alg"`)
}

// discordBot tells a bot's token: the number of its account in base 64, a time, a signature.
func discordBot(first string) func(string) bool {
	return func(body string) bool {
		part := strings.Split(first+body, ".")
		if len(part) != 3 || len(part[1]) < 6 || len(part[1]) > 7 || len(part[2]) < 27 {
			return false
		}
		id, err := base64.RawStdEncoding.DecodeString(part[0])
		return err == nil && len(id) >= 17 && strings.Trim(string(id), "0123456789") == ""
	}
}

// namedAndSecret reads the credentials of the Basic scheme: base64 of a name, a colon and a password.
func namedAndSecret(cred string) bool {
	text, err := base64.StdEncoding.DecodeString(cred)
	if err != nil {
		if text, err = base64.RawStdEncoding.DecodeString(cred); err != nil {
			return false
		}
	}
	name, secret, ok := strings.Cut(string(text), ":")
	return ok && len(name)+len(secret) >= 4 && strings.IndexFunc(string(text), func(r rune) bool { return r < ' ' || r == 0xfffd }) < 0
}

// stand are parts of words that stand for a secret and are none.
var stand = []string{"your", "example", "placeholder", "changeme", "change-me", "change_me", "redacted", "removed:", "dummy", "xxxx", "****", "....", "process.env", "os.environ", "getenv", "todo", "replace", "insert", "<", "{{", "${", "$(", "%(", "••", "…", "not-a-", "fake-", "sample"}

// placeholder tells what stands for a secret: a reference to where it lies, a pattern, a word to be replaced.
func placeholder(v string) bool {
	if v == "" || v[0] == '$' || v[0] == '%' || v[0] == '@' && !strings.ContainsAny(v, "0123456789") {
		return true
	}
	low := strings.ToLower(v[:min(len(v), 96)])
	for _, w := range stand {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

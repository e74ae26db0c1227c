package markup

import "testing"

func TestALinkWhoseWordsNameAnotherHostSaysWhereItLeads(t *testing.T) {
	const evil = " (evil.example)"
	for _, c := range []struct{ words, to, want string }{
		{"here", "https://evil.example/", ""},
		{"https://bank.example/login", "https://evil.example/", evil},
		{"see bank.example, please", "https://evil.example/", evil},
		{"www.bank.xyz", "https://evil.example/", evil},
		{"https://bank.example", "https://bank.example.evil.example/", " (bank.example.evil.example)"},
		{"https://bank.example@evil.example/", "https://bank.example@evil.example/", evil},
		{"here", "https://bank.example:pw@evil.example/", evil},
		{"bank。example", "https://evil.example", evil},
		{"https://b\u0430nk.example", "https://xn--bnk-7cd.example", " (xn--bnk-7cd.example)"},
		{"https://bank.example" + evil, "https://evil.example", ""},
		{"https://bank.example" + evil, "https://other.example", " (other.example)"},
		{"bank.example", "mailto:x@evil.example", " (x@evil.example)"},
		{"help@bank.example", "mailto:thief@evil.example?subject=x", " (thief@evil.example)"},
		{"help@bank.example", "mailto:Help@bank.example", ""},
		{"HTTPS://WWW.Bank.example/x", "https://bank.example:443/", ""},
		{"example.com", "https://docs.example.com/", ""},
		{"main.go", "https://git.example.com/main.go", ""},
		{"v1.2 of README.md, e.g. 10.5", "https://git.example.com/", ""},
		{"", "https://evil.example/", ""},
	} {
		u, ok := SafeURL(c.to)
		if !ok {
			t.Fatal(c.to)
		}
		if got := told(u, c.words); got != c.want {
			t.Errorf("%q to %s: got %q, want %q", c.words, c.to, got, c.want)
		}
		if again := told(u, c.words+c.want); again != "" {
			t.Errorf("%q to %s, said once: got %q again", c.words, c.to, again)
		}
	}
}

package redact

import (
	"slices"
	"strings"
)

// family is a kind of key: a prefix, then a body of one set of characters.
type family struct {
	rule     string
	prefix   string
	set      set
	min, max int // length of the body
	check    func(body string) bool
}

// families are the kinds of keys that can be told by themselves, by the services that give them out.
var families = []family{
	{"aws-access-key", "AKIA", uppers, 16, 16, awsID}, {"aws-access-key", "ASIA", uppers, 16, 16, awsID},
	{"aws-bedrock-key", "ABSK", base64s, 100, 200, nil},
	{"github-token", "ghp_", letters, 36, 36, githubSum}, {"github-token", "gho_", letters, 36, 36, githubSum}, {"github-token", "ghu_", letters, 36, 36, githubSum},
	{"github-token", "ghs_", letters, 36, 36, githubSum}, {"github-token", "ghr_", letters, 36, 76, nil}, {"github-token", "github_pat_", words, 82, 82, parted("_", 22, 59)},
	{"gitlab-token", "glpat-", dotted, 20, 320, nil}, {"gitlab-token", "gldt-", urls, 20, 64, nil}, {"gitlab-token", "glrt-", dotted, 20, 64, nil}, {"gitlab-token", "glptt-", hexes, 40, 40, nil},
	{"gitlab-token", "glcbt-", urls, 20, 64, nil}, {"gitlab-token", "glsoat-", urls, 20, 64, nil}, {"gitlab-token", "gloas-", hexes, 64, 64, nil},
	{"openai-key", "sk-proj-", urls, 40, 200, nil}, {"openai-key", "sk-svcacct-", urls, 40, 200, nil}, {"openai-key", "sk-admin-", urls, 40, 200, nil}, {"openai-key", "sk-", letters, 48, 48, has("T3BlbkFJ", 20)},
	{"anthropic-key", "sk-ant-", urls, 40, 160, nil}, {"openrouter-key", "sk-or-v1-", hexes, 64, 64, nil},
	{"google-api-key", "AIza", urls, 35, 35, nil}, {"google-oauth-secret", "GOCSPX-", urls, 28, 28, nil}, {"google-oauth-token", "ya29.", dotted, 40, 2048, nil}, {"google-refresh-token", "1//0", urls, 40, 200, nil},
	{"stripe-key", "sk_live_", letters, 24, 247, nil}, {"stripe-key", "sk_test_", letters, 24, 247, nil}, {"stripe-key", "rk_live_", letters, 24, 247, nil}, {"stripe-key", "rk_test_", letters, 24, 247, nil},
	{"stripe-webhook-secret", "whsec_", base64s, 32, 64, nil},
	{"slack-token", "xoxb-", urls, 40, 120, slackParts}, {"slack-token", "xoxp-", urls, 40, 120, slackParts}, {"slack-token", "xoxa-", urls, 40, 120, slackParts}, {"slack-token", "xoxr-", urls, 40, 120, slackParts},
	{"slack-token", "xoxs-", urls, 40, 120, slackParts}, {"slack-token", "xoxc-", urls, 40, 160, slackParts}, {"slack-token", "xoxd-", dotted, 40, 400, nil}, {"slack-token", "xapp-1-", urls, 60, 140, nil}, {"slack-token", "xoxe.xoxp-1-", urls, 100, 240, nil},
	{"slack-webhook", "hooks.slack.com/services/T", paths, 36, 60, slashes(2)},
	{"discord-webhook", "discord.com/api/webhooks/", paths, 75, 100, slashes(1)}, {"discord-webhook", "discordapp.com/api/webhooks/", paths, 75, 100, slashes(1)},
	{"npm-token", "npm_", letters, 36, 36, nil}, {"pypi-token", "pypi-AgEIcHlwaS5vcmc", urls, 50, 400, nil}, {"rubygems-key", "rubygems_", hexes, 48, 48, nil}, {"crates-io-token", "cio", letters, 32, 32, mixed},
	{"nuget-key", "oy2", lowers, 43, 43, mixed}, {"clojars-token", "CLOJARS_", lowers, 60, 60, nil},
	{"sendgrid-key", "SG.", dotted, 66, 66, parted(".", 22, 43)}, {"twilio-key", "SK", hexes, 32, 32, nil}, {"mailgun-key", "key-", hexes, 32, 32, nil}, {"mandrill-key", "md-", letters, 22, 22, mixed}, {"brevo-key", "xkeysib-", urls, 81, 81, parted("-", 64, 16)},
	{"digitalocean-token", "dop_v1_", hexes, 64, 64, nil}, {"digitalocean-token", "doo_v1_", hexes, 64, 64, nil}, {"digitalocean-token", "dor_v1_", hexes, 64, 64, nil},
	{"shopify-token", "shpat_", hexes, 32, 32, nil}, {"shopify-token", "shpss_", hexes, 32, 32, nil}, {"shopify-token", "shpca_", hexes, 32, 32, nil}, {"shopify-token", "shppa_", hexes, 32, 32, nil},
	{"huggingface-token", "hf_", letters, 34, 40, nil}, {"databricks-token", "dapi", hexes, 32, 32, nil}, {"linear-key", "lin_api_", letters, 40, 40, nil}, {"notion-token", "ntn_", letters, 43, 60, nil},
	{"square-token", "sq0atp-", urls, 22, 22, nil}, {"square-token", "sq0csp-", urls, 43, 43, nil}, {"square-token", "EAAA", urls, 60, 60, nil},
	{"age-secret-key", "AGE-SECRET-KEY-1", uppers, 58, 58, nil}, {"vault-token", "hvs.", urls, 24, 200, nil}, {"vault-token", "hvb.", urls, 100, 300, nil},
	{"grafana-token", "glsa_", words, 41, 41, parted("_", 32, 8)}, {"grafana-token", "glc_", base64s, 32, 400, nil}, {"sentry-token", "sntrys_eyJ", base64s, 40, 500, nil}, {"sentry-token", "sntryu_", hexes, 64, 64, nil},
	{"atlassian-token", "ATATT3", dotted, 150, 250, nil}, {"bitbucket-token", "ATBB", letters, 32, 36, nil}, {"docker-token", "dckr_pat_", urls, 27, 27, nil}, {"docker-token", "dckr_oat_", urls, 27, 40, nil},
	{"fly-token", "fm2_", base64s, 100, 2048, nil}, {"fly-token", "fo1_", urls, 43, 43, nil}, {"doppler-token", "dp.pt.", letters, 40, 44, nil}, {"doppler-token", "dp.st.", dotted, 40, 80, nil}, {"pulumi-token", "pul-", hexes, 40, 40, nil},
	{"planetscale-token", "pscale_tkn_", dotted, 32, 64, nil}, {"planetscale-token", "pscale_pw_", dotted, 32, 64, nil}, {"postman-key", "PMAK-", urls, 59, 59, parted("-", 24, 34)}, {"supabase-token", "sbp_", hexes, 40, 40, nil}, {"supabase-key", "sb_secret_", urls, 24, 64, nil},
	{"groq-key", "gsk_", letters, 52, 52, nil}, {"xai-key", "xai-", letters, 80, 80, nil}, {"replicate-token", "r8_", letters, 37, 37, nil}, {"perplexity-key", "pplx-", letters, 48, 48, nil}, {"dynatrace-token", "dt0c01.", dotted, 89, 89, parted(".", 24, 64)},
	{"new-relic-key", "NRAK-", uppers, 27, 27, nil}, {"airtable-token", "pat", dotted, 79, 79, parted(".", 14, 64)}, {"figma-token", "figd_", urls, 40, 60, nil}, {"netlify-token", "nfp_", letters, 36, 40, nil}, {"alibaba-access-key", "LTAI", letters, 17, 26, mixed},
	{"discord-token", "M", dotted, 55, 80, discordBot("M")}, {"discord-token", "N", dotted, 55, 80, discordBot("N")}, {"discord-token", "O", dotted, 55, 80, discordBot("O")},
	{"jwt", "eyJ", dotted, 40, 16 << 10, jwt},
}

// byFirst are the families by the first character of their prefix, longer prefixes first.
var byFirst = func() (table [256][]family) {
	for _, f := range families {
		c := f.prefix[0]
		table[c] = append(table[c], f)
	}
	for c := range table {
		slices.SortStableFunc(table[c], func(a, b family) int { return len(b.prefix) - len(a.prefix) })
	}
	return table
}()

// key finds the key that begins at i, "" and i without one.
func (s *scanner) key(i int) (rule string, end int) {
	t := s.text
	for _, f := range byFirst[t[i]] {
		if !strings.HasPrefix(t[i:], f.prefix) {
			continue
		}
		from := i + len(f.prefix)
		end := s.runs.of(f.set, from)
		if end-from < f.min {
			continue
		}
		if end < len(t) && words.has(t[end]) {
			continue
		}
		body := t[from:min(end, from+f.max+8)]
		if f.set == dotted {
			body = strings.TrimRight(body, ".=~")
		}
		n := len(body)
		if n < f.min || n > f.max || !varied(body, min(8, n/2)) || placeholder(body) || f.check != nil && !f.check(body) {
			continue
		}
		if _, digit, _ := classes(body); !digit {
			continue
		}
		return f.rule, from + n
	}
	return "", i
}

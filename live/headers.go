package live

import "net/http"

// Policy is the Content-Security-Policy of the page and of everything beside it: scripts, workers, styles and requests of
// our own origin only, WebAssembly but no eval, and one Trusted Types policy.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types artifactkit"

// StaticPolicy is that of the plain page, which has no script at all.
const StaticPolicy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// HeaderOptions change what Headers sets. The zero value is the strictest.
type HeaderOptions struct {
	ReportURI string // where browsers report violations, for those who collect them
}

// Headers sets the security headers on every answer of h, errors and upgrades included. h may replace one of them.
// A worker takes the policy of its own script's answer, so the page's files need it as much as the page.
func Headers(h http.Handler, o HeaderOptions) http.Handler {
	policy := Policy
	if o.ReportURI != "" {
		policy += "; report-uri " + o.ReportURI
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := w.Header()
		to.Set("Content-Security-Policy", policy)
		to.Set("Cross-Origin-Opener-Policy", "same-origin")
		to.Set("Cross-Origin-Embedder-Policy", "require-corp")
		to.Set("Cross-Origin-Resource-Policy", "same-origin")
		if r.TLS != nil {
			to.Set("Strict-Transport-Security", "max-age=31536000")
		}
		to.Set("X-Content-Type-Options", "nosniff")
		to.Set("Referrer-Policy", "no-referrer")
		to.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=(), browsing-topics=()")
		h.ServeHTTP(w, r)
	})
}

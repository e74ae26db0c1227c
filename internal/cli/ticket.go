package cli

import (
	"crypto/rand"
	"net/http"
	"sync/atomic"
)

// ticket is an address that works once. A browser is started with it instead of the address that holds the token: everyone on
// the machine can see the arguments of a process.
type ticket struct {
	path, to string
	used     atomic.Bool
	page     http.Handler
}

func newTicket(to string, page http.Handler) *ticket {
	return &ticket{path: "/o/" + rand.Text(), to: to, page: page}
}

func (t *ticket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != t.path {
		t.page.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet || t.used.Swap(true) {
		http.Error(w, "This address worked once. Use the one that vitrine printed.", http.StatusGone)
		return
	}
	http.Redirect(w, r, t.to, http.StatusSeeOther)
}

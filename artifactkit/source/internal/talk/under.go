package talk

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// Under lets everything that fn says stand under a call, as what a sub-agent says does.
func (t *Talk) Under(call, agent string, fn func()) {
	parent, under, spoke, stop, open := t.parent, t.under, t.spoke, t.stop, t.calls
	t.parent, t.under, t.spoke, t.stop, t.calls = call, agent, false, "", calls{}
	fn()
	t.close()
	t.parent, t.under, t.spoke, t.stop, t.calls = parent, under, spoke, stop, open
}

// Count adds an item to the report that is not an element of a list: one that was read, or one that was passed over with the reason.
func (t *Talk) Count(why *protocol.Reason) { t.count(why) }

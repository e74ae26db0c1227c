package live

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/live/store"
)

// stubBytes bounds what is kept of a large event beside its blob.
const stubBytes = 64 << 10

// shrink moves the event of a large envelope into a blob and returns the envelope's stored form. The blob is safe before
// the event that names it. The same event always gives the same stub, so a repetition is seen as one.
func (s *Server) shrink(ctx context.Context, session string, r received) ([]byte, error) {
	if len(r.body) <= s.lim.Inline {
		return r.body, nil
	}
	data := r.event.AppendCompact(nil)
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	members := make([]member, len(r.members))
	for i, m := range r.members {
		if name, _ := protocol.Parse(m.name); name.Str() == "event" {
			m.raw = stub(r.event, session, digest, len(data), s.lim.Preview)
		}
		members[i] = m
	}
	body := appendMembers(nil, members)
	if len(body) > s.lim.Inline {
		return nil, refuse(http.StatusRequestEntityTooLarge, "too_large", "the members around the event are larger than %d bytes", s.lim.Inline)
	}
	if _, _, err := s.store.Bounds(ctx, session); err != nil {
		return nil, fmt.Errorf("storing a large event: %w", err) // no blob without a session
	}
	if err := s.quota.room(ctx, session, len(body)+len(data)); err != nil {
		return nil, fmt.Errorf("storing a large event: %w", err)
	}
	if err := s.store.PutBlob(ctx, session, digest, data); err != nil {
		return nil, fmt.Errorf("storing a large event: %w", err)
	}
	return body, nil
}

// stub is what stands in a large event's place: where its bytes are, and of its own members the small ones and the
// beginnings of the texts. The address is relative to the server's base, so it survives a move to another prefix.
func stub(event protocol.Value, session, digest string, size, preview int) []byte {
	head := appendJSON(nil, struct {
		SHA256 string `json:"sha256"`
		Bytes  int    `json:"bytes"`
		URL    string `json:"url"`
	}{digest, size, "v1/sessions/" + session + "/blobs/" + digest})
	members := []member{{protocol.AppendString(nil, blobKey), head}}
	left := stubBytes
	for name, v := range event.MembersRaw() {
		raw := v.Raw()
		switch {
		case len(raw) <= preview:
			raw = v.AppendCompact(nil)
		case v.Type() == protocol.String:
			raw = protocol.AppendString(nil, cutText(v.Str(), preview))
		case v.Type() == protocol.Array:
			if raw = firstTexts(v, preview); raw == nil {
				continue
			}
		default:
			continue
		}
		if left -= len(name) + len(raw) + 2; left < 0 {
			break
		}
		members = append(members, member{name, raw})
	}
	return appendMembers(nil, members)
}

// firstTexts keeps the first lines of an array of texts, as a portable value may be one; nil for any other array.
func firstTexts(v protocol.Value, preview int) []byte {
	dst := []byte{'['}
	for i, e := range v.Elems() {
		if e.Type() != protocol.String {
			return nil
		}
		left := preview - len(dst)
		if left <= 0 {
			break
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = protocol.AppendString(dst, cutText(e.Str(), left))
	}
	return append(dst, ']')
}

func (s *Server) getBlob(w http.ResponseWriter, r *http.Request, g grant) error {
	digest := r.PathValue("sha256")
	if !store.ValidDigest(digest) {
		return refuse(http.StatusNotFound, "no_blob", "a blob is named by 64 lower-case hexadecimal digits")
	}
	release, err := s.hold(r.Context(), s.out, g)
	if err != nil {
		return err
	}
	defer release()
	data, err := s.store.Blob(r.Context(), r.PathValue("session"), digest)
	if err != nil {
		return fmt.Errorf("reading a blob: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", `attachment; filename="`+digest[:12]+`.json"`)
	h.Set("Content-Security-Policy", "sandbox")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(http.StatusOK)
	return s.copyOut(w, data)
}

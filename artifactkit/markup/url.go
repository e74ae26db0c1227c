package markup

import "strings"

// URL is an address that may stand in a link. It is made by SafeURL or Fragment only.
type URL struct{ s string }

// String is the address as given.
func (u URL) String() string { return u.s }

// SafeURL admits absolute http, https and mailto addresses (TR-3, TR-4). Everything else, relative ones, other schemes, control
// characters, invisible characters and white space inside, is refused: in a transcript a relative address points nowhere.
func SafeURL(s string) (URL, bool) {
	s = strings.Trim(s, " \t\n")
	for i := 0; i < len(s); i++ {
		if s[i] <= 0x20 || s[i] == 0x7f || s[i] == '\\' {
			return URL{}, false
		}
	}
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || Clean(s) != s || strings.IndexFunc(s, invisible) >= 0 {
		return URL{}, false
	}
	switch strings.ToLower(scheme) {
	case "http", "https":
		if !strings.HasPrefix(rest, "//") || len(rest) == 2 {
			return URL{}, false
		}
	case "mailto":
		if rest == "" {
			return URL{}, false
		}
	default:
		return URL{}, false
	}
	return URL{s}, true
}

// Host is the host name of an http address, for words about it.
func (u URL) Host() string {
	_, rest, _ := strings.Cut(u.s, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	return rest
}

// Link makes an anchor that opens elsewhere and tells nothing about where it came from. Words that name another host than the one
// it leads to are followed by that one.
func Link(u URL, kids ...Node) Node {
	if t := told(u, strings.TrimSpace(Plain(Group(kids...)))); t != "" {
		kids = append(kids[:len(kids):len(kids)], Text(t))
	}
	return El(A, Attrs(Attr{name: "href", value: u.s}, Const("target", "_blank"), Const("rel", "noopener noreferrer nofollow")), kids...)
}

// LocalLink makes an anchor to a part of the same scope (TR-4).
func LocalLink(s Scope, part string, kids ...Node) Node {
	return El(A, Attrs(Attr{name: "href", value: "#" + s.String() + "-" + part}), kids...)
}

// RasterTypes are the image types that are drawn from their bytes.
var rasterTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/avif": true, "image/bmp": true}

// Picture is an <img> of image bytes, already checked and encoded by the caller: mime is a raster type or image/svg+xml (which
// has no script reach inside <img>), b64 is standard base64. Anything else gives an empty node.
func Picture(mime, b64, alt string, attrs ...Attr) Node {
	if !rasterTypes[mime] && mime != "image/svg+xml" {
		return Node{}
	}
	for i := 0; i < len(b64); i++ {
		if c := b64[i]; !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '=') {
			return Node{}
		}
	}
	a := append(Attrs(Attr{name: "src", value: "data:" + mime + ";base64," + b64}, AltText(alt)), attrs...)
	return El(Img, a)
}

// RemotePicture is an <img> that a browser fetches from elsewhere: only for a picture that a reader asked for, in a host that allows
// it (TR-5). It tells the other side nothing about where it is shown. Addresses other than http and https give an empty node.
func RemotePicture(u URL, alt string) Node {
	if u.Host() == "" {
		return Node{}
	}
	return El(Img, Attrs(Attr{name: "src", value: u.s}, AltText(alt), Const("referrerpolicy", "no-referrer"), Const("decoding", "async")))
}

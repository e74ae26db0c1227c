package blocks

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// Image is a picture of a record that is no block; data is base64 in any of its dresses.
func Image(mime string, data protocol.Value, name string) Part { return picture(mime, data, name) }

// Said is a string of a record that is no block.
func Said(text protocol.Value) Part {
	return Part{Text: text.Str(), Value: text.Str(), origin: text}
}

// Plain is text that stands nowhere in the input as it is.
func Plain(text string) Part { return words(text) }

// Named stands for what cannot be shown: its name and media type, and the size of its data, base64; "" for what is not known.
func Named(name, mime, b64 string) Part {
	bytes := ""
	if b64 != "" {
		bytes = size(b64)
	}
	return words("[" + join(name, mime, bytes) + "]")
}

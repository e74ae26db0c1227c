package markup

// icons are the bundled icons by their Bootstrap Icons names; the stylesheet draws each as a mask of its own drawing.
var icons = map[string]constant{
	"arrow-repeat": "ak-i ak-i-arrow-repeat", "arrows-fullscreen": "ak-i ak-i-arrows-fullscreen", "book": "ak-i ak-i-book", "box": "ak-i ak-i-box", "box-seam": "ak-i ak-i-box-seam",
	"braces": "ak-i ak-i-braces", "card-image": "ak-i ak-i-card-image", "chat": "ak-i ak-i-chat", "check": "ak-i ak-i-check",
	"check-circle": "ak-i ak-i-check-circle", "chevron-right": "ak-i ak-i-chevron-right", "cloud": "ak-i ak-i-cloud",
	"code-slash": "ak-i ak-i-code-slash", "exclamation-circle": "ak-i ak-i-exclamation-circle",
	"exclamation-triangle": "ak-i ak-i-exclamation-triangle", "file-diff": "ak-i ak-i-file-diff", "file-earmark": "ak-i ak-i-file-earmark",
	"file-earmark-plus": "ak-i ak-i-file-earmark-plus", "file-text": "ak-i ak-i-file-text", "folder": "ak-i ak-i-folder", "git": "ak-i ak-i-git",
	"globe": "ak-i ak-i-globe", "info-circle": "ak-i ak-i-info-circle", "lightbulb": "ak-i ak-i-lightbulb", "list-check": "ak-i ak-i-list-check",
	"pencil": "ak-i ak-i-pencil", "pencil-square": "ak-i ak-i-pencil-square", "person": "ak-i ak-i-person", "play-circle": "ak-i ak-i-play-circle",
	"robot": "ak-i ak-i-robot", "search": "ak-i ak-i-search", "slash-circle": "ak-i ak-i-slash-circle", "table": "ak-i ak-i-table",
	"terminal": "ak-i ak-i-terminal", "three-dots": "ak-i ak-i-three-dots", "window": "ak-i ak-i-window", "wrench": "ak-i ak-i-wrench",
}

// Icon draws a bundled icon; a name that is not bundled shows a dot. It is decoration: words beside it carry the meaning.
func Icon(name string) Node {
	class, ok := icons[name]
	if !ok {
		class = "ak-i ak-i-dot"
	}
	return El(Span, Attrs(Class(class), Aria("hidden", "true")))
}

// Icons lists the bundled names, in no order.
func Icons() []string {
	names := make([]string, 0, len(icons))
	for n := range icons {
		names = append(names, n)
	}
	return names
}

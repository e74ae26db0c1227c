package field

import (
	"strings"
	"unicode"
)

// fileRunes is the longest name that a file is saved under.
const fileRunes = 100

// risky are the endings at which systems run what they open. Such a file is saved as text.
var risky = map[string]bool{
	"exe": true, "com": true, "scr": true, "bat": true, "cmd": true, "msi": true, "lnk": true, "pif": true, "hta": true, "vbs": true, "vbe": true, "jse": true,
	"wsf": true, "wsh": true, "cpl": true, "reg": true, "url": true, "desktop": true, "command": true, "app": true, "jar": true, "htm": true, "html": true,
	"xhtml": true, "xht": true, "shtml": true, "mhtml": true, "svg": true, "xml": true, "xsl": true,
}

// reserved tells names that mean devices on one system or another, whatever ends them.
func reserved(stem string) bool {
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	port := strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt")
	return port && len(stem) == 4 && stem[3] >= '0' && stem[3] <= '9'
}

// FileName is the name that data gives a file, made safe to be saved under: the last part of a path, without characters that hide,
// reorder or mean something to a system; def when nothing is left.
func FileName(name, def string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	var b strings.Builder
	n := 0
	for _, r := range name {
		if n == fileRunes {
			break
		}
		switch {
		case !unicode.IsGraphic(r), r == unicode.ReplacementChar: // controls, marks that reorder, invisible characters
			continue
		case strings.ContainsRune(`<>:"|?*`, r):
			r = '_'
		case unicode.IsSpace(r):
			r = ' '
		}
		b.WriteRune(r)
		n++
	}
	name = strings.TrimLeft(strings.Trim(b.String(), ". "), "-. ") // "-rf" is an option to whoever types it
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	if name == "" || reserved(stem) {
		return def
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 && risky[strings.ToLower(name[i+1:])] {
		name += ".txt"
	}
	return name
}

package display

import "strings"

// ToolIcon is the icon of a tool that brings none, by the tool's name (AD-9): a name of the Bootstrap Icons, wrench for any tool
// that is not listed.
func ToolIcon(tool string) string {
	if icon, ok := toolIcons[tool]; ok {
		return icon
	}
	family, btw := strings.CutPrefix(tool, "btw_tool_")
	if btw && strings.HasPrefix(family, "docs_") {
		return "book"
	}
	for _, f := range toolFamilies {
		if strings.HasPrefix(family, f.prefix) {
			return f.icon
		}
	}
	return "wrench"
}

var toolIcons = map[string]string{
	"Bash": "terminal", "Read": "file-text", "Write": "file-earmark-plus", "Edit": "pencil", "MultiEdit": "pencil-square", "Glob": "search",
	"Grep": "search", "LS": "folder", "RunR": "play-circle",
}

// toolFamilies are prefixes, which btw writes behind a prefix of its own.
var toolFamilies = []struct{ prefix, icon string }{
	{"git_", "git"}, {"env_", "table"}, {"files_", "file-earmark"}, {"pkg_", "box-seam"}, {"web_", "globe"}, {"cran_", "box"},
	{"ide_", "window"}, {"sessioninfo_", "info-circle"}, {"agent_", "robot"},
}

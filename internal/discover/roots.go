package discover

import (
	"os"
	"path/filepath"
)

// Roots are the folders where the agents that are read keep their sessions, below a home folder: Claude Code's projects, Codex's sessions
// and archived sessions, Gemini CLI's. Each agent has a variable that moves its folder. Those that are not there are left out.
func Roots(home string, env func(string) string) []string {
	at := func(variable string, other ...string) string {
		if dir := env(variable); dir != "" {
			return dir
		}
		return filepath.Join(append([]string{home}, other...)...)
	}
	codex := at("CODEX_HOME", ".codex")
	var roots []string
	for _, dir := range []string{
		filepath.Join(at("CLAUDE_CONFIG_DIR", ".claude"), "projects"),
		filepath.Join(codex, "sessions"), filepath.Join(codex, "archived_sessions"),
		filepath.Join(at("GEMINI_CLI_HOME"), ".gemini", "tmp"),
	} {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			roots = append(roots, dir)
		}
	}
	return roots
}

package claudecode

// tools show the results of Claude Code's own tools. One returns false when the record is not as it should be; the result is then shown
// like any other.
var tools = map[string]func(s *shown, failed bool) bool{
	"Edit": edit, "MultiEdit": edit, "Write": edit, "NotebookEdit": notebook,
	"Bash": shell, "BashOutput": shell, "PowerShell": shell, "TaskOutput": shell, "KillShell": shell,
	"Read": read, "NotebookRead": read,
	"Grep": search, "Glob": search, "LS": search,
	"TodoWrite": todo,
	"Task":      agent, "Agent": agent,
	"WebSearch": webSearch, "WebFetch": webFetch,
	"AskUserQuestion": ask, "ExitPlanMode": plan,
}

// shells are the tools that run a command and say why.
var shells = map[string]bool{"Bash": true, "PowerShell": true}

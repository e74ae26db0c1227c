package discover

import (
	"os"
	"path/filepath"
	"strings"
)

// Wanted tells whether a file below a folder may be a transcript, by its name: JSON, JSONL or a notebook. The turns and messages that lie
// beside the record of a shinychat conversation are read with it.
func Wanted(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".ipynb":
		return true
	case ".jsonl":
	default:
		return false
	}
	if name := filepath.Base(path); name != "turns.jsonl" && name != "ui.jsonl" {
		return true
	}
	_, err := os.Lstat(filepath.Join(filepath.Dir(path), "record.json"))
	return err != nil
}

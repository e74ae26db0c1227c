package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/discover"
)

type importCmd struct {
	List   bool     `help:"Name the formats."`
	Report string   `help:"Write what was read and what was skipped to this file, as JSON." placeholder:"FILE.json"`
	From   string   `default:"auto" help:"What to take it for: auto or a format."`
	Paths  []string `arg:"" optional:"" name:"path" help:"Files or folders, or - for standard input."`
}

type fileReport struct {
	Path   string        `json:"path"`
	From   string        `json:"from"`
	Error  string        `json:"error,omitempty"`
	Report source.Report `json:"report"`
}

func (c *importCmd) Run(std Stdio) error {
	out := bufio.NewWriterSize(std.Out, 64<<10)
	if c.List {
		for _, f := range artifactkit.Formats() {
			var reads []string
			if f.Transcripts {
				reads = append(reads, "transcripts")
			}
			if f.Results {
				reads = append(reads, "single results")
			}
			fmt.Fprintf(out, "%-12s %s: %s\n", f.Name, f.Title, strings.Join(reads, ", "))
		}
		return out.Flush()
	}
	if len(c.Paths) == 0 {
		return usage("name the files or folders to read, or - for standard input")
	}
	if err := checkFrom(c.From); err != nil {
		return err
	}
	defer out.Flush()
	var reports []fileReport
	var failed error
	var buf []byte
	err := eachFile(c.Paths, func(path string, err error) error {
		rep := fileReport{Path: path}
		var got artifactkit.Reading
		if err == nil {
			got, err = readEvents(path, c.From, std, func(e source.Envelope) {
				buf = append(e.AppendJSON(buf[:0]), '\n')
				out.Write(buf)
			})
		}
		if rep.From, rep.Report = got.From, got.Report; err != nil {
			err = bare(err)
			rep.Error = err.Error()
			fmt.Fprintf(std.Err, "vitrine: import: reading %s: %v\n", name(path), err)
			failed = errors.New("some files could not be read")
		}
		if n := got.Report.Skipped; n > 0 {
			fmt.Fprintf(std.Err, "vitrine: import: %s: %d of %d records skipped\n", name(path), n, got.Report.Lines)
		}
		reports = append(reports, rep)
		return out.Flush()
	})
	if err != nil {
		return err
	}
	if c.Report != "" {
		data, err := json.MarshalIndent(reports, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(c.Report, append(data, '\n'), 0o600); err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	return failed
}

// readEvents reads one file to events.
func readEvents(path, from string, std Stdio, emit func(source.Envelope)) (artifactkit.Reading, error) {
	r, err := open(path, std)
	if err != nil {
		return artifactkit.Reading{}, err
	}
	defer r.Close()
	var o source.Options
	if path != "-" {
		o = discover.Options(path)
	}
	return artifactkit.ReadEvents(r, from, o, emit)
}

// eachFile calls fn for each file named, and for those of each folder named that may be transcripts, in order. A file or folder below that
// cannot be looked at is told with its error.
func eachFile(paths []string, fn func(path string, err error) error) error {
	for _, p := range paths {
		info, err := os.Stat(p)
		if p == "-" || err == nil && !info.IsDir() {
			if err := fn(p, nil); err != nil {
				return err
			}
			continue
		}
		root := ""
		if err == nil {
			root, err = filepath.EvalSymlinks(p) // a link to a folder is named, so it is meant
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", name(p), bare(err))
		}
		err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return fn(path, bare(err))
			}
			if d.IsDir() && d.Name() == "subagents" { // read with the session beside it
				return fs.SkipDir
			}
			if !d.Type().IsRegular() || !discover.Wanted(path) {
				return nil
			}
			return fn(path, nil)
		})
		if err != nil {
			return fmt.Errorf("reading %s: %w", name(p), bare(err))
		}
	}
	return nil
}

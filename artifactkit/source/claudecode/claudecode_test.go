package claudecode_test

import (
	"bytes"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/claudecode"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/sourcetest"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, claudecode.Source, 8) }

func read(t *testing.T, text string, o source.Options) ([]string, source.Report) {
	t.Helper()
	return sourcetest.Read(t, claudecode.Source, bytes.NewReader([]byte(text)), o)
}
